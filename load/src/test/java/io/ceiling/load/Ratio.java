package io.ceiling.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A figure of the agent in some rounds, and that of another program in the same ones; or a percentage of its own, with no other.
 */
record Ratio(String what, List<Double> own, List<Double> other) {

    private static final String HEAD = "| figure | goal | measured | rounds | least..most |\n|---|---|---|---|---|";

    /** Runs a program to its end; returns what it prints. */
    static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    static double figure(Pattern figure, String output) throws IOException {
        Matcher matcher = figure.matcher(output);
        if (!matcher.find()) {
            throw new IOException("no figure in: " + output);
        }
        return Double.parseDouble(matcher.group(1));
    }

    Ratio print() {
        if (other.isEmpty()) {
            print("%s: %s (median of %d)", what, figure(median(own)), own.size());
        } else {
            print(
                    "%s: agent %.0f, other %.0f (medians of %d): %.0f %%",
                    what, median(own), median(other), own.size(), 100 * median(own) / median(other));
        }
        return this;
    }

    static void table(Map<Ratio, String> goals) {
        print(HEAD);
        goals.forEach((ratio, goal) -> {
            List<Double> percents = ratio.percents();
            print(
                    "| %s | %s | %s | %d | %s..%s %% |",
                    ratio.what,
                    goal,
                    figure(median(percents)) + " %",
                    percents.size(),
                    figure(Collections.min(percents)),
                    figure(Collections.max(percents)));
        });
    }

    /** Of each round. */
    private List<Double> percents() {
        return other.isEmpty()
                ? own
                : IntStream.range(0, own.size())
                        .mapToObj(i -> 100 * own.get(i) / other.get(i))
                        .toList();
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
    }

    /** Returns the median; of an even number the lower one in the middle, as in the reports of the harness. */
    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get((values.size() - 1) / 2);
    }

    static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }
}
