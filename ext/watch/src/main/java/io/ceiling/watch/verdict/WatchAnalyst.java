package io.ceiling.watch.verdict;

import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.ApplicationLimits;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.DescriptorLimit;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.HostLimits;
import io.ceiling.harness.verdict.JvmMemoryLimits;
import io.ceiling.harness.verdict.KernelNetworkLimits;
import io.ceiling.harness.verdict.LimitAnalyst.Detector;
import io.ceiling.harness.verdict.PoolLimits;
import io.ceiling.harness.verdict.ProcessEnd;
import io.ceiling.harness.verdict.Saturation;
import io.ceiling.watch.WatchSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names the limits that a watched server or its load tool meets at one moment, with their evidence. Pure functions.
 *
 * <p>Notes. The detectors are those of a ramp, where a client tells of failures; here none does, so that connections
 * that wait are seen in the kernel's socket table instead. At one moment at most one limit of the tool and one of the
 * server is named, each cause before its symptoms, in the order of {@link LimitAnalyst}. The tool comes first: beyond
 * its own limit its figures are about itself.
 */
public final class WatchAnalyst {

    // Readings in which a count at its limit and connections that wait must be seen together.
    private static final int CURRENT_READINGS = 2;

    private static final List<Detector> COUNT_DETECTORS =
            List.of(PoolLimits::threads, PoolLimits::connections, KernelNetworkLimits::conntrack);

    // Detectors of what the threads of the server wait for, which fills its request threads in the end.
    private static final List<Detector> APPLICATION_DETECTORS =
            List.of(ApplicationLimits::pool, ApplicationLimits::lock);

    // Detectors that need several readings.
    private static final List<Detector> MEMORY_DETECTORS =
            List.of(JvmMemoryLimits::heapByReadings, JvmMemoryLimits::directByReadings);

    private static final List<Detector> WINDOW_DETECTORS = List.of(
            KernelNetworkLimits::tcpMemory,
            HostLimits::hostCpu,
            KernelNetworkLimits::acceptQueue,
            Saturation::gc,
            Saturation::cpu,
            PoolLimits::acceptsNoMore);

    private static final Attribution SERVER_GONE = new Attribution(
            LimitingFactor.UNKNOWN,
            Confidence.NONE,
            "the server's process has ended, and neither its log nor the kernel's says why",
            "look at what started the server: its exit code, its log, and the limits that it was given");

    private WatchAnalyst() {}

    /**
     * Returns the limits that the last readings show: that of the load tool first, if there is one.
     *
     * @param watched facts that do not change
     * @param window readings of the last seconds, at least one, oldest first
     * @param process traces of the server's process, with the places of its threads if somebody looked
     */
    public static List<Attribution> findLimits(
            WatchedFacts watched, List<WatchSample> window, Evidence.ServerTraces process) {
        FailedStep windowStep = new FailedStep(watched.evidence(window, process));
        List<Attribution> met = new ArrayList<>();
        ToolLimits.first(window, windowStep).ifPresent(met::add);
        if (process.isGone()) {
            met.add(ProcessEnd.detect(windowStep).orElse(SERVER_GONE));
            return List.copyOf(met);
        }
        List<WatchSample> last = window.subList(Math.max(0, window.size() - CURRENT_READINGS), window.size());
        FailedStep currentStep = new FailedStep(watched.evidence(last, process));
        first(MEMORY_DETECTORS, windowStep)
                .or(() -> DescriptorLimit.byReadings(currentStep))
                .or(() -> first(APPLICATION_DETECTORS, inApplication(watched, last, process)))
                .or(() -> first(COUNT_DETECTORS, currentStep))
                .or(() -> first(WINDOW_DETECTORS, windowStep))
                .map(limit -> limit.withEvidence(
                        limit.evidence() + waiting(last.get(last.size() - 1).sockets())))
                .ifPresent(met::add);
        return List.copyOf(met);
    }

    private static FailedStep inApplication(
            WatchedFacts watched, List<WatchSample> last, Evidence.ServerTraces process) {
        int connections = (int) Math.max(1, last.get(last.size() - 1).sockets().connections());
        int waiting = Math.min(connections, process.threads().waiting());
        return new FailedStep(watched.evidence(last, process, connections, connections - waiting));
    }

    private static Optional<Attribution> first(List<Detector> detectors, FailedStep step) {
        return detectors.stream()
                .map(detector -> detector.detect(step))
                .flatMap(Optional::stream)
                .findFirst();
    }

    // Returns where connections wait, as the end of a sentence; empty if none does.
    private static String waiting(TargetSockets sockets) {
        List<String> words = new ArrayList<>();
        if (sockets.client().connecting().isAtLeast(1)) {
            words.add("%s connecting".formatted(sockets.client().connecting()));
        }
        if (sockets.server().waiting().isAtLeast(1)) {
            words.add("%s in the listen queue".formatted(sockets.server().waiting()));
        }
        if (sockets.server().unread().isAtLeast(1)) {
            words.add("%s accepted, whose request no thread has read"
                    .formatted(sockets.server().unread()));
        }
        return words.isEmpty() ? "" : "; " + String.join(", ", words);
    }
}
