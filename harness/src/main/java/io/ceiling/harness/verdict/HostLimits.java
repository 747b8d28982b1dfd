package io.ceiling.harness.verdict;

import static io.ceiling.harness.text.Figures.cores;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.Optional;

/**
 * Detects a host without memory, or with processors that others take. If one of them was short, the step says nothing
 * about the server.
 */
public final class HostLimits {

    // Share of its processors from which a host is full: an average, which has quiet moments in it.
    private static final double FULL_HOST_SHARE = 0.8;

    // Share of the processors that other processes, including this harness, may use at any time.
    private static final double OTHERS_SHARE = 0.15;

    private HostLimits() {}

    /**
     * Detects late answers on a host whose processors were busy with other processes.
     *
     * <p>It comes after all configured limits, which would have stopped a server on an idle host as well.
     */
    public static Optional<Attribution> hostCpu(FailedStep step) {
        boolean late = (step.onlyLate() || LoadSideLimits.gaveUpMembers(step)) && !ReportedRefusals.exists(step);
        Optional<LoadHosts.HostUse> elsewhere = step.cpu().loadHosts().filledByOthers(FULL_HOST_SHARE, OTHERS_SHARE);
        if (late && elsewhere.isPresent()) {
            return elsewhere.map(HostLimits::busyHost);
        }
        if (!late || MeasuredConcurrency.explainsLateness(step) || !othersFillHost(step)) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.HOST_CPU,
                Confidence.MEDIUM,
                "%s of %s were busy: %s with other processes of %s, %s with the server, %s with %s"
                        .formatted(
                                cores(step.cpu().busy()),
                                Plural.of(step.evidence().processors().host(), "processor"),
                                cores(step.cpu().others()),
                                step.hostName(),
                                cores(step.cpu().serverHere()),
                                cores(step.cpu().loadHere()),
                                step.loadSource()),
                "run on a host without other work"));
    }

    /** Returns true if other processes fill the host of the load agents. */
    static boolean othersFillHost(FailedStep step) {
        // Empty if the server's process is not visible: the other processor time may be its own. Of several instances
        // most of it is theirs, and the readings of one server do not include them.
        double others = step.cpu().others().orElse(0);
        return step.evidence().scenario().instances() == 1
                && step.cpu().hostFull(FULL_HOST_SHARE)
                && others >= OTHERS_SHARE * step.evidence().processors().host();
    }

    /** Returns the number of processors that other processes used, but no more than they may use at any time. */
    static double othersAllowance(FailedStep step) {
        return Math.min(
                step.cpu().others().orElse(0),
                OTHERS_SHARE * step.evidence().processors().host());
    }

    private static Attribution busyHost(LoadHosts.HostUse host) {
        return new Attribution(
                LimitingFactor.HOST_CPU,
                Confidence.MEDIUM,
                "%s of %s of host %s were busy: %s with processes that are not of this run, %s with its load agents"
                        .formatted(
                                cores(host.busy()),
                                Plural.of(host.processors(), "processor"),
                                host.name(),
                                cores(host.others()),
                                cores(host.agents())),
                "let load agents run on a host without other work");
    }

    static Optional<Attribution> hostMemory(FailedStep step) {
        Optional<LoadHosts.LowMemoryHost> elsewhere = step.cpu().loadHosts().shortOfMemory();
        if (elsewhere.isPresent()) {
            return elsewhere.map(host -> new Attribution(
                    LimitingFactor.HOST_MEMORY,
                    Confidence.HIGH,
                    "host %s, on which load agents run, had %s of memory left, its safety floor is %s"
                            .formatted(
                                    host.name(),
                                    Figures.mebibytes(host.availableBytes()),
                                    Figures.mebibytes(host.floorBytes())),
                    "use more hosts for load agents, or one with more memory"));
        }
        long floor = step.evidence().processLimits().limits().memoryFloorBytes();
        long least = step.window().stream()
                .flatMapToLong(sample -> sample.host().memoryAvailableBytes().value().stream())
                .min()
                .orElse(Long.MAX_VALUE);
        if (floor <= 0 || least >= floor) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.HOST_MEMORY,
                Confidence.HIGH,
                "%s had %s of memory left, the safety floor is %s"
                        .formatted(step.hostName(), Figures.mebibytes(least), Figures.mebibytes(floor)),
                "run on a host with more memory, or move the load generator to another one"));
    }
}
