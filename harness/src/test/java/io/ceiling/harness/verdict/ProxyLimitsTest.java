package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.failed;
import static io.ceiling.harness.verdict.EvidenceBuilder.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.load.report.FailureCause;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProxyLimitsTest {

    private static ProxyLimitUse worker(long number, long used) {
        return new ProxyLimitUse(
                LimitingFactor.PROXY_WORKER_CONNECTIONS,
                "worker_connections",
                "worker " + number,
                Observation.of(used),
                Limit.of(64),
                Observation.NOT_SEEN);
    }

    @Test
    void theFullestWorkerOfTheProxyIsInTheEvidence() {
        Attribution attribution = named(e -> e.behind(TargetSockets.NOT_SEEN, worker(813, 30), worker(814, 64))
                .fails(FailureCause.CLOSED_BEFORE_ANSWER, 7));

        assertThat(attribution.evidence())
                .startsWith("hop nginx (pid 812): 64 of 64 worker_connections of worker 814; 7 closed-before-answer");
        assertThat(attribution.relief()).startsWith("raise worker_connections of nginx (now 64 for each worker;");
        assertThat(attribution.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    /** A proxy that does not tell its connections has them counted in the kernel, where those of others are as well. */
    @Test
    void noMoreThanALimitIsUsedOfIt() {
        assertThat(worker(814, 66).used()).isEqualTo(Observation.of(64));
        assertThat(worker(814, 66).free()).isZero();
        assertThat(worker(814, 63).used()).isEqualTo(Observation.of(63));
    }

    @Test
    void theLineOfTheErrorLogIsQuotedAndMakesTheNameSure() {
        String line = "[alert] 814#814: 64 worker_connections are not enough";
        Attribution attribution = named(e -> {
            e.behind(TargetSockets.NOT_SEEN, worker(814, 64)).fails(FailureCause.CLOSED_BEFORE_ANSWER, 7);
            e.proxyLog.add(line);
        });

        assertThat(attribution.evidence()).contains("; its error log: " + line);
        assertThat(attribution.confidence()).isEqualTo(Confidence.HIGH);
    }

    @Test
    void theZoneThatTheErrorLogNamesHasTheLimit() {
        Attribution attribution = named(e -> {
            e.behind(TargetSockets.NOT_SEEN, worker(814, 40), ofZone("other", 900), ofZone("z", 70))
                    .fails(
                            FailureCause.UNEXPECTED_STATUS,
                            3,
                            "expected status 2xx, got: HTTP/1.1 503 Service Temporarily Unavailable");
            e.proxyLog.add("[error] 814#814: *71 limiting connections by zone \"z\", client: 127.0.0.1");
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.PROXY_MAX_CONNECTIONS);
        assertThat(attribution.evidence()).startsWith("hop nginx (pid 812): 70 limit_conn of zone \"z\"; 3 unexpected");
        assertThat(attribution.relief()).isEqualTo("raise limit_conn of nginx (now 70)");
    }

    private static ProxyLimitUse ofZone(String name, long limit) {
        return new ProxyLimitUse(
                LimitingFactor.PROXY_MAX_CONNECTIONS,
                "limit_conn",
                "zone \"%s\"".formatted(name),
                Observation.NOT_SEEN,
                Limit.of(limit),
                Observation.NOT_SEEN);
    }

    @Test
    void aLimitOfTheServerSaysThatItIsBehindTheProxy() {
        Attribution attribution = named(e -> {
            e.behind(TargetSockets.NOT_SEEN, worker(813, 30)).fails(FailureCause.ANSWER_TIMEOUT, 200);
            e.connections = e.maxConnections = 100;
        });

        assertThat(attribution.evidence())
                .startsWith("hop server 127.0.0.1:8081, behind nginx: 100 connections accepted, maxConnections is 100");
    }

    @Test
    void anUnknownLimitSaysHowMuchOfTheProxyWasUsed() {
        Attribution attribution =
                named(e -> e.behind(TargetSockets.NOT_SEEN, worker(813, 30)).fails(FailureCause.ANSWER_TIMEOUT, 200));

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.UNKNOWN);
        assertThat(attribution.evidence())
                .startsWith(
                        "hop not known (nginx: 30 of 64 worker_connections of worker 813, it used 0.00 processors): ");
    }

    private static Attribution closedByNumber(long used) {
        Attribution byControl = new Attribution(
                LimitingFactor.SERVER_MAX_CONNECTIONS,
                Confidence.MEDIUM,
                "it closed 3; control: 23 stayed open",
                "raise");
        return ProxyLimits.asWorkerEviction(byControl, failed(e -> e.behind(TargetSockets.NOT_SEEN, worker(813, used))
                .fails(FailureCause.CLOSED_WHILE_HELD, 3)));
    }

    @Test
    void whereTheNumberClosesHeldConnectionsAHalfFullWorkerIsNamedAndAnEmptyOneIsNot() {
        assertThat(closedByNumber(49).factor()).isEqualTo(LimitingFactor.PROXY_WORKER_CONNECTIONS);
        assertThat(closedByNumber(49).evidence())
                .startsWith("hop nginx (pid 812): 49 of 64 worker_connections of worker 813 at the fullest reading")
                .endsWith("; it closed 3; control: 23 stayed open");
        assertThat(closedByNumber(20).factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
    }

    @Test
    void linesWithoutALimitAreNoFindings() {
        assertThat(LogScanner.proxy(Stream.of(
                        "[notice] 812#812: start worker process 813",
                        "[error] 813#813: *1 open() \"/html/x\" failed (2: No such file or directory)",
                        "[error] 813#813: *2 upstream timed out (110: Connection timed out) while"
                                + " reading response header")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.factor()).isEqualTo(LimitingFactor.PROXY_UPSTREAM);
                    assertThat(finding.lineNumber()).isEqualTo(3);
                });
    }
}
