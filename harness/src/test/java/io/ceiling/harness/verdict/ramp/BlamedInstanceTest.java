package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Evidence.SilentServer;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.EvidenceBuilder;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.harness.verdict.EvidenceRows;
import io.ceiling.load.report.FailureCause;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BlamedInstanceTest {

    private static final Fact HEALTHY = e -> e.target = e.served;

    private static final Fact OUT_OF_DESCRIPTORS = e -> {
        e.descriptors = 20_000;
        e.logs("java.io.IOException: Too many open files");
        EvidenceBuilder ignored = e.fails(FailureCause.ANSWER_TIMEOUT, 1);
    };

    private static List<Evidence> servers(Fact... facts) {
        List<Evidence> servers = new ArrayList<>();
        for (Fact fact : facts) {
            int number = servers.size() + 1;
            servers.add(EvidenceBuilder.evidence(EvidenceRows.both(fact, e -> {
                e.instances = facts.length;
                e.instance = number;
            })));
        }
        return servers;
    }

    private static Attribution blamed(Fact... facts) {
        return BlamedInstance.of(servers(facts)).attribution();
    }

    @Test
    void aSingleServerIsBlamedWithoutANumber() {
        Attribution attribution = BlamedInstance.of(List.of(EvidenceBuilder.evidence(OUT_OF_DESCRIPTORS)))
                .attribution();

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_FILE_DESCRIPTORS);
        assertThat(attribution.evidence()).doesNotContain("server 1 of");
    }

    @Test
    void theServerWhoseConnectionsFailedIsNamedWithItsNumber() {
        Attribution attribution = blamed(HEALTHY, HEALTHY, OUT_OF_DESCRIPTORS, HEALTHY);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_FILE_DESCRIPTORS);
        assertThat(attribution.evidence()).startsWith("server 3 of 4: ");
    }

    @Test
    void aServerThatIsGoneIsBlamedBeforeOneThatIsFull() {
        Attribution attribution = blamed(OUT_OF_DESCRIPTORS, e -> e.exitCode = OptionalInt.of(137), HEALTHY);

        assertThat(attribution.evidence()).startsWith("server 2 of 3: ");
    }

    @Test
    void amongServersWithFailuresTheOneThatShowsALimitIsBlamed() {
        Attribution attribution = blamed(e -> e.fails(FailureCause.UNEXPECTED_STATUS, 7), OUT_OF_DESCRIPTORS, HEALTHY);

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_FILE_DESCRIPTORS);
        assertThat(attribution.evidence()).startsWith("server 2 of 3: ");
    }

    @Test
    void serversThatLeaveConnectionsWithoutAnAnswerAreNamedWithWhereTheirThreadsAre() {
        List<Evidence> each = servers(HEALTHY, e -> e.pending = 31, HEALTHY, e -> e.pending = 32);

        assertThat(BlamedInstance.silentServers(each))
                .containsExactly(new SilentServer(4, 32, ""), new SilentServer(2, 31, ""));

        Attribution attribution = BlamedInstance.of(each)
                .withSilentServers(List.of(
                        new SilentServer(4, 32, "8 threads XNIO-* I/O-* in EPoll.wait"), new SilentServer(2, 31, "")))
                .attribution();

        assertThat(attribution.evidence())
                .endsWith("; 2 of 4 servers left connections without an answer:"
                        + " server 4 (32 wait; 8 threads XNIO-* I/O-* in EPoll.wait), server 2 (31 wait)");
    }

    @Test
    void serversOfWhichAllOrNoneAnswerAreNoneToBeNamed() {
        Fact silent = e -> e.pending = 32;

        assertThat(BlamedInstance.silentServers(servers(silent, silent))).isEmpty();
        assertThat(BlamedInstance.silentServers(servers(HEALTHY, HEALTHY))).isEmpty();
        assertThat(BlamedInstance.of(servers(HEALTHY, silent)).attribution().evidence())
                .doesNotContain("without an answer:");
    }

    @Test
    void withoutALimitTheOneWithTheMostFailuresStandsForAll() {
        Attribution attribution = blamed(
                e -> e.fails(FailureCause.UNEXPECTED_STATUS, 2),
                HEALTHY,
                e -> e.fails(FailureCause.UNEXPECTED_STATUS, 7));

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.REFUSED_BY_SERVER);
        assertThat(attribution.evidence()).startsWith("server 3 of 3: ");
    }
}
