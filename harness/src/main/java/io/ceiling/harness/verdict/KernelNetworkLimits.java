package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import io.ceiling.load.report.FailureCause;
import java.util.Optional;

/** Detects limits of the kernel's network stack: listen queue, local ports, TCP memory, connection tracking. */
public final class KernelNetworkLimits {

    // The middle value of tcp_mem, at which the kernel comes under pressure, is two thirds of the third value.
    private static final double PRESSURE_SHARE = 0.66;

    private static final double FULL_TABLE_SHARE = 0.99;
    private static final double BUSY_CPU_SHARE = 0.85;
    // A server that refused connections used more than this many processors.
    private static final double MIN_CORES = 0.001;

    private KernelNetworkLimits() {}

    /**
     * Detects a listen queue that overflowed while accepts stalled.
     *
     * <p>The counters of overflows are those of all ports of the network namespace, so the queue of this server's own
     * port must have been seen full as well, unless each connection that failed here was reset by an overflow (with
     * net.ipv4.tcp_abort_on_overflow). Overflows alone are a symptom: a server at its maxConnections, without descriptors or without processor time
     * stops accepting, and the queue behind it overflows. The former two are looked for earlier; a busy processor is
     * ruled out here.
     */
    public static Optional<Attribution> acceptQueue(FailedStep step) {
        boolean overflowed = step.rise(HostReading::listenOverflows).isAtLeast(1)
                || step.rise(HostReading::listenDrops).isAtLeast(1);
        long closed = step.newFailures(FailureCause.CLOSED_BEFORE_ANSWER);
        boolean reset = closed > 0 && step.rise(HostReading::embryonicResets).isAtLeast(1);
        // The counters cover all connections that were reset here, so no other port's queue overflowed. The readings
        // may miss the moments at which the queue was full.
        boolean allReset = closed > 0
                && step.rise(HostReading::embryonicResets).isAtLeast(closed)
                && step.rise(HostReading::listenOverflows).isAtLeast(closed);
        boolean stalled = reset
                || step.newFailures(FailureCause.CONNECT_TIMEOUT) > 0
                || (step.hasUnservedWaiting() && lagsBehind(step));
        boolean cpuBusy = step.cpu().serverFull(BUSY_CPU_SHARE)
                || step.cpu().hostFull(BUSY_CPU_SHARE)
                || step.cpu().fullThread(Saturation.FULL_THREAD_SHARE).isPresent();
        // A server that is stopped, or hangs, accepts nothing either.
        boolean idle = step.cpu().server().orElse(1) < MIN_CORES;
        if (!overflowed
                || !stalled
                || !(allReset || ownQueueWasFull(step))
                || cpuBusy
                || idle
                || (!reset && isPossiblySymptom(step))) {
            return Optional.empty();
        }
        String somaxconn =
                ReadingText.words(step.evidence().processLimits().limits().somaxconn());
        String acceptCount = ReadingText.words(acceptCount(step));
        return Optional.of(new Attribution(
                LimitingFactor.ACCEPT_QUEUE,
                Confidence.MEDIUM,
                "ListenOverflows %s, ListenDrops %s%s; %s waited in the queue of this port, which holds %s; %s; the server had accepted %s; acceptCount %s, somaxconn %s"
                        .formatted(
                                step.change(HostReading::listenOverflows),
                                step.change(HostReading::listenDrops),
                                reset
                                        ? ", EmbryonicRsts %s (net.ipv4.tcp_abort_on_overflow)"
                                                .formatted(step.change(HostReading::embryonicResets))
                                        : "",
                                ReadingText.words(queuedConnections(step)),
                                ReadingText.words(backlog(step)),
                                step.newFailuresInWords(),
                                ReadingText.words(step.peak(ServerReading::connections)),
                                acceptCount,
                                somaxconn),
                "raise acceptCount (now %s) and net.core.somaxconn (now %s): the smaller one binds; or open connections more slowly"
                        .formatted(acceptCount, somaxconn)));
    }

    /** Returns true if as many connections waited in the queue of this server's port as it holds. */
    static boolean ownQueueWasFull(FailedStep step) {
        Limit backlog = backlog(step);
        return backlog.isNumber() && queuedConnections(step).isAtLeast(Math.max(1, backlog.orElse(1)));
    }

    static Observation queuedConnections(FailedStep step) {
        return step.peak(reading -> reading.listenQueue().waiting());
    }

    /** Returns the length of the queue as the kernel has it, otherwise the smaller one of the two settings. */
    static Limit backlog(FailedStep step) {
        Limit ofKernel = step.limit(reading -> reading.listenQueue().backlog());
        if (ofKernel.isNumber()) {
            return ofKernel;
        }
        Limit somaxconn = step.evidence().processLimits().limits().somaxconn();
        long least = Math.min(acceptCount(step).orElse(Long.MAX_VALUE), somaxconn.orElse(Long.MAX_VALUE));
        return least == Long.MAX_VALUE ? Limit.NOT_SEEN : Limit.of(least);
    }

    private static Limit acceptCount(FailedStep step) {
        Limit reported = step.limit(reading -> reading.pool().acceptCount());
        return reported.isSeen() ? reported : step.evidence().scenario().sizes().acceptCount();
    }

    // Returns true for an external server whose connection count is not visible: it cannot be ruled out that the
    // server stopped accepting.
    private static boolean isPossiblySymptom(FailedStep step) {
        return step.evidence().scenario().isExternal()
                && !step.peak(ServerReading::connections).isSeen();
    }

    private static boolean lagsBehind(FailedStep step) {
        Observation accepted = step.peak(ServerReading::connections);
        long served = step.evidence().failed().served();
        return accepted.isSeen() && accepted.orElse(0) <= served + Math.max(8, served / 100);
    }

    static Optional<Attribution> serverPorts(FailedStep step) {
        return ReportedRefusals.of(LimitingFactor.EPHEMERAL_PORTS, step)
                .map(words -> new Attribution(
                        LimitingFactor.EPHEMERAL_PORTS,
                        Confidence.HIGH,
                        "the server's own calls found no local port; %s; %s".formatted(words, portsInUse(step)),
                        "widen net.ipv4.ip_local_port_range (now %s ports)"
                                .formatted(ReadingText.words(
                                        step.evidence().processLimits().limits().localPorts()))));
    }

    /** Detects a lack of local ports at the load agents, which says nothing about the server. */
    static Optional<Attribution> agentPorts(FailedStep step) {
        long refused = step.newFailures(FailureCause.NO_LOCAL_PORT);
        return refused == 0
                ? Optional.empty()
                : Optional.of(
                        new Attribution(
                                LimitingFactor.LOAD_EPHEMERAL_PORTS,
                                Confidence.HIGH,
                                "%s of the load generator found no local port%s; %s"
                                        .formatted(
                                                Plural.of(refused, "connection"),
                                                step.failureText(FailureCause.NO_LOCAL_PORT),
                                                portsInUse(step)),
                                step.cpu().loadHosts().isEmpty()
                                        ? "use more source addresses (--source-addresses) or widen net.ipv4.ip_local_port_range (now %s ports)"
                                                .formatted(ReadingText.words(step.evidence()
                                                        .processLimits()
                                                        .limits()
                                                        .localPorts()))
                                        : "use more hosts for load agents, give their nodes more source addresses (--sources), or widen net.ipv4.ip_local_port_range there"));
    }

    private static String portsInUse(FailedStep step) {
        return "ip_local_port_range holds %s ports for each pair of addresses, %s sockets in use, %s in TIME_WAIT"
                .formatted(
                        ReadingText.words(
                                step.evidence().processLimits().limits().localPorts()),
                        ReadingText.words(step.hostPeak(reading -> reading.tcp().tcpSockets())),
                        ReadingText.words(step.hostPeak(reading -> reading.tcp().tcpTimeWait())));
    }

    public static Optional<Attribution> tcpMemory(FailedStep step) {
        Observation most = step.hostPeak(HostReading::socketMemoryBytes);
        Limit limit = step.evidence().processLimits().limits().tcpMemMaxBytes();
        Observation pressures = step.rise(HostReading::tcpMemoryPressures);
        boolean high = limit.orElse(0) > 0 && reaches(most, PRESSURE_SHARE, limit.orElse(0));
        // The kernel's log is that of the host: without a counter that moved here, the message is about others.
        Optional<LogFinding> kernel = step.finding(LimitingFactor.KERNEL_TCP_MEMORY)
                .filter(found -> pressures.isAtLeast(1) || (!pressures.isSeen() && high));
        boolean pressed = pressures.isAtLeast(1) && high;
        if (!pressed && kernel.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.KERNEL_TCP_MEMORY,
                kernel.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                "TCPMemoryPressures %s, sockets hold %s, tcp_mem allows %s%s"
                        .formatted(
                                step.change(HostReading::tcpMemoryPressures),
                                ReadingText.mebibytes(most),
                                ReadingText.mebibytes(limit),
                                kernel.map(found -> "; kernel: " + found.line()).orElse("")),
                "raise net.ipv4.tcp_mem (now %s at most) or lower the socket buffers (tcp_rmem, tcp_wmem)"
                        .formatted(ReadingText.mebibytes(limit))));
    }

    public static Optional<Attribution> conntrack(FailedStep step) {
        Observation most = step.hostPeak(reading -> reading.conntrack().conntrackEntries());
        Limit limit = step.hostLimit(reading -> reading.conntrack().conntrackMax());
        long max = limit.orElse(0);
        boolean full = max > 0 && reaches(most, FULL_TABLE_SHARE, max);
        boolean dropped =
                step.rise(reading -> reading.conntrack().conntrackDrops()).isAtLeast(1);
        // The kernel's log is that of all network namespaces: only a full table here, or drops here, make it that of
        // this one.
        Optional<LogFinding> kernel =
                step.finding(LimitingFactor.CONNTRACK_TABLE).filter(found -> full || (dropped && max == 0));
        // Drops have other causes too, and a full table without drops turned no connection away.
        if (!step.hasUnserved() || !(dropped || kernel.isPresent()) || (max > 0 && !full)) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.CONNTRACK_TABLE,
                kernel.isPresent() || full ? Confidence.HIGH : Confidence.MEDIUM,
                "nf_conntrack %s of %s entries, drops %s; %s%s"
                        .formatted(
                                ReadingText.words(most),
                                ReadingText.words(limit),
                                step.change(reading -> reading.conntrack().conntrackDrops()),
                                step.newFailuresInWords(),
                                kernel.map(found -> "; kernel: " + found.line()).orElse("")),
                "raise net.netfilter.nf_conntrack_max (now %s) or exempt this traffic from tracking"
                        .formatted(ReadingText.words(limit))));
    }

    private static boolean reaches(Observation used, double share, long limit) {
        return used.isAtLeast((long) Math.ceil(share * limit));
    }
}
