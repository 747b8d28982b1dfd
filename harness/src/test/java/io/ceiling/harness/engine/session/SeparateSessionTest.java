package io.ceiling.harness.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.server.ServerPlace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SeparateSessionTest {

    private static final int SERVERS = 3;

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
    private final List<FakeServer> servers = Collections.synchronizedList(new ArrayList<>());
    private final List<Sample> csv = new ArrayList<>();
    private final List<FakeAgent> agents = List.of(new FakeAgent(100), new FakeAgent(100), new FakeAgent(7));
    private final Fleet fleet = new Fleet(agents).withServers(SERVERS);

    private ServerSession session() throws InterruptedException {
        return SeparateSession.start(SERVERS, this::server, () -> Fakes.HOST, csv::add, clock, 0);
    }

    private ServerSession server(int number, ServerPlace place) {
        FakeServer server = new FakeServer(number);
        servers.add(server);
        return server;
    }

    private Step failedStep(ServerSession session, int target) {
        session.recorder().beginStep();
        Sample before = session.recorder().sampleNow(fleet.reading());
        fleet.open(target, 100);
        LoadReading load = fleet.reading();
        int alive = (int) load.connections().alive();
        clock.passes(1_000_000);
        return new Step(
                1, target, alive, false, "x", 1, before, session.recorder().sampleNow(load));
    }

    @Test
    void everyServerIsReadAndTheReadingOfAllIsTheSum() throws Exception {
        Sample sample = session().recorder().sampleNow(LoadReading.NONE);

        assertThat(sample.instances())
                .extracting(reading -> reading.recursionLevelsNow().orElse(-1))
                .containsExactly(1L, 2L, 3L);
        assertThat(sample.server().recursionLevelsNow()).isEqualTo(Observation.of(6));
    }

    @Test
    void onlyTheSamplesOfAllAreWritten() throws Exception {
        session().recorder().rightAfterGc(LoadReading.NONE);

        assertThat(csv).hasSize(2);
        assertThat(csv.get(1).instances()).hasSize(SERVERS);
    }

    @Test
    void evidenceIsThatOfEachServerWithItsOwnConnections() throws Exception {
        ServerSession session = session();
        Step failed = failedStep(session, 31);

        List<Evidence> evidence = session.evidence(failed.before(), failed, "");

        assertThat(evidence).extracting(each -> each.serverTraces().instance()).containsExactly(1, 2, 3);
        assertThat(evidence).extracting(each -> each.failed().target()).containsExactly(11, 10, 10);
        assertThat(evidence).extracting(each -> each.failed().served()).containsExactly(11, 10, 7);
        assertThat(evidence).allSatisfy(each -> {
            assertThat(each.failed().after().server().recursionLevelsNow())
                    .isEqualTo(Observation.of(each.serverTraces().instance()));
            assertThat(each.failed().after().load().connections().alive())
                    .isEqualTo(each.failed().served());
            assertThat(each.stepSamples()).hasSize(2);
        });
    }

    @Test
    void endsWhenOneServerIsGone() throws Exception {
        ServerSession session = session();
        servers.stream().filter(server -> server.number == 2).forEach(server -> server.exitCode = OptionalInt.of(137));

        assertThat(session.exitCode()).hasValue(137);
        assertThat(session.endReason()).hasValue("server 2 of 3 ended with exit code 137");
    }

    @Test
    void aServerThatDoesNotStartIsNamedAndLeavesNone() {
        assertThatThrownBy(() -> SeparateSession.start(
                        SERVERS,
                        (number, place) -> {
                            if (number == 2) {
                                throw new ScenarioNotRunException("no memory");
                            }
                            return server(number, place);
                        },
                        () -> Fakes.HOST,
                        csv::add,
                        clock,
                        0))
                .isInstanceOf(ScenarioNotRunException.class)
                .hasMessage("server 2 of 3: no memory");
        assertThat(servers).isNotEmpty().allMatch(server -> server.closed);
    }

    private final class FakeServer extends Fakes.IdleSession {
        private final int number;

        FakeServer(int number) {
            super(Fakes.recorder(clock, () -> 0, () -> number));
            this.number = number;
        }

        @Override
        public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
            return Fakes.evidence(this, Fakes.SCENARIO, List.of(), lastPassed, failed, answer);
        }
    }
}
