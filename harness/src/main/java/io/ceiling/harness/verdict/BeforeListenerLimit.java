package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.report.FailureCause;
import java.util.Optional;

/**
 * Detects that something before the server's listening socket refuses or drops connections: a rule of a firewall, or a
 * table of the kernel.
 *
 * <p>Notes. The kernel never answers a SYN to a listening port with a RST. It drops a SYN only if the queue is full or
 * memory is short, and counts that. So a RST or silence comes from elsewhere if the server listens, its queue has room
 * and the counters stand still.
 */
final class BeforeListenerLimit {

    private static final double BUSY_CPU_SHARE = 0.85;

    private BeforeListenerLimit() {}

    static Optional<Attribution> detect(FailedStep step) {
        long refused = step.newFailures(FailureCause.CONNECT_REFUSED);
        long silent = step.newFailures(FailureCause.CONNECT_TIMEOUT);
        // A server that restarts during the step refuses as well.
        boolean listens = step.window().stream()
                .allMatch(sample -> sample.server().listenQueue().waiting().isSeen());
        boolean stoodStill =
                stoodStill(step.rise(HostReading::listenOverflows)) && stoodStill(step.rise(HostReading::listenDrops));
        boolean busy = step.cpu().serverFull(BUSY_CPU_SHARE) || step.cpu().hostFull(BUSY_CPU_SHARE);
        boolean seen = refused > 0 || (silent > 0 && !busy);
        if (!seen
                || !listens
                || !stoodStill
                || isQueueFull(step)
                || ProxyLimits.proxy(step).isPresent()) {
            return Optional.empty();
        }
        Optional<String> forwarder = step.evidence().scenario().firstTarget().flatMap(Target::forwarder);
        return Optional.of(
                new Attribution(
                        LimitingFactor.BEFORE_LISTENER,
                        refused > 0 && forwarder.isEmpty() ? Confidence.HIGH : Confidence.MEDIUM,
                        "%s although the server listens: %s of %s waited in its listen queue at most, ListenOverflows %s, ListenDrops %s, %s accepted by the server; %s; nf_conntrack %s of %s entries, drops %s, overflows of the neighbour table %s%s%s"
                                .formatted(
                                        refused > 0 ? "a RST answered the connect" : "nothing answered the connect",
                                        ReadingText.words(KernelNetworkLimits.queuedConnections(step)),
                                        ReadingText.words(KernelNetworkLimits.backlog(step)),
                                        step.change(HostReading::listenOverflows),
                                        step.change(HostReading::listenDrops),
                                        ReadingText.words(step.peak(ServerReading::connections)),
                                        step.newFailuresInWords(),
                                        ReadingText.words(step.hostPeak(
                                                reading -> reading.conntrack().conntrackEntries())),
                                        ReadingText.words(step.hostLimit(
                                                reading -> reading.conntrack().conntrackMax())),
                                        step.change(
                                                reading -> reading.conntrack().conntrackDrops()),
                                        step.change(reading ->
                                                reading.listenQueues().neighbourOverflows()),
                                        forwarder
                                                .map(
                                                        "; %s takes connections for its container, with a listen queue of its own that is not seen"
                                                                ::formatted)
                                                .orElse(""),
                                        RateLimits.controlClause(step)),
                        forwarder.map(BeforeListenerLimit::withoutForwarder).orElse("")
                                + "look for a rule before the server (nft list ruleset, iptables -S, a security group, a load balancer): it limits connections (such as ct count, connlimit) or their rate"));
    }

    private static String withoutForwarder(String forwarder) {
        return "measure the container at its own address, or publish its port without %s (userland-proxy=false, --network=host); if that changes nothing, "
                .formatted(forwarder);
    }

    private static boolean stoodStill(Observation rise) {
        return rise.isSeen() && !rise.isAtLeast(1);
    }

    private static boolean isQueueFull(FailedStep step) {
        return KernelNetworkLimits.backlog(step).isNumber()
                ? KernelNetworkLimits.ownQueueWasFull(step)
                : KernelNetworkLimits.queuedConnections(step).isAtLeast(1);
    }
}
