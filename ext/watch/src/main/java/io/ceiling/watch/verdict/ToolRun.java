package io.ceiling.watch.verdict;

import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.verdict.law.Completions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Finds the load levels in the run of a load tool: the highest one, a lower one if there was one, and the quiet seconds
 * of its ramp. Pure functions of the readings.
 *
 * <p>Notes. A level is a stretch of time in which about the same number of requests was outstanding. No request waited
 * in quiet seconds if half as many requests more took the same time: by Little's law that time is the number
 * outstanding divided by the rate of answers.
 */
final class ToolRun {

    private static final long SLICE_NANOS = 1_000_000_000L;
    private static final int MIN_MOMENTS = 3;

    // Share of the largest number outstanding from which a slice belongs to the highest level.
    private static final double HIGHEST_LEVEL_SHARE = 0.85;

    // Share of it up to which a slice is quiet.
    private static final double QUIET_SHARE = 0.5;

    // Largest share of the highest level at which a slice counts as a lower level.
    private static final double LOWER_LEVEL_SHARE = 0.8;

    // Ratio of outstanding requests to those served at once from which on some certainly waited.
    private static final double WAITING_RATIO = 1.3;

    // Smallest ratio of two numbers of outstanding requests whose times are compared.
    private static final double MIN_LOAD_RATIO = 1.5;

    // Ratio of two levels that are too far apart: a limit may lie between them.
    private static final double MAX_LOAD_RATIO = 4;

    // Largest relative difference of times that count as equal.
    private static final double MAX_TIME_SPREAD = 0.2;

    // Without a limit, answers grow at least by this share of the growth of the load.
    private static final double MIN_GROWTH_SHARE = 0.5;

    // Fewest answers of a slice with a meaningful rate.
    private static final long MIN_ANSWERS = 5;

    private final List<Slice> slices;
    private final List<Slice> highestLevel;

    // Some consecutive moments.
    private record Slice(List<Moment> moments) {

        private Moment first() {
            return moments.get(0);
        }

        private Moment last() {
            return moments.get(moments.size() - 1);
        }

        private double outstanding() {
            return moments.stream().mapToDouble(Moment::outstanding).average().orElse(0);
        }

        private long answers() {
            return last().answered() - first().answered();
        }

        private double seconds() {
            return (last().nanos() - first().nanos()) / 1e9;
        }

        private double perSecond() {
            return answers() / seconds();
        }

        private double requestSeconds() {
            return outstanding() / perSecond();
        }
    }

    /** @param moments readings of the whole run, oldest first */
    public ToolRun(List<Moment> moments) {
        this.slices = slices(moments);
        double most = slices.stream().mapToDouble(Slice::outstanding).max().orElse(0);
        this.highestLevel = longestRun(slice -> slice.outstanding() >= HIGHEST_LEVEL_SHARE * most);
    }

    private static List<Slice> slices(List<Moment> moments) {
        List<Slice> slices = new ArrayList<>();
        List<Moment> current = new ArrayList<>();
        for (Moment moment : moments) {
            current.add(moment);
            if (current.size() >= MIN_MOMENTS && moment.nanos() - current.get(0).nanos() >= SLICE_NANOS) {
                slices.add(new Slice(List.copyOf(current)));
                current.clear();
                current.add(moment);
            }
        }
        return List.copyOf(slices);
    }

    private List<Slice> longestRun(Predicate<Slice> which) {
        List<Slice> longest = List.of();
        List<Slice> current = new ArrayList<>();
        for (Slice slice : slices) {
            if (which.test(slice)) {
                current.add(slice);
                longest = current.size() > longest.size() ? List.copyOf(current) : longest;
            } else {
                current.clear();
            }
        }
        return longest;
    }

    /** The highest level of the load. */
    public record HighestLevel(long fromNanos, long toNanos, double offered, double perSecond, double queued) {}

    /** Returns the highest level; empty if the run was too short for one. */
    public Optional<HighestLevel> highestLevel() {
        List<Moment> moments = settled();
        if (moments.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new HighestLevel(
                highestLevel.get(0).first().nanos(),
                highestLevel.get(highestLevel.size() - 1).last().nanos(),
                new Slice(moments).outstanding(),
                new Slice(moments).perSecond(),
                moments.stream().mapToLong(Moment::queued).average().orElse(0)));
    }

    // Returns the moments of the highest level, without its first slice, in which the server adapts to it.
    private List<Moment> settled() {
        return moments(isSustained(highestLevel) ? highestLevel.subList(1, highestLevel.size()) : highestLevel);
    }

    // Returns true for a level that lasts; false for a transition to another level.
    private static boolean isSustained(List<Slice> level) {
        return level.size() >= 3;
    }

    private static List<Moment> moments(List<Slice> of) {
        return of.stream().flatMap(slice -> slice.moments().stream()).distinct().toList();
    }

    /**
     * Returns the times of requests in quiet seconds, in ns; none if there were no quiet seconds, or requests may have
     * waited in them.
     */
    public List<Long> quietNanos() {
        double most = highestLevel().map(HighestLevel::offered).orElse(0.0);
        List<Slice> quiet = slices.stream()
                .filter(slice -> slice.outstanding() >= 1
                        && slice.outstanding() <= QUIET_SHARE * most
                        && slice.answers() >= MIN_ANSWERS)
                .sorted(Comparator.comparingDouble(Slice::outstanding))
                .toList();
        if (quiet.isEmpty()) {
            return List.of();
        }
        double least = quiet.get(0).requestSeconds();
        List<Slice> alike = quiet.stream()
                .filter(slice -> Math.abs(slice.requestSeconds() - least) <= MAX_TIME_SPREAD * least)
                .toList();
        boolean flat = alike.get(alike.size() - 1).outstanding()
                >= MIN_LOAD_RATIO * quiet.get(0).outstanding();
        return flat
                ? alike.stream()
                        .map(slice -> (long) (1e9 * slice.requestSeconds()))
                        .toList()
                : List.of();
    }

    private static Optional<Slice> middle(List<Slice> run) {
        return run.isEmpty() ? Optional.empty() : Optional.of(run.get(run.size() / 2));
    }

    /** Answers a second at a lower number of requests in flight and at the highest. */
    public record Growth(double offered, double perSecond, double offeredOfTop, double perSecondOfTop) {}

    /** Returns how answers grew with the load, if they grew as they do where nothing limits them. */
    public Optional<Growth> growth() {
        return highestLevel()
                .flatMap(highest -> middle(longestRun(slice -> slice.outstanding() <= highest.offered() / MIN_LOAD_RATIO
                                && slice.outstanding() >= highest.offered() / MAX_LOAD_RATIO
                                && slice.answers() >= MIN_ANSWERS))
                        .filter(slice -> highest.perSecond() / slice.perSecond() - 1
                                >= MIN_GROWTH_SHARE * (highest.offered() / slice.outstanding() - 1))
                        .map(slice -> new Growth(
                                slice.outstanding(), slice.perSecond(), highest.offered(), highest.perSecond())));
    }

    /**
     * Returns two levels at which requests waited: a lower one and the highest one; the highest one twice, if the load
     * was constant. None if the run was too short.
     *
     * @param serviceSeconds time of a single request
     * @param scale answers for each one that was counted
     * @param serverHas processors that the server may use
     */
    public List<LoadLevel> levels(double serviceSeconds, double scale, double serverHas) {
        List<Moment> more = settled();
        if (more.size() < 2) {
            return List.of();
        }
        Slice all = new Slice(more);
        double served = all.perSecond() * scale * serviceSeconds;
        List<Slice> below = longestRun(slice -> slice.outstanding() >= WAITING_RATIO * served
                && slice.outstanding() <= LOWER_LEVEL_SHARE * all.outstanding()
                && slice.answers() >= MIN_ANSWERS);
        List<Moment> less = isSustained(below) ? moments(below.subList(1, below.size())) : List.of();
        LoadLevel higher = level(more, serviceSeconds, scale, serverHas);
        return List.of(less.isEmpty() ? higher : level(less, serviceSeconds, scale, serverHas), higher);
    }

    private static LoadLevel level(List<Moment> moments, double serviceSeconds, double scale, double serverHas) {
        LoadLevel.AnswerRate flow = Completions.rate(
                moments.stream()
                        .map(moment -> new Completions.AnswerCount(moment.nanos(), moment.answered()))
                        .toList(),
                serviceSeconds);
        Slice slice = new Slice(moments);
        long cpu = slice.last().serverCpuNanos() - slice.first().serverCpuNanos();
        boolean seen = slice.first().serverCpuNanos() >= 0 && slice.last().serverCpuNanos() >= 0;
        return new LoadLevel(
                (int) Math.max(1, Math.round(slice.outstanding())),
                new LoadLevel.AnswerRate(scale * flow.perSecond(), flow.relativeError()),
                LoadLevel.FailedRequests.NONE,
                new LoadLevel.ProcessorsUsed(
                        seen ? OptionalDouble.of(cpu / 1e9 / slice.seconds()) : OptionalDouble.empty(),
                        serverHas,
                        OptionalDouble.empty()),
                ThreadsByPlace.notSeen("nobody looked"));
    }
}
