package io.ceiling.climb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.MatrixHost;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A climb whose measurements a test makes up. */
final class Climbs {

    static final ClimbBounds HEADROOM = bounds(8L << 30, 20_000, false);

    /** On a host with the limits of a usual Linux. */
    static ClimbBounds bounds(long heapBudgetBytes, int cap, boolean sysctlsAllowed) {
        return new ClimbBounds(20_000, heapBudgetBytes, hostOfPorts(28_232), sysctlsAllowed, cap, OptionalInt.empty());
    }

    static HostLimits hostOfPorts(long ports) {
        return HostLimitsFixture.limits(
                HostLimitsFixture.descriptors(20_000, 20_000),
                HostLimitsFixture.threads(32_768, 190_000, 65_530, 96_000),
                HostLimits.Cgroup.NOT_SEEN,
                HostLimitsFixture.network(ports, 4096, -1, 262_144),
                24L << 30,
                2L << 30);
    }

    private final ClimbPlan plan;
    private final List<ClimbStep> steps = new ArrayList<>();

    Climbs(ClimbPlan plan) {
        this.plan = plan;
    }

    static Climbs of(Map<Dimension, String> start, ClimbBounds bounds) {
        return new Climbs(new Staircase(start, matrixHost(), bounds, false));
    }

    /** One that controls each raise that moved the ceiling. */
    static Climbs controlled(Map<Dimension, String> start, ClimbBounds bounds) {
        return new Climbs(new Staircase(start, matrixHost(), bounds, true));
    }

    /** A first step, at the threads. */
    static ClimbStep first() {
        Verdict threads = new Verdict.Reached(
                1200,
                1201,
                LimitingFactor.SERVER_THREADS,
                "200 of 200 request threads busy",
                "raise maxThreads (now 200)",
                Confidence.HIGH,
                List.of(
                        new NextLimit(LimitingFactor.SERVER_HEAP, "heap full"),
                        new NextLimit(LimitingFactor.ACCEPT_QUEUE, "overflows")));
        return new ClimbStep(
                "tomcat nio platform websocket",
                1,
                Trial.START,
                OptionalInt.empty(),
                Fixtures.result(Fixtures.websocket(), threads),
                Proof.NONE);
    }

    /** A step after it, which has the figure of an article. */
    static ClimbStep second() {
        Trial trial = new Trial(
                Optional.of(new Change("threads", "200", "4096")),
                Optional.of(LimitingFactor.SERVER_THREADS),
                Prediction.risesTo(24_576),
                Optional.of(new PublishedFigure(5859, "heap, \"GC overhead\"")));
        return new ClimbStep(
                "tomcat nio platform websocket",
                2,
                trial,
                OptionalInt.of(1200),
                Fixtures.result(Fixtures.websocket(), Fixtures.REACHED),
                Proof.CURED);
    }

    static MatrixHost matrixHost() {
        Jdk jdk = new Jdk(Path.of("/jdk25"), "25.0.3", 25);
        return new MatrixHost(wanted -> jdk, 20_000, "3.1.0");
    }

    /** The next step ends at a limit. */
    Climbs reaches(int ceiling, LimitingFactor factor, Proof proof, LimitingFactor... next) {
        return ends(reached(ceiling, factor, next), proof);
    }

    static Verdict.Reached reached(int ceiling, LimitingFactor factor, LimitingFactor... next) {
        return new Verdict.Reached(
                ceiling,
                ceiling + 1,
                factor,
                "seen",
                "raise it",
                Confidence.HIGH,
                Stream.of(next)
                        .map(candidate -> new NextLimit(candidate, "seen too"))
                        .toList());
    }

    Climbs ends(Verdict verdict, Proof proof) {
        ClimbMove.Measure measure = measure();
        ScenarioResult result = result(measure.scenario(), verdict);
        OptionalInt before = steps.isEmpty()
                ? OptionalInt.empty()
                : steps.get(steps.size() - 1).result().verdict().passed();
        steps.add(new ClimbStep("a climb", steps.size() + 1, measure.trial(), before, result, proof));
        return this;
    }

    /** The next step ends at the ports of the load agents. */
    Climbs endsAtTheAgentsPorts(int passed, Proof proof) {
        return ends(
                new Verdict.Invalid(
                        passed, LimitingFactor.LOAD_EPHEMERAL_PORTS, "seen", "more addresses", Confidence.HIGH),
                proof);
    }

    ClimbMove.Measure measure() {
        ClimbMove move = plan.next(steps);
        assertThat(move).isInstanceOf(ClimbMove.Measure.class);
        return (ClimbMove.Measure) move;
    }

    String change() {
        return measure().trial().text();
    }

    boolean ended() {
        return plan.next(steps) instanceof ClimbMove.End;
    }

    String end() {
        ClimbMove move = plan.next(steps);
        assertThat(move).isInstanceOf(ClimbMove.End.class);
        return ((ClimbMove.End) move).reason();
    }

    static ScenarioResult result(Scenario scenario, Verdict verdict) {
        return new ScenarioResult(
                scenario,
                verdict instanceof Verdict.Skipped ? null : running(scenario),
                verdict,
                List.of(),
                CostPerConnection.NONE,
                0);
    }

    private static RunningSettings running(Scenario scenario) {
        return new RunningSettings(
                812,
                "25.0.3",
                40123,
                "/ceiling",
                new ContainerIdentity(
                        scenario.container(), "11.0.25", scenario.connector(), "an endpoint", scenario.threadKind()),
                ConnectorReadback.of(
                        scenario.threadKind() == ThreadKind.VIRTUAL
                                ? -1
                                : (int) scenario.sizes().maxThreads().orElse(200),
                        scenario.sizes()
                                .maxConnections()
                                .orElse(scenario.sizes().maxConnections().isUnlimited() ? -1 : 8192),
                        (int) scenario.sizes().acceptCount().orElse(100),
                        0,
                        Map.of()),
                "");
    }
}
