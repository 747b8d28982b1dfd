package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.HopControl.Sockets;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Proxy;
import io.ceiling.harness.verdict.Hops.LimitingHop;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Detects that a proxy of any make refuses or limits, by what the server behind it does at the same moment: {@link Hops}.
 *
 * <p>Notes. If the server behind could not be reached directly, the proxy's connections to it help: a proxy that closes
 * clients, while that server has only served connections and none that waits, has refused them itself.
 */
final class HopLimits {

    // Connections with the server behind that may belong to others, or be on their way.
    private static final long CONNECTION_TOLERANCE = 2;

    private HopLimits() {}

    /** Returns true for the limits of a proxy that only the answers of both hops show. */
    static boolean isHopFactor(LimitingFactor factor) {
        return factor == LimitingFactor.PROXY_REFUSAL || factor == LimitingFactor.PROXY_LIMIT;
    }

    /** Detects that the proxy turns clients or requests away by itself. */
    static Optional<Attribution> refusal(FailedStep step) {
        Optional<Proxy> proxy = ProxyLimits.proxy(step);
        HopControl control = control(step);
        // A proxy that has ended refuses nobody, and the server behind it is idle then as well.
        boolean ended = !ProxyLimits.endedProcesses(step).isEmpty()
                && control.through().stream().noneMatch(answer -> answer.status() > 0);
        if (proxy.isEmpty() || !step.hasShortage() || ended) {
            return Optional.empty();
        }
        boolean proved = Hops.limitingHop(control) == LimitingHop.PROXY && isRefused(control);
        boolean seen = control.direct().isEmpty() && closes(step) && serverHasRoom(step);
        return proved || seen
                ? Optional.of(attribution(
                        LimitingFactor.PROXY_REFUSAL,
                        proved ? Confidence.HIGH : Confidence.MEDIUM,
                        "%s; it turned them away itself".formatted(failures(step)),
                        step))
                : Optional.empty();
    }

    /** Detects that requests or connections wait in the proxy, which lets no more of them through. */
    static Optional<Attribution> limit(FailedStep step) {
        Optional<Proxy> proxy = ProxyLimits.proxy(step);
        HopControl control = control(step);
        if (proxy.isEmpty() || !step.hasShortage()) {
            return Optional.empty();
        }
        boolean proved = Hops.limitingHop(control) == LimitingHop.PROXY && !isRefused(control);
        boolean pool = control.direct().isEmpty() && isUpstreamPoolFull(step);
        return proved || pool
                ? Optional.of(attribution(
                        LimitingFactor.PROXY_LIMIT,
                        proved ? Confidence.HIGH : Confidence.MEDIUM,
                        "%s; they wait in it, and not in the server behind".formatted(failures(step)),
                        step))
                : Optional.empty();
    }

    /** Detects a thread of the proxy that used a whole processor at each level of load, while the server behind had time. */
    static Optional<Attribution> processors(FailedStep step) {
        HopControl control = control(step);
        List<BusiestThread> threads =
                control.sockets().stream().map(Sockets::busiest).toList();
        boolean full = !threads.isEmpty()
                && threads.stream().allMatch(thread -> thread.cores().orElse(0) >= Saturation.FULL_THREAD_SHARE);
        return full && step.hasShortage() && Hops.limitingHop(control) == LimitingHop.PROXY
                ? ProxyLimits.proxy(step)
                        .map(proxy -> new Attribution(
                                LimitingFactor.PROXY_CPU,
                                Confidence.HIGH,
                                "its thread %s used %.2f of one processor; %s; %s"
                                        .formatted(
                                                threads.get(0).name(),
                                                threads.get(0).cores().orElse(0),
                                                failures(step),
                                                Hops.words(control)),
                                "let more threads or processes of %s do its work (nginx: worker_processes; haproxy: nbthread; envoy: --concurrency), or take work from it (TLS, compression)"
                                        .formatted(proxy.software())))
                : Optional.empty();
    }

    private static Attribution attribution(LimitingFactor factor, Confidence confidence, String what, FailedStep step) {
        Proxy proxy = ProxyLimits.proxy(step).orElseThrow();
        HopControl control = control(step);
        String limits = proxy.settings().isEmpty() ? "" : "; set are " + String.join(", ", proxy.settings());
        String evidence = Stream.of(what, Hops.words(control), Hops.connections(control))
                .filter(words -> !words.isEmpty())
                .reduce("%s; %s"::formatted)
                .orElseThrow();
        return new Attribution(
                factor,
                confidence,
                evidence + limits,
                factor == LimitingFactor.PROXY_REFUSAL
                        ? "raise or take away the limit of %s that turns clients away: of connections or requests in all, of one client, or towards the server behind"
                                .formatted(proxy.software())
                        : "raise the number that %s lets through at once: its connections with clients, or its pool of connections with the server behind"
                                .formatted(proxy.software()));
    }

    private static String failures(FailedStep step) {
        return step.newFailuresInWords() + step.failureText(FailureCause.UNEXPECTED_STATUS);
    }

    /**
     * Returns true if the server behind also refuses requests that bypass the proxy: it does not keep the proxy
     * waiting.
     */
    static boolean serverRefuses(FailedStep step) {
        HopControl control = control(step);
        return Hops.limitingHop(control) == LimitingHop.SERVER
                && Hops.isRefused(control.direct(), control.idle().direct());
    }

    private static boolean isRefused(HopControl control) {
        return Hops.isRefused(control.through(), control.idle().through());
    }

    private static boolean closes(FailedStep step) {
        return step.hasTurnedAway()
                && (step.newFailures(FailureCause.CLOSED_BEFORE_ANSWER) > 0
                        || step.newFailures(FailureCause.CONNECT_REFUSED) > 0
                        || step.newFailures(FailureCause.OTHER) > 0);
    }

    private static boolean serverHasRoom(FailedStep step) {
        Observation behind =
                step.peak(reading -> reading.proxy().upstream().server().accepted());
        Observation waiting =
                step.peak(reading -> reading.proxy().upstream().server().waiting());
        Observation towards =
                step.peak(reading -> reading.proxy().upstream().client().open());
        return step.newFailures(FailureCause.UNEXPECTED_STATUS) == 0
                && behind.isAtLeast(1)
                && !behind.isAtLeast(step.evidence().failed().served() + CONNECTION_TOLERANCE + 1)
                && !towards.isAtLeast(step.evidence().failed().served() + CONNECTION_TOLERANCE + 1)
                && !waiting.isAtLeast(1);
    }

    // Returns true if the proxy has as many connections to the server behind as are served at once, under any load.
    private static boolean isUpstreamPoolFull(FailedStep step) {
        List<Sockets> sockets = control(step).sockets();
        return step.law() instanceof Law.Limit limit
                && sockets.size() > 1
                && sockets.stream()
                        .allMatch(one -> one.behind().client().open().isSeen()
                                && limit.fits(
                                        (double) one.behind().client().open().orElse(0))
                                && !one.behind().server().waiting().isAtLeast(1)
                                && !one.behind().server().unread().isAtLeast(1));
    }

    /** Returns true if neither the threads that serve nor the answers of the hops say which of them has a limit. */
    static boolean isHopUnknown(Attribution attribution, FailedStep step) {
        return attribution.confidence() != Confidence.HIGH && Hops.limitingHop(control(step)) != LimitingHop.SERVER;
    }

    /** Returns the answers of both hops, as a clause for a limit of the server behind; empty without requests. */
    static String hopAnswersClause(FailedStep step) {
        return Hops.limitingHop(control(step)) == LimitingHop.SERVER
                ? "; " + Hops.words(control(step), "the proxy")
                : "";
    }

    /** Returns the attribution as the limit of each client address, if another one is served meanwhile; else as it is. */
    static Attribution asPerClientLimit(Attribution attribution, FailedStep step) {
        HopControl control = control(step);
        if (attribution.factor().invalidates() || !Hops.isPerClient(control)) {
            return attribution;
        }
        long addresses = Math.max(1, control.otherClient().addresses());
        return attribution
                .withEvidence(
                        "%s; it is a limit for each client address: another one was served meanwhile (%s), those of the load (%s) were not (%s)"
                                .formatted(
                                        attribution.evidence(),
                                        Hops.words(control.otherClient().answers()),
                                        addresses == 1 ? "one address" : addresses + " addresses",
                                        Hops.words(control.through())))
                .withRelief(
                        "raise what one client address is allowed (now about %d), or send from more of them (--source-addresses; now %d): %s"
                                .formatted(
                                        step.evidence().failed().served() / addresses,
                                        addresses,
                                        attribution.relief()));
    }

    static HopControl control(FailedStep step) {
        return step.evidence().serverTraces().hops();
    }
}
