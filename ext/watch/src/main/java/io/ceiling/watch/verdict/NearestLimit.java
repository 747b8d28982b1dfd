package io.ceiling.watch.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.ToolReading;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.ramp.LimitUses;
import io.ceiling.watch.WatchSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The limit of which a load took the largest share at any moment, for a watch in which none was met.
 *
 * @param factor the limit
 * @param share used share, 0 to 1
 * @param description use and limit, such as {@code 160 of 200 request threads busy}
 * @param elapsedNanos time of the reading, in ns
 */
public record NearestLimit(LimitingFactor factor, double share, String description, long elapsedNanos) {

    public static Optional<NearestLimit> nearer(Optional<NearestLimit> before, WatchSample now, Limit localPorts) {
        List<NearestLimit> all = new ArrayList<>();
        // First, so that the earlier of two equally near limits stays.
        before.ifPresent(all::add);
        long at = now.elapsedNanos();
        ToolReading.Fullest tool = now.tool().fullest();
        Stream.concat(
                        LimitUses.ofServer(now.sample().server()).stream(),
                        Stream.of(
                                        LimitUse.of(
                                                LimitingFactor.LOAD_FILE_DESCRIPTORS,
                                                tool.openDescriptors(),
                                                tool.maxDescriptors(),
                                                "open files of the load tool"),
                                        LimitUse.of(
                                                LimitingFactor.LOAD_EPHEMERAL_PORTS,
                                                now.sockets().client().ports(),
                                                localPorts,
                                                "local ports of the load tool"))
                                .flatMap(Optional::stream))
                .forEach(use -> all.add(new NearestLimit(use.factor(), use.share(), use.words(), at)));
        // The minimum of the negated share is the first of the largest; max would be the last.
        return all.stream().min(Comparator.comparingDouble((NearestLimit limit) -> -limit.share()));
    }
}
