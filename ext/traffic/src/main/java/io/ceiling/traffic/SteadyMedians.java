package io.ceiling.traffic;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Decides from the median response times of consecutive seconds whether a server answers as fast as it will. Pure
 * functions.
 *
 * <p>Notes. The steady answers of {@link Steadiness} suffice for a ceiling, which they must not decide. A published
 * response time needs more: it must no longer fall.
 */
public final class SteadyMedians {

    /** Seconds in a row whose medians must agree. */
    static final int SECONDS = 3;

    /** Largest median of these seconds divided by the smallest. */
    static final double MAX_RATIO = 1.10;

    /** Fewest answers of a second with a meaningful median. */
    static final long MIN_ANSWERS = 20;

    private SteadyMedians() {}

    /**
     * One second of traffic.
     *
     * @param answered number of answers
     * @param medianNanos median response time of these, in ns
     */
    public record Second(long answered, long medianNanos) {}

    /** Returns true if the medians of the last seconds agree within 10 %. */
    public static boolean isSteady(List<Second> seconds) {
        if (seconds.size() < SECONDS || hasTooFewAnswers(seconds)) {
            return false;
        }
        List<Second> last = seconds.subList(seconds.size() - SECONDS, seconds.size());
        long least = last.stream().mapToLong(Second::medianNanos).min().orElseThrow();
        long most = last.stream().mapToLong(Second::medianNanos).max().orElseThrow();
        return most <= MAX_RATIO * least;
    }

    /** Returns true if the last seconds have too few answers for a decision, so that more seconds will not help. */
    public static boolean hasTooFewAnswers(List<Second> seconds) {
        return seconds.size() >= SECONDS
                && seconds.subList(seconds.size() - SECONDS, seconds.size()).stream()
                        .anyMatch(second -> second.answered() < MIN_ANSWERS);
    }

    /** Describes the last seconds, for the row of a server that did not become steady. */
    public static String describe(List<Second> seconds) {
        List<Second> last = seconds.subList(Math.max(0, seconds.size() - SECONDS), seconds.size());
        if (last.isEmpty()) {
            return "there was no second of requests";
        }
        if (hasTooFewAnswers(seconds)) {
            return "fewer than %d answers in a second of its requests, whose median says nothing"
                    .formatted(MIN_ANSWERS);
        }
        return "the median response times of its last seconds differ by more than 10 %%: %s ms"
                .formatted(last.stream()
                        .map(second -> String.format(Locale.ROOT, "%.3f", second.medianNanos() / 1e6))
                        .collect(Collectors.joining(", ")));
    }
}
