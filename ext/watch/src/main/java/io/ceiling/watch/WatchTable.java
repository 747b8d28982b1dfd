package io.ceiling.watch;

import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import io.ceiling.watch.verdict.MetLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The limits that were met while a load tool was watched, in lines for the user. Pure functions. */
final class WatchTable {

    private static final Set<LimitingFactor> OF_TOOL =
            Set.of(LimitingFactor.LOAD_FILE_DESCRIPTORS, LimitingFactor.LOAD_EPHEMERAL_PORTS, LimitingFactor.LOAD_CPU);

    private static final Set<LimitingFactor> OF_HOST = Set.of(LimitingFactor.HOST_CPU);

    private WatchTable() {}

    /** Returns the line of a limit that is met now. */
    public static String startLine(MetLimit limit) {
        return "%s  %s: %s".formatted(time(limit.fromNanos()), limit.factor().label(), Cell.text(limit.evidence()));
    }

    /** Returns the line of a limit that is over, at the time at which that is seen. */
    public static String endLine(MetLimit limit, long nowNanos) {
        return "%s  %s: over since %s, it was met for %s"
                .formatted(
                        time(nowNanos),
                        limit.factor().label(),
                        seconds(limit.toNanos()),
                        seconds(limit.durationNanos()));
    }

    /**
     * Returns the line about the cost of the watch.
     *
     * @param readings number of readings
     * @param looks number of looks at the threads of the server
     * @param nanos processor time that all of them took, in ns
     * @param durationNanos length of the watch, in ns
     * @param connections largest number of connections at a reading
     */
    public static String cost(int readings, int looks, long nanos, long durationNanos, long connections) {
        return String.format(
                Locale.ROOT,
                "%s and %s at threads took %.2f s of one processor in %.1f s (%.1f %%), at up to %s",
                Plural.of(readings, "reading"),
                Plural.of(looks, "look"),
                nanos / 1e9,
                durationNanos / 1e9,
                100.0 * nanos / durationNanos,
                Plural.of(connections, "connection"));
    }

    /**
     * Returns the table of a whole watch: the limits of the load tool and of this host before those of the server.
     *
     * @param verdict limits that were met, or why there are none
     * @param durationNanos length of the watch, in ns
     * @param unreadNanos shortest time without a reading at its end that is reported, in ns
     * @param nearest nearest limit in words, for a watch in which none was met; empty if nothing with a limit was seen
     */
    public static List<String> lines(
            WatchVerdict verdict, long durationNanos, long unreadNanos, Optional<String> nearest) {
        List<MetLimit> limits = verdict.limits();
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (limits.isEmpty()) {
            lines.add("no limit was %s in %s: %s%s"
                    .formatted(
                            verdict.noneMet() ? "met" : "named",
                            seconds(durationNanos),
                            verdict.reason(),
                            nearest.map(words -> "; nearest: " + words).orElse("")));
            return List.copyOf(lines);
        }
        lines.add("%-26s %9s %9s %9s".formatted("limit", "from", "to", "for"));
        for (MetLimit limit : limits) {
            String least = readUntilSoon(limit, durationNanos - unreadNanos) ? "" : ">";
            lines.add("%-26s %9s %9s %9s"
                    .formatted(
                            limit.factor().label(),
                            seconds(limit.fromNanos()),
                            least + seconds(limit.toNanos()),
                            least + seconds(limit.durationNanos())));
            lines.add("    " + Cell.text(limit.evidence()));
            lines.add("    -> " + Cell.text(limit.relief()));
        }
        limits.stream()
                .filter(limit -> !readUntilSoon(limit, durationNanos - unreadNanos))
                .findFirst()
                .ifPresent(limit -> lines.add(
                        "The last reading was at %s of %s (readings may take 1 %% of a processor; on a busy host they are rarer)"
                                .formatted(seconds(limit.toNanos()), seconds(durationNanos))));
        times(limits, OF_TOOL)
                .ifPresent(times -> lines.add(
                        "%s the tool's own figures (requests a second, response times) are the tool's limit, not the server's"
                                .formatted(times)));
        times(limits, OF_HOST)
                .ifPresent(times -> lines.add(
                        "%s the tool's own figures are those of a busy host, not the server's alone".formatted(times)));
        return List.copyOf(lines);
    }

    private static boolean readUntilSoon(MetLimit limit, long soonNanos) {
        return !limit.lasts() || limit.toNanos() >= soonNanos;
    }

    private static Optional<String> times(List<MetLimit> limits, Set<LimitingFactor> which) {
        List<String> times = limits.stream()
                .filter(limit -> which.contains(limit.factor()))
                .map(limit -> "from %s to %s".formatted(seconds(limit.fromNanos()), seconds(limit.toNanos())))
                .distinct()
                .toList();
        return times.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", times));
    }

    private static String time(long nanos) {
        return String.format(Locale.ROOT, "%6.1f s", nanos / 1e9);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
