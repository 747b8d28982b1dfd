package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Proxy;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.RefusalKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Detects the limits of a proxy between the clients and the server, and says which of the two hops a limit belongs to.
 *
 * <p>Notes. A full proxy shows itself in four ways: it accepts no more, so that clients wait in its listen queue; it closes
 * a client at once; it closes idle clients to make room; or it answers 500, 502, 503 or 504 itself. An nginx makes room as
 * soon as no more than a sixteenth of worker_connections is free, and then closes an eighth of the idle connections, at
 * most 32, so that its count stays below the limit ({@code ngx_drain_connections}).
 */
final class ProxyLimits {

    private static final long NGINX_FREE_SHARE = 16;
    private static final long NGINX_CLOSED_SHARE = 8;
    private static final long NGINX_MOST_CLOSED = 32;
    // Connections that may be on their way when a reading is taken.
    private static final long PENDING_TOLERANCE = 2;
    // Share of the local ports that others may have taken.
    private static final long PORTS_SHARE = 200;

    // Statuses that only a gateway sends (RFC 9110, sections 15.6.3 and 15.6.5).
    private static final Set<RefusalKind> GATEWAY_STATUSES = Set.of(RefusalKind.HTTP_502, RefusalKind.HTTP_504);

    private ProxyLimits() {}

    /** Returns the proxy of the evidence; empty if clients reach the server itself. */
    static Optional<Proxy> proxy(FailedStep step) {
        return step.evidence().scenario().firstTarget().flatMap(Target::proxy);
    }

    /** Detects what the proxy says in its error log: the first line that names one of its limits. */
    static Optional<Attribution> byMessage(FailedStep step) {
        return proxy(step)
                .filter(proxy -> hasFailures(step))
                .flatMap(proxy -> step.evidence().serverTraces().log().stream()
                        .filter(finding -> finding.factor().isOfProxy())
                        .findFirst()
                        .map(finding -> byMessage(finding, proxy, step)));
    }

    private static Attribution byMessage(LogFinding finding, Proxy proxy, FailedStep step) {
        String quote = "its error log: " + finding.line().strip();
        return finding.factor() == LimitingFactor.PROXY_UPSTREAM_PORTS
                ? ports(proxy, step, Confidence.HIGH, quote)
                : namedUse(finding, step)
                        .map(use -> attribution(use, proxy, step, Confidence.HIGH, quote))
                        .orElseGet(() -> new Attribution(
                                finding.factor(),
                                Confidence.HIGH,
                                "%s; %s".formatted(quote, step.newFailuresInWords()),
                                relief(finding.factor(), proxy, "unknown")));
    }

    private static Optional<ProxyLimitUse> namedUse(LogFinding finding, FailedStep step) {
        return peaks(step).stream()
                .filter(use -> use.factor() == finding.factor() && LogScanner.mentions(finding, use.where()))
                .findFirst()
                .or(() -> fullest(step, finding.factor()));
    }

    /** Detects a setting of the proxy of which nothing is free, or so little that the proxy makes room. */
    static Optional<Attribution> byReadings(FailedStep step) {
        return proxy(step).filter(proxy -> hasFailures(step)).flatMap(proxy -> peaks(step).stream()
                .filter(use -> use.free() <= reserve(use, step))
                .min(Comparator.comparingLong(ProxyLimitUse::free))
                .map(use -> attribution(use, proxy, step, Confidence.MEDIUM, "")));
    }

    /**
     * Returns the attribution of held connections that were closed because of their number, as a control step has
     * shown. It names an nginx worker that uses at least half of its connections: forwarded requests use as many again,
     * which the readings may miss.
     */
    static Attribution asWorkerEviction(Attribution attribution, FailedStep step) {
        Optional<ProxyLimitUse> worker = fullest(step, LimitingFactor.PROXY_WORKER_CONNECTIONS)
                .filter(use -> use.free() <= use.limit().orElse(0) / 2);
        if (proxy(step).isEmpty() || worker.isEmpty()) {
            return attribution;
        }
        Proxy proxy = proxy(step).get();
        return new Attribution(
                LimitingFactor.PROXY_WORKER_CONNECTIONS,
                Confidence.MEDIUM,
                "hop %s (pid %d): %s of %s worker_connections of %s at the fullest reading, and one more for each request while it is forwarded; %s"
                        .formatted(
                                proxy.software(),
                                proxy.pid(),
                                worker.get().used(),
                                worker.get().limit(),
                                worker.get().where(),
                                attribution.evidence()),
                relief(
                        LimitingFactor.PROXY_WORKER_CONNECTIONS,
                        proxy,
                        worker.get().limit().toString()));
    }

    // Returns how much of a limit may be free while connections fail because of it.
    private static long reserve(ProxyLimitUse use, FailedStep step) {
        long limit = use.limit().orElse(0);
        boolean makesRoom = step.newFailures(FailureCause.CLOSED_WHILE_HELD) > 0
                || step.newFailures(FailureCause.CLOSED_BEFORE_ANSWER) > 0;
        return switch (use.factor()) {
            case PROXY_WORKER_CONNECTIONS ->
                PENDING_TOLERANCE
                        + (makesRoom
                                ? limit / NGINX_FREE_SHARE + Math.min(NGINX_MOST_CLOSED, limit / NGINX_CLOSED_SHARE)
                                : 0);
            case PROXY_FILE_DESCRIPTORS -> Math.max(PENDING_TOLERANCE, limit / 1000);
            // One connection may just have been closed.
            default -> limit < 10 ? 0 : 1;
        };
    }

    /** Detects that the proxy has no local port left towards the server behind it. */
    static Optional<Attribution> upstreamPorts(FailedStep step) {
        long range = step.evidence().processLimits().limits().localPorts().orElse(0);
        return proxy(step)
                .filter(proxy -> hasFailures(step)
                        && range > 0
                        && portsInUse(step).isAtLeast(range - range / PORTS_SHARE - PENDING_TOLERANCE))
                .map(proxy -> ports(proxy, step, Confidence.MEDIUM, step.newFailuresInWords()));
    }

    private static Attribution ports(Proxy proxy, FailedStep step, Confidence confidence, String words) {
        Limit range = step.evidence().processLimits().limits().localPorts();
        return new Attribution(
                LimitingFactor.PROXY_UPSTREAM_PORTS,
                confidence,
                "%s local ports of one address towards %s in use (TIME_WAIT included) of %s in ip_local_port_range; %s"
                        .formatted(
                                ReadingText.words(portsInUse(step)), proxy.upstream(), ReadingText.words(range), words),
                "widen net.ipv4.ip_local_port_range (now %s ports), keep connections to the server open (nginx: keepalive of the upstream block; haproxy: http-reuse), or give the pair more addresses (nginx: proxy_bind; haproxy: source; or more addresses of the server)"
                        .formatted(ReadingText.words(range)));
    }

    private static Observation portsInUse(FailedStep step) {
        return step.peak(reading -> reading.proxy().upstream().client().ports());
    }

    /** Detects that an unseen proxy answered for the server behind it: only a gateway sends 502 or 504. */
    static Optional<Attribution> gateway(FailedStep step) {
        if (proxy(step).isPresent()
                || !step.hasUnserved()
                || 2 * ServerRefusals.refusedCount(step, GATEWAY_STATUSES) <= ServerRefusals.refusedCount(step)) {
            return Optional.empty();
        }
        String way =
                switch (ServerRefusals.timing(step)) {
                    case AT_ONCE -> ", at once: it was refused there, or had no port or descriptor of its own";
                    case AFTER_A_WAIT -> ", after a wait: it got no answer in its time";
                    case AT_END, NOT_KNOWN -> "";
                };
        return Optional.of(
                new Attribution(
                        LimitingFactor.PROXY_UPSTREAM,
                        Confidence.MEDIUM,
                        "a proxy answered for the server behind it%s; %d of %d served, %s%s"
                                .formatted(
                                        way,
                                        step.evidence().failed().served(),
                                        step.evidence().failed().target(),
                                        step.newFailuresInWords(),
                                        step.failureText(FailureCause.UNEXPECTED_STATUS)),
                        "of the proxy, raise its local ports towards that server (net.ipv4.ip_local_port_range; nginx: keepalive of the upstream block), its open files, its time-outs; of the server behind, its listen queue, its connections, its threads: probe that one alone, or both on their host with --upstream (docs/proxy.md)"));
    }

    /**
     * Detects that the proxy waits for the server behind it, which shows no limit of its own. Must come after all limits of
     * that server.
     */
    static Optional<Attribution> serverBehind(FailedStep step) {
        Optional<LogFinding> logged = step.evidence().serverTraces().log().stream()
                .filter(finding -> finding.factor() == LimitingFactor.PROXY_UPSTREAM)
                .findFirst();
        Observation waiting =
                step.peak(reading -> reading.proxy().upstream().server().waiting());
        int unserved =
                step.evidence().failed().target() - step.evidence().failed().served();
        boolean queue = step.hasUnservedWaiting() && waiting.isAtLeast(Math.max(1, (unserved + 1) / 2));
        return proxy(step)
                .filter(proxy -> hasFailures(step) && (step.proxyGaveUp() || logged.isPresent() || queue))
                .filter(proxy -> Hops.limitingHop(HopLimits.control(step)) != Hops.LimitingHop.PROXY)
                .filter(proxy -> !HopLimits.serverRefuses(step))
                .map(proxy -> new Attribution(
                        LimitingFactor.PROXY_UPSTREAM,
                        Confidence.MEDIUM,
                        "%s waited in the listen queue of %s; %s%s%s; %s"
                                .formatted(
                                        ReadingText.counted(waiting, "connection"),
                                        proxy.upstream(),
                                        step.newFailuresInWords(),
                                        step.failureText(FailureCause.UNEXPECTED_STATUS),
                                        logged.map(line -> "; the error log of %s: %s"
                                                        .formatted(
                                                                proxy.software(),
                                                                line.line().strip()))
                                                .orElse(""),
                                        "%s itself: %s".formatted(proxy.software(), usesInWords(step))),
                        "the limit is in the server behind the proxy, or in the proxy's time-outs towards it: probe %s alone, or grant more access to it (docs/probe.md)"
                                .formatted(proxy.upstream())));
    }

    private static Attribution attribution(
            ProxyLimitUse use, Proxy proxy, FailedStep step, Confidence confidence, String quote) {
        return new Attribution(
                use.factor(),
                confidence,
                "%s%s %s of %s%s; %s%s%s"
                        .formatted(
                                use.used().isSeen() ? use.used() + " of " : "",
                                ReadingText.words(use.limit()),
                                use.setting(),
                                use.where(),
                                use.waiting().isAtLeast(1) ? ", " + use.waiting() + " wait for it" : "",
                                step.newFailuresInWords(),
                                step.newFailures(FailureCause.UNEXPECTED_STATUS) > 0
                                        ? step.failureText(FailureCause.UNEXPECTED_STATUS)
                                        : "",
                                quote.isEmpty() ? "" : "; " + quote),
                use.factor() == LimitingFactor.PROXY_MAX_CONNECTIONS || use.factor() == LimitingFactor.PROXY_REFUSAL
                        ? "raise %s of %s (now %s)"
                                .formatted(use.setting(), proxy.software(), ReadingText.words(use.limit()))
                        : relief(use.factor(), proxy, ReadingText.words(use.limit())));
    }

    private static String relief(LimitingFactor factor, Proxy proxy, String now) {
        return switch (factor) {
            case PROXY_WORKER_CONNECTIONS ->
                "raise worker_connections of %s (now %s for each worker; a client that is forwarded takes two)"
                        .formatted(proxy.software(), now);
            case PROXY_FILE_DESCRIPTORS ->
                "raise the limit of open files of %s (nginx: worker_rlimit_nofile; else ulimit -n, LimitNOFILE; now %s)"
                        .formatted(proxy.software(), now);
            default -> "raise the limit of %s that is full (now %s)".formatted(proxy.software(), now);
        };
    }

    private static Optional<ProxyLimitUse> fullest(FailedStep step, LimitingFactor factor) {
        return peaks(step).stream()
                .filter(use -> use.factor() == factor)
                .min(Comparator.comparingLong(ProxyLimitUse::free));
    }

    private static List<ProxyLimitUse> peaks(FailedStep step) {
        List<ProxyLimitUse> peaks = new ArrayList<>();
        step.window().stream()
                .map(Sample::server)
                .map(ServerReading::proxy)
                .map(ProxyReading::uses)
                .flatMap(List::stream)
                .forEach(use -> {
                    Optional<ProxyLimitUse> before =
                            peaks.stream().filter(use::isOf).findFirst();
                    if (before.isEmpty()) {
                        peaks.add(use);
                    } else if (use.free() < before.get().free()) {
                        peaks.set(peaks.indexOf(before.get()), use);
                    }
                });
        return peaks;
    }

    /** Returns the processes of the proxy that ended in the step, in words. */
    static List<String> endedProcesses(FailedStep step) {
        List<String> left = runningProcesses(step.evidence().failed().after());
        return runningProcesses(step.evidence().failed().before()).stream()
                .filter(process -> !left.contains(process))
                .map(process -> "%s of %s"
                        .formatted(process, proxy(step).map(Proxy::software).orElse("the proxy")))
                .toList();
    }

    private static List<String> runningProcesses(Sample sample) {
        return sample.server().proxy().uses().stream()
                .filter(use -> use.factor() == LimitingFactor.PROXY_FILE_DESCRIPTORS
                        && use.used().isSeen())
                .map(ProxyLimitUse::where)
                .toList();
    }

    private static boolean hasFailures(FailedStep step) {
        return step.hasTurnedAway()
                || step.requestsInFlightAreLate()
                || step.newFailures(FailureCause.CLOSED_WHILE_HELD) > 0
                || step.newFailures(FailureCause.CLOSED_BEFORE_ANSWER) > 0
                || step.newFailures(FailureCause.UNEXPECTED_STATUS) > 0;
    }

    /** Returns the use of all limits of the proxy, and its processor time, as text. */
    static String usesInWords(FailedStep step) {
        List<String> words = new ArrayList<>();
        peaks(step).stream()
                .filter(use -> use.used().isSeen())
                .map(use -> "%s of %s %s of %s"
                        .formatted(use.used(), ReadingText.words(use.limit()), use.setting(), use.where()))
                .forEach(words::add);
        Function<Sample, Observation> cpu = sample -> sample.server().proxy().cpuNanos();
        Sample before = step.evidence().failed().before();
        Sample after = step.evidence().failed().after();
        Observation used = cpu.apply(after).since(cpu.apply(before));
        long nanos = after.elapsedNanos() - before.elapsedNanos();
        if (used.isSeen() && nanos > 0) {
            words.add("it used %.2f processors".formatted((double) used.orElse(0) / nanos));
        }
        return words.isEmpty() ? "none seen" : String.join(", ", words);
    }

    /** Returns the attribution with the hop that it belongs to; as it is if there is no proxy. */
    static Attribution withHop(Attribution attribution, FailedStep step) {
        Optional<Proxy> proxy = proxy(step);
        if (proxy.isEmpty() || attribution.factor().invalidates()) {
            return attribution;
        }
        String name = proxy.get().software();
        Optional<Attribution> own =
                attribution.factor() == LimitingFactor.RATE_LIMIT ? ownRefusal(step) : Optional.empty();
        String hop =
                switch (attribution.factor()) {
                    case RATE_LIMIT ->
                        own.map(refusal -> "hop %s (%s)".formatted(name, refusal.evidence()))
                                .orElse("hop %s or the server behind it".formatted(name));
                    // Both have time-outs of their own, and from outside nobody sees which one expired.
                    case SERVER_IDLE_TIMEOUT -> "hop %s or the server behind it".formatted(name);
                    case CONCURRENCY_LIMIT, REFUSED_BY_SERVER ->
                        HopLimits.isHopUnknown(attribution, step)
                                ? "hop %s or the server behind it".formatted(name)
                                : "hop %s, behind %s".formatted(server(step, proxy.get()), name);
                    case SERVER_CRASH ->
                        endedProcesses(step).isEmpty()
                                ? "hop %s, behind %s".formatted(server(step, proxy.get()), name)
                                : "hop %s (pid %d)".formatted(name, proxy.get().pid());
                    case UNKNOWN -> "hop not known (%s: %s)".formatted(name, usesInWords(step));
                    default ->
                        attribution.factor().isOfProxy()
                                ? "hop %s (pid %d)".formatted(name, proxy.get().pid())
                                : "hop %s, behind %s".formatted(server(step, proxy.get()), name);
                };
        String beside = attribution.factor().isOfProxy() ? "" : HopLimits.hopAnswersClause(step);
        return attribution.withEvidence("%s: %s%s".formatted(hop, attribution.evidence(), beside));
    }

    private static Optional<Attribution> ownRefusal(FailedStep step) {
        return Stream.of(byMessage(step), HopLimits.refusal(step))
                .flatMap(Optional::stream)
                .filter(refusal -> refusal.factor() == LimitingFactor.PROXY_REFUSAL)
                .findFirst();
    }

    private static String server(FailedStep step, Proxy proxy) {
        Target target = step.evidence().scenario().firstTarget().orElseThrow();
        String container = target.software().container();
        return "%s%s"
                .formatted(
                        container.isEmpty() ? "server " + proxy.upstream() : container,
                        target.pid().isPresent()
                                ? " (pid %d)".formatted(target.pid().getAsLong())
                                : "");
    }
}
