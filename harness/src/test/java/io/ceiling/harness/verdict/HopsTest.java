package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.HopControl.HopAnswer;
import io.ceiling.harness.result.HopControl.Sockets;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.Hops.LimitingHop;
import io.ceiling.load.report.FailureCause;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HopsTest {

    static final HopAnswer USUAL = answer(200, 500);
    static final HopAnswer REFUSED = answer(503, 1);
    private static final HopAnswer CLOSED = answer(HopAnswer.CLOSED, 1);
    static final HopAnswer LATE = answer(HopAnswer.LATE, 1_200);

    private static HopAnswer answer(int status, long millis) {
        return new HopAnswer(status, millis * 1_000_000);
    }

    /** Seventy clients of the proxy, and so many connections with the server behind at each of two levels. */
    static HopControl control(List<HopAnswer> through, List<HopAnswer> direct, long... behind) {
        List<Sockets> sockets = Arrays.stream(behind)
                .mapToObj(open -> new Sockets(sockets(70, open), sockets(open, open), BusiestThread.NOT_SEEN))
                .toList();
        return new HopControl(
                new HopControl.IdleAnswers(USUAL, USUAL), through, direct, HopControl.OtherClient.NONE, sockets, "");
    }

    /** The same control while a thread of the proxy used so much of a processor at each of two levels. */
    static HopControl busy(double cores, List<HopAnswer> through, List<HopAnswer> direct) {
        BusiestThread thread = new BusiestThread(
                Observation.of(813),
                "nginx",
                Observation.of((long) (cores * 1_000_000_000)),
                Observation.of(1_000_000_000));
        Sockets level = new Sockets(sockets(70, 70), sockets(70, 70), thread);
        return new HopControl(
                new HopControl.IdleAnswers(USUAL, USUAL),
                through,
                direct,
                HopControl.OtherClient.NONE,
                List.of(level, level),
                "");
    }

    /** A control without a proxy, in which the load and another client address got these answers. */
    static HopControl elsewhere(List<HopAnswer> ofLoad, List<HopAnswer> ofOthers) {
        return new HopControl(
                new HopControl.IdleAnswers(USUAL, USUAL),
                ofLoad,
                List.of(),
                new HopControl.OtherClient(ofOthers, 3),
                List.of(),
                "");
    }

    @Test
    void aLimitIsForEachClientAddressIfAnotherOneIsServedMeanwhile() {
        List<HopAnswer> served = List.of(USUAL, USUAL, USUAL);
        List<HopAnswer> refused = List.of(REFUSED, CLOSED, REFUSED);

        assertThat(Hops.isPerClient(elsewhere(refused, served))).isTrue();
        assertThat(Hops.isPerClient(elsewhere(List.of(LATE, LATE), served))).isTrue();
        assertThat(Hops.isPerClient(elsewhere(served, served))).isFalse();
        assertThat(Hops.isPerClient(elsewhere(refused, List.of(USUAL, USUAL, REFUSED))))
                .isFalse();
        assertThat(Hops.isPerClient(elsewhere(List.of(REFUSED, USUAL), served))).isFalse();
        assertThat(Hops.isPerClient(elsewhere(List.of(REFUSED), List.of(USUAL))))
                .isFalse();
        assertThat(Hops.isPerClient(HopControl.NONE)).isFalse();
    }

    @Test
    void theLimitOfEachClientAddressIsNotMultipliedByThoseOfTheLoadAgents() {
        Attribution attribution = named(e -> {
            e.ofTarget(true);
            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200);
            e.hops = elsewhere(List.of(CLOSED, CLOSED), List.of(USUAL, USUAL));
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.REFUSED_BY_SERVER);
        assertThat(attribution.evidence()).contains("a limit for each client address", "3 addresses");
        assertThat(attribution.relief()).startsWith("raise what one client address is allowed (now about ");
    }

    private static TargetSockets sockets(long accepted, long open) {
        return new TargetSockets(
                new TargetSockets.ServerSockets(Observation.of(accepted), Observation.of(0), Observation.of(0)),
                new TargetSockets.ClientSockets(Observation.of(0), Observation.of(open), Observation.of(open)));
    }

    @Test
    void whoAnswersAsWithoutLoadWhileTheOtherDoesNotIsNotTheLimit() {
        assertThat(Hops.limitingHop(control(List.of(REFUSED), List.of(USUAL, answer(200, 600)))))
                .isEqualTo(LimitingHop.PROXY);
        assertThat(Hops.limitingHop(control(List.of(LATE), List.of(USUAL)))).isEqualTo(LimitingHop.PROXY);
        assertThat(Hops.limitingHop(control(List.of(CLOSED), List.of(LATE, LATE))))
                .isEqualTo(LimitingHop.SERVER);
        assertThat(Hops.limitingHop(control(List.of(REFUSED), List.of(REFUSED, REFUSED))))
                .isEqualTo(LimitingHop.SERVER);
    }

    @Test
    void nothingFollowsWhereTheProxyAnswersOrTheServerDoesOnlyNowAndThen() {
        assertThat(Hops.limitingHop(control(List.of(REFUSED, USUAL), List.of(USUAL))))
                .isEqualTo(LimitingHop.NOT_KNOWN);
        assertThat(Hops.limitingHop(control(List.of(REFUSED), List.of(USUAL, LATE))))
                .isEqualTo(LimitingHop.NOT_KNOWN);
        assertThat(Hops.limitingHop(control(List.of(LATE), List.of(USUAL, answer(200, 800)))))
                .isEqualTo(LimitingHop.NOT_KNOWN);
        assertThat(Hops.limitingHop(HopControl.NONE)).isEqualTo(LimitingHop.NOT_KNOWN);
    }

    private static Attribution analysed(HopControl control, Consumer<EvidenceBuilder> more) {
        return named(e -> {
            e.behind(sockets(64, 64));
            e.hops = control;
            more.accept(e);
        });
    }

    @Test
    void aStatusOfTheProxyIsItsOwnRefusalWhereTheServerAnswersThoseWhoComePastIt() {
        Attribution refusal = analysed(
                control(List.of(REFUSED), List.of(USUAL), 70),
                e -> e.fails(
                        FailureCause.UNEXPECTED_STATUS,
                        3,
                        "expected status 2xx, got: HTTP/1.1 503 Service Temporarily Unavailable"));

        assertThat(refusal.factor()).isEqualTo(LimitingFactor.PROXY_REFUSAL);
        assertThat(refusal.confidence()).isEqualTo(Confidence.HIGH);
        assertThat(refusal.evidence())
                .startsWith("hop nginx (pid 812): 3 unexpected-status")
                .contains("asked past it, the server behind answered 200 after 500 ms")
                .contains("through it the answer was 503 after 1 ms")
                .contains("70 connections with clients");
    }

    @Test
    void aProxyThatLetsRequestsWaitLimitsThem() {
        Attribution limit =
                analysed(control(List.of(LATE), List.of(USUAL), 40, 40), e -> e.fails(FailureCause.ANSWER_TIMEOUT, 40));

        assertThat(limit.factor()).isEqualTo(LimitingFactor.PROXY_LIMIT);
        assertThat(limit.evidence()).contains("and 40 and then 40 with the server behind");
    }

    @Test
    void aServerThatIsLateForThoseWhoComePastTheProxyIsTheLimit() {
        Attribution behind = analysed(control(List.of(LATE), List.of(LATE), 100), e -> {
            e.fails(FailureCause.ANSWER_TIMEOUT, 40);
            e.connections = e.maxConnections = 100;
        });

        assertThat(behind.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(behind.evidence())
                .contains("behind nginx: ")
                .endsWith("; asked past the proxy, the server behind answered none within 1200 ms (without load 200"
                        + " after 500 ms), and through it the answer was none within 1200 ms");
    }

    @Test
    void aServerThatRefusesThoseWhoComePastTheProxyIsNamedForIt() {
        Attribution behind = analysed(
                control(List.of(REFUSED), List.of(REFUSED), 100),
                e -> e.fails(FailureCause.UNEXPECTED_STATUS, 4, "HTTP/1.1 503"));

        assertThat(behind.factor()).isEqualTo(LimitingFactor.REFUSED_BY_SERVER);
        assertThat(behind.evidence())
                .contains("behind nginx: ", "asked past the proxy, the server behind answered 503 after 1 ms");
    }

    @Test
    void aRateThatTheProxyLimitsIsOfItsHop() {
        Attribution rate = analysed(control(List.of(REFUSED), List.of(USUAL), 70), e -> {
            e.fails(FailureCause.UNEXPECTED_STATUS, 4, "HTTP/1.1 503");
            EvidenceTable.fact("lone(100, 40) calm(1000, 50)").apply(e);
        });

        assertThat(rate.factor()).isEqualTo(LimitingFactor.RATE_LIMIT);
        assertThat(rate.evidence()).startsWith("hop nginx (").contains("it turned them away itself");
    }

    @Test
    void whereNobodyCouldBeAskedAProxyThatClosesWithoutAConnectionBehindHasRefused() {
        Consumer<EvidenceBuilder> closes = e -> e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 3);

        assertThat(analysed(HopControl.NONE, closes).factor()).isEqualTo(LimitingFactor.PROXY_REFUSAL);
        assertThat(analysed(HopControl.NONE, closes.andThen(e -> e.behind(sockets(5_000, 5_000))))
                        .factor())
                .isEqualTo(LimitingFactor.REFUSED_BY_SERVER);
    }

    /** A worker of the proxy, of which the descriptors are seen while it runs. */
    private static ProxyReading workers(String... names) {
        return new ProxyReading(
                Arrays.stream(names)
                        .map(name -> new ProxyReading.ProxyLimitUse(
                                LimitingFactor.PROXY_FILE_DESCRIPTORS,
                                "open descriptors",
                                name,
                                Observation.of(100),
                                Limit.of(1_024),
                                Observation.NOT_SEEN))
                        .toList(),
                TargetSockets.NOT_SEEN,
                sockets(64, 64),
                Observation.NOT_SEEN);
    }

    @Test
    void aProxyOfWhichAProcessEndedMeanwhileHasRefusedNothing() {
        Attribution ended = analysed(control(List.of(CLOSED), List.of(USUAL), 70), e -> {
            e.behind(
                    sockets(64, 64),
                    workers("worker 813", "worker 814").uses().toArray(ProxyReading.ProxyLimitUse[]::new));
            e.proxyAtEnd = Optional.of(workers("worker 813"));
            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 3);
        });

        assertThat(ended.factor()).isEqualTo(LimitingFactor.SERVER_CRASH);
        assertThat(ended.evidence())
                .startsWith("hop nginx (pid 812): worker 814 of nginx ended in this step and took connections along");
    }

    @Test
    void aSpareProcessOfAProxyThatAnswersForTheServerTookNothingAlong() {
        Consumer<EvidenceBuilder> gaveUp = e -> {
            e.behind(
                    sockets(64, 64),
                    workers("worker 813", "worker 814").uses().toArray(ProxyReading.ProxyLimitUse[]::new));
            e.proxyAtEnd = Optional.of(workers("worker 813"));
            e.fails(FailureCause.UNEXPECTED_STATUS, 1, "HTTP/1.1 502 Bad Gateway");
        };

        assertThat(analysed(HopControl.NONE, gaveUp).factor()).isNotEqualTo(LimitingFactor.SERVER_CRASH);
        assertThat(analysed(control(List.of(REFUSED), List.of(USUAL), 70), gaveUp)
                        .factor())
                .isEqualTo(LimitingFactor.PROXY_REFUSAL);
    }
}
