package io.ceiling.watch.verdict;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ToolReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.LoadSideLimits;
import io.ceiling.watch.WatchSample;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Detects the limits of a load tool that is not this project's: its descriptors, its local ports, its processors.
 *
 * <p>Notes. The tool does not say what it was refused, so a count must stand at its limit: the kernel gives a descriptor
 * or a port up to the last one. Processors are judged as those of the load agents are.
 */
final class ToolLimits {

    private static final double FULL_CPU_SHARE = 0.9;
    // Processors up to which a tool whose busiest thread is full does nearly all of its work in that thread.
    private static final double ONE_THREAD_CORES = 1.2;
    // Readings of threads that cover less time than this say nothing.
    private static final long MIN_OF_A_THREAD_NANOS = 900_000_000;
    // Ports of the range that listening sockets and other connections may take.
    private static final double ALL_PORTS_SHARE = 0.98;

    private ToolLimits() {}

    /** Returns the first limit of the tool that the readings show. */
    static Optional<Attribution> first(List<WatchSample> window, FailedStep step) {
        WatchSample last = window.get(window.size() - 1);
        return descriptors(last.tool()).or(() -> ports(last, step)).or(() -> processors(window, step));
    }

    private static Optional<Attribution> descriptors(ToolReading tool) {
        ToolReading.Fullest fullest = tool.fullest();
        long limit = fullest.maxDescriptors().orElse(0);
        if (limit <= 0 || !fullest.openDescriptors().isAtLeast(limit)) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_FILE_DESCRIPTORS,
                Confidence.HIGH,
                "%s of %d files of the load tool are open (process %s, %s in all)"
                        .formatted(
                                fullest.openDescriptors(),
                                limit,
                                fullest.name(),
                                Plural.of(tool.processes(), "process")),
                "raise the limit of open files of the shell that starts the tool (ulimit -n, now %d)"
                        .formatted(limit)));
    }

    private static Optional<Attribution> ports(WatchSample last, FailedStep step) {
        long range = step.evidence().processLimits().limits().localPorts().orElse(0);
        Observation used = last.sockets().client().ports();
        if (range <= 0 || !used.isAtLeast((long) Math.ceil(ALL_PORTS_SHARE * range))) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_EPHEMERAL_PORTS,
                Confidence.HIGH,
                "%s local ports of one address are taken by connections to this port, ip_local_port_range holds %d"
                        .formatted(used, range),
                "widen net.ipv4.ip_local_port_range (now %d ports), let the tool keep its connections open, or give it more source addresses"
                        .formatted(range)));
    }

    private static Optional<Attribution> processors(List<WatchSample> window, FailedStep step) {
        long allowed = window.get(window.size() - 1).tool().processors().orElse(0);
        double used = step.cpu().load().orElse(0);
        // A tool that computes before its first connection measures nothing yet.
        if (window.stream()
                .map(WatchSample::sockets)
                .anyMatch(sockets -> sockets.client().open().isSeen() && sockets.connections() == 0)) {
            return Optional.empty();
        }
        boolean allFull = allowed > 0 && used >= FULL_CPU_SHARE * allowed;
        if (allFull || LoadSideLimits.takesMostOfAFullHost(step)) {
            return Optional.of(cpu(
                    "the load tool used %.2f of %s that it may use, the server %s; this host was busy with %s of %d"
                            .formatted(
                                    used,
                                    Plural.of(allowed, "processor"),
                                    Figures.cores(step.cpu().server()),
                                    Figures.cores(step.cpu().busy()),
                                    step.evidence().processors().host()),
                    "let the tool run on another host, or on one with more processors; or send fewer requests"));
        }
        return used > ONE_THREAD_CORES
                ? Optional.empty()
                : fullThread(window)
                        .map(thread -> cpu(
                                "thread \"%s\" of the load tool used %.2f of one processor, and does nearly all of its work: the tool used %.2f of %s"
                                        .formatted(
                                                thread.name(),
                                                thread.cores().orElse(0),
                                                used,
                                                Plural.of(allowed, "processor")),
                                "let the tool use more threads or processes; or send fewer requests"));
    }

    private static Attribution cpu(String evidence, String relief) {
        return new Attribution(LimitingFactor.LOAD_CPU, Confidence.MEDIUM, evidence, relief);
    }

    private static Optional<BusiestThread> fullThread(List<WatchSample> window) {
        List<BusiestThread> read = window.stream()
                .map(sample -> sample.tool().busiestThread())
                .filter(thread -> thread.cores().isPresent())
                .sorted(Comparator.comparingDouble(thread -> thread.cores().orElse(0)))
                .toList();
        long covered =
                read.stream().mapToLong(thread -> thread.spanNanos().orElse(0)).sum();
        if (covered < MIN_OF_A_THREAD_NANOS) {
            return Optional.empty();
        }
        BusiestThread median = read.get(read.size() / 2);
        boolean one = read.stream().allMatch(thread -> thread.id().equals(median.id()));
        return one && median.cores().orElse(0) >= FULL_CPU_SHARE ? Optional.of(median) : Optional.empty();
    }
}
