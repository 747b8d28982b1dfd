package io.ceiling.harness.report;

import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.reading.ThreadPools.Pool;
import io.ceiling.harness.reading.ThreadPools.WaitPlace;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The lines of the file with the places of a server's threads. A pure function. */
final class ThreadLines {

    private ThreadLines() {}

    static List<String> of(ThreadPools threads) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s of the server, after the failed step next to its ceiling; of threads at a place and in the application the least of all dumps, of idle ones and those in requests the most"
                        .formatted(Plural.of(threads.dumps(), "thread dump")));
        if (!threads.notSeen().isEmpty()) {
            lines.add("not seen: " + threads.notSeen());
        }
        for (ThreadDump.Scheduler scheduler : threads.schedulers()) {
            if (scheduler.parallelism().isSeen()) {
                lines.add(
                        "scheduler of virtual threads: %s carriers at most, %s virtual threads on one, %s wait for one"
                                .formatted(scheduler.parallelism(), scheduler.mounted(), scheduler.queued()));
            }
        }
        threads.pools().forEach(pool -> lines.addAll(of(pool)));
        return lines;
    }

    private static List<String> of(Pool pool) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("%s: %s, %d idle, %d in requests, %d of these in the application%s"
                .formatted(
                        pool.name(),
                        Plural.of(pool.counts().threads(), "thread"),
                        pool.counts().idle(),
                        pool.counts().inRequest(),
                        pool.counts().inApplication(),
                        states(pool)));
        for (WaitPlace place : pool.places()) {
            lines.add("    %d in %s, called by %s%s%s"
                    .formatted(
                            place.threads(),
                            place.top(),
                            place.caller(),
                            place.lock().isEmpty() ? "" : ", wait for the lock " + place.lock(),
                            place.owner().isEmpty() ? "" : ", owner: " + place.owner()));
        }
        return lines;
    }

    private static String states(Pool pool) {
        return pool.states().isEmpty()
                ? ""
                : pool.states().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(state -> state.getValue() + " " + state.getKey())
                        .collect(Collectors.joining(", ", "; ", ""));
    }
}
