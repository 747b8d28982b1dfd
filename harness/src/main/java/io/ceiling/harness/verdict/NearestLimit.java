package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.ToolReading;
import io.ceiling.harness.model.WatchSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The limit of which a load took the largest share at any moment, for a watch in which none was met.
 *
 * @param factor the limit
 * @param share used share, 0 to 1
 * @param words use and limit, such as {@code 160 of 200 request threads busy}
 * @param elapsedNanos time of the reading, in ns
 */
public record NearestLimit(LimitingFactor factor, double share, String words, long elapsedNanos) {

    /** Returns the nearer one of this limit and those of a reading. */
    public static Optional<NearestLimit> nearer(Optional<NearestLimit> before, WatchSample now, Limit localPorts) {
        List<NearestLimit> all = new ArrayList<>();
        // First, so that of two that are equally near the earlier one stays.
        before.ifPresent(all::add);
        ServerReading server = now.sample().server();
        long at = now.elapsedNanos();
        add(
                all,
                LimitingFactor.SERVER_MAX_CONNECTIONS,
                server.connections(),
                server.maxConnections(),
                "connections",
                at);
        add(all, LimitingFactor.SERVER_THREADS, server.busyThreads(), server.maxThreads(), "request threads busy", at);
        add(
                all,
                LimitingFactor.SERVER_FILE_DESCRIPTORS,
                server.openDescriptors(),
                server.maxDescriptors(),
                "descriptors of the server",
                at);
        ToolReading.Fullest tool = now.tool().fullest();
        add(
                all,
                LimitingFactor.LOAD_FILE_DESCRIPTORS,
                tool.openDescriptors(),
                tool.maxDescriptors(),
                "descriptors of the load tool",
                at);
        add(
                all,
                LimitingFactor.LOAD_EPHEMERAL_PORTS,
                now.sockets().client().ports(),
                localPorts,
                "local ports of the load tool",
                at);
        // The first one of the largest: max would be the last one.
        return all.stream().min(Comparator.comparingDouble((NearestLimit limit) -> -limit.share()));
    }

    private static void add(
            List<NearestLimit> all, LimitingFactor factor, Seen used, Limit limit, String what, long elapsedNanos) {
        long most = limit.orElse(0);
        if (most > 0 && used.isSeen()) {
            all.add(new NearestLimit(
                    factor, (double) used.orElse(0) / most, "%s of %d %s".formatted(used, most, what), elapsedNanos));
        }
    }
}
