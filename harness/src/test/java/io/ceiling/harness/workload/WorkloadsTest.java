package io.ceiling.harness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.CustomPlan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadsTest {

    private static final ServerAddress SERVER = ServerAddress.local(80, "/ceiling");

    @Test
    void everyWorkloadHasALabelAndAPhraseOfItsOwn() {
        assertThat(Workloads.all()).extracting(Workload::label).doesNotHaveDuplicates();
        assertThat(Workloads.all()).extracting(Workload::heldNoun).doesNotHaveDuplicates();
        assertThat(Workloads.all()).allSatisfy(workload -> assertThat(Workloads.find(workload.label()))
                .containsSame(workload));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "upload", "KEEP_ALIVE", "custom"})
    void aNameThatIsNotKnownIsAnError(String label) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Workloads.of(label))
                .withMessage("workload must be one of %s, was '%s'", String.join(", ", Workloads.labels()), label);
    }

    @Test
    void agentsTakePartInAllButRecursions() {
        for (Workload workload : Workloads.all()) {
            Work work = work(workload);
            if (workload.isRecursive()) {
                assertThatIllegalStateException()
                        .isThrownBy(() -> workload.plan(SERVER, work, Publishing.DEFAULT))
                        .withMessage("%s has no load agents", workload.label());
            } else {
                assertThat(workload.plan(SERVER, work, Publishing.DEFAULT).server())
                        .isEqualTo(SERVER);
            }
        }
    }

    /** Checks the properties that decide what a warm-up and a ramp do with a full server. */
    @ParameterizedTest
    @CsvSource({
        // label, asks again, response open, nothing written to it, released, outlives its client
        "recursive, false, false, false, false, false",
        "recursive-async, false, false, false, false, false",
        "hold-blocking, false, true, true, true, false",
        "hold-async, false, true, true, true, false",
        "keep-alive, true, false, false, false, false",
        "websocket, true, false, false, false, false",
    })
    void aWorkloadSaysWhatItLeavesInAServer(
            String label, boolean asks, boolean open, boolean silent, boolean released, boolean outlives) {
        Work work = Work.of(Workloads.of(label));

        assertThat(List.of(
                        work.repeatsRequests(),
                        work.keepsResponseOpen(),
                        work.holdsResponse(),
                        work.workload().isReleasable(),
                        work.outlivesItsClient()))
                .containsExactly(asks, open, silent, released, outlives);
    }

    @ParameterizedTest
    @CsvSource({"websocket, false", "sse, true", "long-polling, true"})
    void aSubscriberOverAResponseOutlivesItsClient(String transport, boolean outlives) {
        Work work = Work.of(Workloads.BROADCAST, new Messaging(transport, "channel", "uuid"));

        assertThat(work.outlivesItsClient()).isEqualTo(outlives);
        assertThat(work.keepsResponseOpen()).isEqualTo(outlives);
        assertThat(work.holdsResponse()).isFalse();
        assertThat(work.workload().isControlled()).isTrue();
        assertThat(work.workload().isReleasable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, '', true, false", "HOLD, '', false, true",
        "SSE, '', false, true", "WEBSOCKET, '', false, false",
        "WEBSOCKET, hello, true, false",
    })
    void anOwnApplicationDoesWhatItsRequestSays(CustomPlan.Kind kind, String send, boolean asks, boolean open) {
        Work work = Work.of(
                Workloads.CUSTOM, new UserApplication(Optional.empty(), new CustomRequest(kind, "/", send, "")));

        assertThat(work.repeatsRequests()).isEqualTo(asks);
        assertThat(work.outlivesItsClient()).isEqualTo(open);
        assertThat(work.workload().isControlled()).isFalse();
    }

    @Test
    void requestsInFlightAskAgainAndLeaveNothingOpen() {
        Work work = Work.of(
                Workloads.CUSTOM,
                new UserApplication(Optional.empty(), CustomRequest.inFlight("/slow", RequestPace.AT_ONCE)));

        assertThat(work.repeatsRequests()).isTrue();
        assertThat(work.outlivesItsClient()).isFalse();
        assertThat(work.inFlight()).hasValue(RequestPace.AT_ONCE);
        assertThat(work.label()).isEqualTo("in-flight /slow");
    }

    private static Work work(Workload workload) {
        if (workload.subscribes()) {
            return Work.of(workload, Messaging.DEFAULT);
        }
        return workload.isUserApplication()
                ? Work.of(
                        workload,
                        new UserApplication(Optional.empty(), new CustomRequest(CustomPlan.Kind.GET, "/", "", "")))
                : Work.of(workload);
    }
}
