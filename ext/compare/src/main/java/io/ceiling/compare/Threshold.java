package io.ceiling.compare;

import io.ceiling.compare.Comparison.ComparedMetric;
import io.ceiling.harness.expect.Metric;
import io.ceiling.harness.text.OneLine;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One part of {@code --fail-on "ceiling<-5%,heap_bytes_per_connection>+10%"}.
 *
 * @param metric the metric
 * @param failsBelow true if the threshold is crossed from above
 * @param change relative change at the threshold, 0.1 is 10 % more
 */
public record Threshold(Metric metric, boolean failsBelow, double change) {

    private static final Pattern PART = Pattern.compile("([a-z_]+)\\s*([<>])\\s*([+-]?\\d{1,4}(?:\\.\\d{1,3})?)\\s*%");

    /**
     * Parses a list of thresholds.
     *
     * @throws IllegalArgumentException if a part is wrong; the message has the option, the value and what is allowed
     */
    public static List<Threshold> parse(String option, String text) {
        return Arrays.stream(text.split(",", -1))
                .map(part -> one(option, OneLine.of(part)))
                .toList();
    }

    private static Threshold one(String option, String part) {
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "%s must be such as ceiling<-5%%,heap_bytes_per_connection>+10%%, was '%s'"
                            .formatted(option, part));
        }
        try {
            return new Threshold(
                    Metric.require(matcher.group(1)),
                    matcher.group(2).equals("<"),
                    Double.parseDouble(matcher.group(3)) / 100);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(option, e.getMessage()), e);
        }
    }

    /**
     * Returns true if the gap leaves open whether this threshold was crossed. A lower bound that already keeps the
     * threshold leaves nothing open.
     */
    boolean isLeftOpenBy(UnjudgedMetric gap) {
        return gap.metric() == metric && (failsBelow ? gap.mayBeBelow(change) : gap.mayBeAbove(change));
    }

    /** Returns true if the figure moved beyond the noise and beyond this threshold. */
    public boolean isCrossedBy(ComparedMetric line) {
        return line.hasMoved()
                && line.metric() == metric
                && (failsBelow ? line.change() < change : line.change() > change);
    }
}
