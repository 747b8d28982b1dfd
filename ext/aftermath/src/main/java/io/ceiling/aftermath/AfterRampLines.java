package io.ceiling.aftermath;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.OneLine;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the results of the tests after a ramp: next clients, the lowered load, and storms. Pure functions. */
final class AfterRampLines {

    private static final String INDENT = "    ";
    private static final double NANOS_PER_SECOND = 1e9;

    private AfterRampLines() {}

    static List<String> of(AfterRampResults after) {
        List<String> lines = new ArrayList<>();
        after.aftermath().ifPresent(aftermath -> lines.addAll(of(aftermath)));
        after.storms().forEach(storm -> lines.add(of(storm)));
        if (!after.searchEnd().isEmpty()) {
            lines.add("storm: " + after.searchEnd());
        }
        return lines.stream().map(line -> INDENT + OneLine.of(line)).toList();
    }

    private static List<String> of(Aftermath aftermath) {
        String took = " (%s)".formatted(time(Observation.of(aftermath.tookNanos())));
        if (aftermath.clients().isEmpty()) {
            return List.of("aftermath: not measured: " + aftermath.reason() + took);
        }
        List<String> lines = new ArrayList<>();
        Aftermath.HeldLoad load = aftermath.load();
        lines.add("aftermath: with %s held%s, %s: %s"
                .formatted(
                        Figures.count(load.held()),
                        load.lost() == 0 ? "" : " (%d of them closed meanwhile)".formatted(load.lost()),
                        Plural.of(aftermath.clients().size(), "more client"),
                        aftermath.byOutcome().stream()
                                .map(clients -> of(clients, aftermath))
                                .collect(Collectors.joining("; "))));
        lines.add(aftermath
                        .loweredLoad()
                        .map(back -> of(back, aftermath))
                        .orElse("back: not measured: " + aftermath.reason())
                + took);
        return lines;
    }

    private static String of(List<NextClient> same, Aftermath aftermath) {
        NextClient first = same.get(0);
        String patience = Figures.seconds(aftermath.load().clientTimeout().toNanos() / NANOS_PER_SECOND) + " s";
        String times = range(same);
        String when =
                switch (first.outcome()) {
                    case SILENT_DROP -> " (no answer to the SYN in %s)".formatted(patience);
                    case NEVER_SERVED -> " (connected after %s, no answer in %s)".formatted(times, patience);
                    default -> " after " + times;
                };
        return "%d %s%s".formatted(same.size(), first.description(), when);
    }

    private static String range(List<NextClient> same) {
        long[] nanos = same.stream()
                .map(NextClient::afterNanos)
                .filter(Observation::isSeen)
                .mapToLong(time -> time.orElse(0))
                .sorted()
                .toArray();
        if (nanos.length == 0) {
            return "an unknown time";
        }
        String least = time(Observation.of(nanos[0]));
        String most = time(Observation.of(nanos[nanos.length - 1]));
        return least.equals(most) ? least : least + " to " + most;
    }

    private static String of(Aftermath.LoweredLoad back, Aftermath aftermath) {
        Aftermath.LoadPart kept = back.keptPart();
        Aftermath.LoadPart waited = aftermath.waitingPart();
        Aftermath.LoadPart fresh = back.newPart();
        List<String> parts = new ArrayList<>();
        parts.add("%s of %s kept %s"
                .formatted(Figures.count(kept.served()), Figures.count(kept.connections()), of(kept)));
        if (waited.connections() > 0) {
            parts.add("%d of %s served%s"
                    .formatted(
                            waited.served(),
                            Plural.of(waited.connections(), "waiting client"),
                            waited.lastNanos().isSeen() ? ", the last after " + time(waited.lastNanos()) : ""));
        }
        if (fresh.connections() > 0) {
            parts.add("%d of %d new ones served%s"
                    .formatted(
                            fresh.served(),
                            fresh.connections(),
                            fresh.lastNanos().isSeen() ? " within " + time(fresh.lastNanos()) : ""));
        }
        int lost = aftermath.load().lost() + kept.lost() + waited.lost() + fresh.lost();
        return "back at %s: %s; lost for good: %s"
                .formatted(
                        Figures.count(back.target()),
                        String.join(", ", parts),
                        lost == 0 ? "none" : Integer.toString(lost));
    }

    private static String of(Aftermath.LoadPart kept) {
        return kept.lastNanos().isSeen() ? "answered again after " + time(kept.lastNanos()) : "still open";
    }

    private static String of(Storm storm) {
        Storm.Served served = storm.served();
        Storm.Queue queue = storm.queue();
        return "storm: %s back within %s at acceptCount %s: %s; half served after %s, 99 %% %s, all %s; from each start p50 %s, p99 %s, last %s; %d failed, %d slow connects; overflows %s, drops %s, SYN again %s; queue at most %s of %s"
                .formatted(
                        Figures.count(storm.connections()),
                        time(Observation.of(storm.reconnectTime().toNanos())),
                        storm.acceptCount().isNumber() ? storm.acceptCount() : "not seen",
                        storm.passed() ? "passed" : "FAILED, " + storm.failure(),
                        time(served.timesSinceDrop().halfNanos()),
                        time(served.timesSinceDrop().p99Nanos()),
                        time(served.timesSinceDrop().allNanos()),
                        time(Observation.of(served.answers().p50Nanos())),
                        time(Observation.of(served.answers().p99Nanos())),
                        time(Observation.of(served.answers().maxNanos())),
                        served.failed(),
                        served.slowConnects(),
                        figure(queue.overflows()),
                        figure(queue.drops()),
                        figure(queue.synRetransmits()),
                        figure(queue.highWater()),
                        queue.length().isNumber() ? queue.length() : "not seen");
    }

    private static String figure(Observation value) {
        return value.isSeen() ? Figures.count(value.orElse(0)) : "not seen";
    }

    private static String time(Observation nanos) {
        if (!nanos.isSeen()) {
            return "never";
        }
        double millis = nanos.orElse(0) / 1e6;
        return millis < 1_000
                ? String.format(Locale.ROOT, millis < 10 && millis > 0 ? "%.1f ms" : "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1_000);
    }
}
