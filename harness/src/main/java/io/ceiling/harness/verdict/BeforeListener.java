package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Seen;
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
 * <p>Notes. The kernel answers a SYN to a listening port with a RST in no case, and leaves it without an answer only if the
 * queue is full or memory is short, which it counts. So a RST, or silence, while somebody listens, the queue has room and
 * the counters stand still, comes from elsewhere.
 */
final class BeforeListener {

    private static final double BUSY_CPU_SHARE = 0.85;

    private BeforeListener() {}

    static Optional<Attribution> detect(FailedStep facts) {
        long refused = facts.newFailures(FailureCause.CONNECT_REFUSED);
        long silent = facts.newFailures(FailureCause.CONNECT_TIMEOUT);
        // A server that is started anew in between refuses as well.
        boolean listens = facts.window().stream()
                .allMatch(sample -> sample.server().listenQueue().waiting().isSeen());
        boolean stoodStill = stoodStill(facts.rise(HostReading::listenOverflows))
                && stoodStill(facts.rise(HostReading::listenDrops));
        boolean busy = facts.cpu().serverFull(BUSY_CPU_SHARE) || facts.cpu().hostFull(BUSY_CPU_SHARE);
        boolean seen = refused > 0 || (silent > 0 && !busy);
        if (!seen
                || !listens
                || !stoodStill
                || hadNoRoom(facts)
                || ProxyLimits.proxy(facts).isPresent()) {
            return Optional.empty();
        }
        Optional<String> forwarder = facts.evidence().scenario().firstTarget().flatMap(Target::forwarder);
        return Optional.of(
                new Attribution(
                        LimitingFactor.BEFORE_LISTENER,
                        refused > 0 && forwarder.isEmpty() ? Confidence.HIGH : Confidence.MEDIUM,
                        "%s although the server listens: %s of %s waited in its listen queue at most, ListenOverflows %s, ListenDrops %s, %s accepted by the server; %s; nf_conntrack %s of %s entries, drops %s, overflows of the neighbour table %s%s%s"
                                .formatted(
                                        refused > 0 ? "a RST answered the connect" : "nothing answered the connect",
                                        FailedStep.words(KernelNetworkLimits.waiting(facts)),
                                        FailedStep.words(KernelNetworkLimits.backlog(facts)),
                                        facts.change(HostReading::listenOverflows),
                                        facts.change(HostReading::listenDrops),
                                        FailedStep.words(facts.peak(ServerReading::connections)),
                                        facts.newFailuresInWords(),
                                        FailedStep.words(facts.hostPeak(
                                                reading -> reading.conntrack().conntrackEntries())),
                                        FailedStep.words(facts.hostLimit(
                                                reading -> reading.conntrack().conntrackMax())),
                                        facts.change(
                                                reading -> reading.conntrack().conntrackDrops()),
                                        facts.change(reading ->
                                                reading.listenQueues().neighbourOverflows()),
                                        forwarder
                                                .map(
                                                        "; %s takes connections for its container, with a listen queue of its own that is not seen"
                                                                ::formatted)
                                                .orElse(""),
                                        RateLimits.control(facts)),
                        forwarder.map(BeforeListener::withoutForwarder).orElse("")
                                + "look for a rule before the server (nft list ruleset, iptables -S, a security group, a load balancer): it limits connections (such as ct count, connlimit) or their rate"));
    }

    private static String withoutForwarder(String forwarder) {
        return "measure the container at its own address, or publish its port without %s (userland-proxy=false, --network=host); if that changes nothing, "
                .formatted(forwarder);
    }

    private static boolean stoodStill(Seen rise) {
        return rise.isSeen() && !rise.isAtLeast(1);
    }

    /** Returns true if the queue was full, or may have been. */
    private static boolean hadNoRoom(FailedStep facts) {
        return KernelNetworkLimits.backlog(facts).isNumber()
                ? KernelNetworkLimits.ownQueueWasFull(facts)
                : KernelNetworkLimits.waiting(facts).isAtLeast(1);
    }
}
