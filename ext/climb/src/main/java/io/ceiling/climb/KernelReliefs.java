package io.ceiling.climb;

import io.ceiling.container.Limit;
import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the kernel settings that relieve a limit. Pure functions. These settings apply to the whole host, so they are
 * raised only on request. Each is raised only once, to the largest useful value, since an unused limit costs nothing.
 */
final class KernelReliefs {

    static final long MAX_SOMAXCONN = 65_535;

    private static final String SOMAXCONN = "net.core.somaxconn";
    private static final long FIRST_PORT = 1024;
    private static final long MAX_PORTS = 65_535 - FIRST_PORT + 1;

    // Largest kernel.pid_max on 64-bit Linux.
    private static final long MAX_PIDS = 4_194_304;

    private static final long MANY = 1_048_576;

    private record Raise(Sysctl sysctl, Limit now, long target, String currentText) {
        Raise(String name, Limit now, long target) {
            this(new Sysctl(name, Long.toString(target)), now, target, now.toString());
        }
    }

    private KernelReliefs() {}

    /**
     * Returns the relief of a limit.
     *
     * @param changedSettings settings that steps of this climb have changed
     */
    static Relief of(LimitingFactor factor, ClimbBounds bounds, Set<String> changedSettings) {
        HostLimits host = bounds.host();
        List<Raise> raises = new ArrayList<>();
        for (Raise raise : all(factor, host)) {
            if (raise.now().orElse(0) > 0 && raise.now().orElse(0) < raise.target()) {
                raises.add(raise);
            }
        }
        String names = raises.stream().map(raise -> raise.sysctl().name()).collect(Collectors.joining(" "));
        if (raises.isEmpty() || changedSettings.contains(Change.SYSCTL + names)) {
            return new Relief.Exhausted("%s: no setting of the kernel raises it further".formatted(factor.label()));
        }
        if (!bounds.sysctlsAllowed()) {
            return new Relief.Exhausted(
                    "%s: sysctls are not changed without --allow-sysctl (%s)".formatted(factor.label(), names));
        }
        Change change = new Change(
                Change.SYSCTL + names,
                raises.stream().map(Raise::currentText).collect(Collectors.joining(", ")),
                raises.stream().map(raise -> raise.sysctl().value()).collect(Collectors.joining(", ")));
        return new Relief.Possible(
                change, prediction(factor), raises.stream().map(Raise::sysctl).toList());
    }

    /** Returns the longest listen queue that net.core.somaxconn allows; -1 if it was not seen. */
    static long somaxconn(ClimbBounds bounds, Set<String> changedSettings) {
        return changedSettings.contains(Change.SYSCTL + SOMAXCONN)
                ? MAX_SOMAXCONN
                : bounds.host().somaxconn().orElse(-1);
    }

    private static List<Raise> all(LimitingFactor factor, HostLimits host) {
        return switch (factor) {
            case ACCEPT_QUEUE -> List.of(new Raise(SOMAXCONN, host.somaxconn(), MAX_SOMAXCONN));
            case EPHEMERAL_PORTS, LOAD_EPHEMERAL_PORTS ->
                List.of(new Raise(
                        new Sysctl("net.ipv4.ip_local_port_range", FIRST_PORT + " 65535"),
                        host.localPorts(),
                        MAX_PORTS,
                        host.localPorts() + " ports"));
            case CONNTRACK_TABLE -> List.of(new Raise("net.netfilter.nf_conntrack_max", host.conntrackMax(), MANY));
            case SERVER_NATIVE_THREADS ->
                List.of(
                        new Raise("kernel.pid_max", host.pidMax(), MAX_PIDS),
                        new Raise("kernel.threads-max", host.threadsMax(), MANY),
                        new Raise("vm.max_map_count", host.maxMapCount(), MANY));
            default -> List.of();
        };
    }

    // Predicts the effect: the listen queue is as long as the smaller of two settings, and a cgroup may limit threads
    // as well, so those two may not rise.
    private static Prediction prediction(LimitingFactor factor) {
        return factor == LimitingFactor.ACCEPT_QUEUE || factor == LimitingFactor.SERVER_NATIVE_THREADS
                ? Prediction.MAY_RISE
                : Prediction.RISES;
    }
}
