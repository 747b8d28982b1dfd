package io.ceiling.watch.verdict;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The figures that a load tool prints about its whole run. A pure function of its output.
 *
 * @param perSecond answers a second, whatever their status; empty if it prints none that is known
 * @param meanSeconds mean time of an answer; empty if it prints none
 * @param refusedShare share of the answers that were not successful; 0 if it prints none
 */
public record ToolReport(OptionalDouble perSecond, OptionalDouble meanSeconds, double refusedShare) {

    /** The report of a tool that prints nothing that is known. */
    public static final ToolReport NONE = new ToolReport(OptionalDouble.empty(), OptionalDouble.empty(), 0);

    private static final String NUMBER = "([0-9]+(?:\\.[0-9]+)?)";
    private static final String TIME = NUMBER + "\\s*(us|µs|ms|s|m|secs?|)\\b";

    // Of wrk, ab, hey and oha; of k6.
    private static final List<Pattern> RATES =
            patterns("^Requests(?:/sec| per second):\\s+" + NUMBER, "^http_reqs\\.*: \\d+\\s+" + NUMBER + "/s");

    // Times until the last answer: of wrk and autocannon; of vegeta, whose rate is that of the requests that it sent.
    private static final List<Pattern> DURATIONS =
            patterns("^\\d+ requests in ([^,\\s]+)", "^Duration\\s+\\[total, attack, wait]\\s+([^,]+),");

    private static final Pattern PART_OF_A_TIME = Pattern.compile(NUMBER + "(h|ms|m|us|µs|ns|s)");

    private static final List<Pattern> MEANS = patterns(
            "^Latency\\s+" + TIME,
            "^Time per request:\\s+" + NUMBER + " \\[(ms)] \\(mean\\)",
            "^Average:\\s+" + TIME,
            "^Latencies\\s+\\[min, mean,.*?]\\s+[^,]+, " + TIME,
            "^http_req_duration\\.*: avg=" + TIME);

    private static final List<Pattern> TOTALS = patterns(
            "^(\\d+) requests in ",
            "^Complete requests:\\s+(\\d+)",
            "^Requests\\s+\\[total, rate, throughput]\\s+(\\d+),");

    private static final List<Pattern> REFUSALS =
            patterns("^Non-2xx or 3xx responses: (\\d+)", "^Non-2xx responses:\\s+(\\d+)");

    private static final Pattern FAILED_SHARE = Pattern.compile("^http_req_failed\\.*: " + NUMBER + "%");
    // Of hey and oha in brackets, of vegeta with a colon.
    private static final Pattern STATUS = Pattern.compile("(?:\\[|\\b)([1-5]\\d\\d)(?:]\\s+|:)(\\d+)\\b");

    private static List<Pattern> patterns(String... texts) {
        return Stream.of(texts).map(Pattern::compile).toList();
    }

    /** Parses the last lines of the output. */
    public static ToolReport of(String output) {
        List<String> lines = output.lines().map(String::strip).toList();
        return new ToolReport(rate(lines), mean(lines), refused(lines));
    }

    private static OptionalDouble rate(List<String> lines) {
        double seconds = first(lines, DURATIONS)
                .mapToDouble(found -> seconds(found.group(1)))
                .findFirst()
                .orElse(0);
        double total = count(lines, TOTALS);
        if (seconds > 0 && total > 0) {
            return OptionalDouble.of(total / seconds);
        }
        return first(lines, RATES)
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .findFirst();
    }

    private static OptionalDouble mean(List<String> lines) {
        return first(lines, MEANS)
                .mapToDouble(found -> Double.parseDouble(found.group(1)) * unit(found.group(2)))
                .findFirst();
    }

    private static double seconds(String time) {
        return PART_OF_A_TIME
                .matcher(time)
                .results()
                .mapToDouble(part -> Double.parseDouble(part.group(1)) * unit(part.group(2)))
                .sum();
    }

    private static double unit(String unit) {
        return switch (unit) {
            case "ns" -> 1e-9;
            case "us", "µs" -> 1e-6;
            case "ms" -> 1e-3;
            case "m" -> 60;
            case "h" -> 3600;
            default -> 1;
        };
    }

    private static double refused(List<String> lines) {
        OptionalDouble share = first(lines, List.of(FAILED_SHARE))
                .mapToDouble(found -> Double.parseDouble(found.group(1)) / 100)
                .findFirst();
        if (share.isPresent()) {
            return share.getAsDouble();
        }
        double total = count(lines, TOTALS);
        if (total > 0 && count(lines, REFUSALS) > 0) {
            return Math.min(1, count(lines, REFUSALS) / total);
        }
        double all = 0;
        double failed = 0;
        for (String line : lines) {
            boolean counts =
                    line.startsWith("[") || line.toLowerCase(Locale.ROOT).startsWith("status codes");
            Matcher status = STATUS.matcher(line);
            while (counts && status.find()) {
                double count = Double.parseDouble(status.group(2));
                all += count;
                failed += status.group(1).startsWith("2") ? 0 : count;
            }
        }
        return all == 0 ? 0 : failed / all;
    }

    private static double count(List<String> lines, List<Pattern> patterns) {
        return first(lines, patterns)
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .findFirst()
                .orElse(0);
    }

    private static Stream<Matcher> first(List<String> lines, List<Pattern> patterns) {
        return patterns.stream()
                .flatMap(pattern -> lines.stream().map(pattern::matcher))
                .filter(Matcher::find);
    }
}
