package io.ceiling.climb;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.MatrixHost;
import io.ceiling.harness.matrix.ScenarioFactory;
import io.ceiling.harness.matrix.Sizes;
import io.ceiling.harness.matrix.Values;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The six settings of an article of 2010 that measured a recursive servlet on Tomcat 6. They are changed one after the
 * other regardless of the limit that stops the chain. Each change is judged like a step of a climb: it must move the
 * ceiling if it relieves the named limit, and must not move it otherwise. Immutable.
 */
final class ArticleSteps implements ClimbPlan {

    // Thread pool and stack of the article's time; Tomcat 6 had no maxConnections.
    private static final Map<Dimension, String> START = Map.of(
            Dimension.CONTAINER, "tomcat",
            Dimension.CONNECTOR, "bio",
            Dimension.THREADS, "40",
            Dimension.MAX_CONNECTIONS, "-1",
            Dimension.STACK, "256k");

    /** Heap of the first step, in bytes. */
    public static final long MIN_HEAP_BYTES = 512L << 20;

    private static final int NOFILE = 1024;
    private static final long LARGE_HEAP_BYTES = 2L << 30;

    // The article's own number of threads. Fewer are enough for a chain that the descriptors end.
    private static final int MAX_THREADS = 32_000;

    private static final double THREADS_PER_DESCRIPTOR = 0.6;

    private static final PublishedFigure DEFAULTS = new PublishedFigure(40, "thread pool");

    private record FixedStep(
            Scenario scenario,
            Optional<Change> change,
            Set<LimitingFactor> relievedLimits,
            PublishedFigure published) {}

    private final Workload workload;
    private final ThreadKind threadKind;
    private final ClimbBounds bounds;
    private final List<FixedStep> fixed;

    /**
     * Creates the plan of one climb.
     *
     * @param jdk value of the option {@code --jdk}
     */
    public ArticleSteps(
            Workload workload, ThreadKind threadKind, String jdk, MatrixHost matrixHost, ClimbBounds bounds) {
        this.workload = workload;
        this.threadKind = threadKind;
        this.bounds = bounds;
        Map<Dimension, String> start = new EnumMap<>(START);
        start.put(Dimension.WORKLOAD, workload.label());
        start.put(Dimension.THREAD_KIND, threadKind.label());
        start.put(Dimension.NOFILE, Integer.toString(Math.min(NOFILE, bounds.nofileHard())));
        start.put(Dimension.HEAP, Sizes.text(MIN_HEAP_BYTES));
        start.put(Dimension.JDK, jdk);
        this.fixed = fixed(start, matrixHost, bounds);
    }

    private static List<FixedStep> fixed(Map<Dimension, String> start, MatrixHost matrixHost, ClimbBounds bounds) {
        String heap = Sizes.text(Math.min(LARGE_HEAP_BYTES, bounds.heapBudgetBytes()));
        Builder steps = new Builder(start, matrixHost, OptionalInt.of(bounds.capConnections()));
        steps.change(
                Dimension.THREADS,
                Integer.toString((int) Math.min(MAX_THREADS, THREADS_PER_DESCRIPTOR * bounds.nofileHard())),
                EnumSet.of(LimitingFactor.SERVER_THREADS),
                new PublishedFigure(490, "Too many open files"));
        steps.change(
                Dimension.CONNECTOR,
                "nio",
                EnumSet.noneOf(LimitingFactor.class),
                new PublishedFigure(486, "Too many open files"));
        steps.change(
                Dimension.NOFILE,
                Integer.toString(bounds.nofileHard()),
                EnumSet.of(LimitingFactor.SERVER_FILE_DESCRIPTORS),
                new PublishedFigure(5_859, "heap"));
        steps.change(
                Dimension.HEAP,
                heap,
                EnumSet.of(LimitingFactor.SERVER_HEAP, LimitingFactor.SERVER_GC),
                new PublishedFigure(11_000, "heap"));
        steps.change(
                Dimension.BUFFER,
                "1k",
                EnumSet.of(LimitingFactor.SERVER_HEAP, LimitingFactor.SERVER_GC),
                new PublishedFigure(13_332, "physical memory"));
        return List.copyOf(steps.all);
    }

    // Collects the steps. Leaves out changes without an effect, such as the pool size with virtual threads.
    private static final class Builder {
        private final Map<Dimension, String> values;
        private final MatrixHost matrixHost;
        private final OptionalInt cap;
        private final List<FixedStep> all = new ArrayList<>();

        Builder(Map<Dimension, String> start, MatrixHost matrixHost, OptionalInt cap) {
            this.values = new EnumMap<>(start);
            this.matrixHost = matrixHost;
            this.cap = cap;
            all.add(new FixedStep(ScenarioFactory.of(values, matrixHost, cap), Optional.empty(), Set.of(), DEFAULTS));
        }

        void change(Dimension dimension, String to, Set<LimitingFactor> relievedLimits, PublishedFigure published) {
            String from = values.getOrDefault(dimension, Values.DEFAULT);
            values.put(dimension, to);
            Scenario scenario = ScenarioFactory.of(values, matrixHost, cap);
            if (!scenario.equals(all.get(all.size() - 1).scenario())) {
                all.add(new FixedStep(
                        scenario, Optional.of(new Change(dimension.label(), from, to)), relievedLimits, published));
            }
        }
    }

    @Override
    public String name() {
        return "tomcat %s %s".formatted(threadKind.label(), workload.label());
    }

    @Override
    public List<Scenario> knownScenarios() {
        return fixed.stream().map(FixedStep::scenario).toList();
    }

    @Override
    public ClimbMove next(List<ClimbStep> steps) {
        if (steps.size() == fixed.size()) {
            return new ClimbMove.End(
                    "all steps of the article are done; a level takes two descriptors, so that nofile=%d ends a chain before %d levels"
                            .formatted(bounds.nofileHard(), bounds.nofileHard() / 2));
        }
        FixedStep next = fixed.get(steps.size());
        return new ClimbMove.Measure(next.scenario(), trial(next, steps));
    }

    private static Trial trial(FixedStep next, List<ClimbStep> steps) {
        Optional<LimitingFactor> named = steps.isEmpty()
                ? Optional.empty()
                : Optional.of(steps.get(steps.size() - 1).result().verdict())
                        .filter(Verdict.Reached.class::isInstance)
                        .map(verdict -> ((Verdict.Reached) verdict).factor());
        Prediction prediction = named.map(factor -> prediction(next, factor)).orElse(Prediction.NONE);
        return new Trial(next.change(), named, prediction, Optional.of(next.published()));
    }

    private static Prediction prediction(FixedStep next, LimitingFactor named) {
        if (!next.relievedLimits().contains(named)) {
            return Prediction.STAYS;
        }
        boolean indirect = next.change()
                .filter(change -> change.setting().equals(Dimension.BUFFER.label()))
                .isPresent();
        return indirect ? Prediction.MAY_RISE : Prediction.RISES;
    }
}
