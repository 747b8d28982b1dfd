package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.law.ConcurrencyLaw;
import io.ceiling.harness.verdict.law.FullStation;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.RefusalKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of a failed step as peaks, rises and shares over that step, and the limit that it shows, which is looked for
 * once. Other evidence of the same step is another failed step. Not thread-safe.
 */
public final class FailedStep {

    // Causes that a slow server or an overloaded load generator produces as well as a hard limit.
    private static final Set<FailureCause> TIMING_CAUSES =
            Set.of(FailureCause.CONNECT_TIMEOUT, FailureCause.ANSWER_TIMEOUT);

    // Answers that a proxy gives by itself: bad gateway, unavailable, time-out of the gateway.
    private static final Set<RefusalKind> PROXY_STATUSES =
            Set.of(RefusalKind.HTTP_502, RefusalKind.HTTP_503, RefusalKind.HTTP_504);

    private final Evidence evidence;
    private final List<Sample> window;
    private final ProcessorUse cpu;
    private final Law law;
    private final Optional<FullStation> station;
    private @Nullable Attribution attribution;

    public FailedStep(Evidence evidence) {
        this.evidence = evidence;
        this.window = new ArrayList<>();
        Sample before = evidence.failed().before();
        Sample after = evidence.failed().after();
        window.add(before);
        // The samples at both ends may be among them, and must not count twice.
        evidence.stepSamples().stream()
                .filter(sample ->
                        sample.elapsedNanos() > before.elapsedNanos() && sample.elapsedNanos() < after.elapsedNanos())
                .forEach(window::add);
        window.add(after);
        this.cpu = new ProcessorUse(evidence, window);
        this.law = ConcurrencyLaw.of(evidence.serverTraces().diagnosis());
        this.station = FullStation.of(evidence.serverTraces().diagnosis(), law);
    }

    /** Returns the conclusion from load beyond the ceiling. */
    public Law law() {
        return law;
    }

    /**
     * Returns the station that was seen to be full beyond the ceiling; empty if none was. A lock refuses nobody:
     * requests that are refused behind it fill it as well. If more are served the more come, they may fill any station.
     */
    public Optional<FullStation> station() {
        boolean refused = hasUnserved() && ServerRefusals.refusedCount(this) > 0 && !ServerRefusals.isAfterWait(this);
        return station.filter(
                full -> !refused || (full.kind() != FullStation.Kind.LOCK && !(law instanceof Law.Growth)));
    }

    public Evidence evidence() {
        return evidence;
    }

    public Step step() {
        return evidence.failed();
    }

    public FailedStep with(Evidence.ServerTraces other) {
        return new FailedStep(evidence.with(other));
    }

    /** Returns the same step with what the kernel counted under load beyond the ceiling. */
    public FailedStep with(List<Occupants.CountedUse> loaded) {
        return new FailedStep(evidence.with(evidence.processLimits().occupants().with(loaded)));
    }

    /** Returns the same step with the outcome of one connection without other load. */
    public FailedStep with(LoneConnection alone) {
        return new FailedStep(evidence.with(alone));
    }

    /** Returns the same step with the servers, of several, that do not answer. */
    public FailedStep withSilentServers(List<Evidence.SilentServer> silent) {
        return silent.isEmpty() ? this : new FailedStep(evidence.with(silent));
    }

    /**
     * Returns the limit that fits the evidence best; {@code UNKNOWN} with the closest readings if none does. If the
     * evidence is that of one of several instances, its text says which, unless the limit is one of the load side or
     * the host. A detector must not call this.
     */
    public Attribution attribution() {
        if (attribution == null) {
            attribution = LimitAnalyst.analyse(this);
        }
        return attribution;
    }

    /** Returns true if answers were late and nothing else failed: no refusal, no closed connection, no error of any kind. */
    public boolean nothingWorseThanLate() {
        return onlyLate()
                && !ReportedRefusals.exists(this)
                && !evidence.serverTraces().isGone();
    }

    /**
     * Returns true if the server did nothing worse than to answer requests late, or with another status: it recovers
     * once they are over.
     */
    public boolean nothingWorseThanRefused() {
        return onlyLateOrRefused()
                && !ReportedRefusals.exists(this)
                && !evidence.serverTraces().isGone();
    }

    /**
     * Returns true if connects were dropped or repeated in a step in which nothing but lateness failed: at a slower
     * pace the same number may pass.
     */
    public boolean isOverrun() {
        return nothingWorseThanLate() && connectsWereDropped();
    }

    /**
     * Returns true if a worker crashed and its server lives on: that may be an accident, and another worker replaces
     * it.
     */
    public boolean isWorkerCrash() {
        return attribution().factor() == LimitingFactor.SERVER_CRASH
                && !evidence.serverTraces().isGone();
    }

    /**
     * Returns true if the server keeps responses of departed clients and nothing makes it release them: a retry would
     * not find it emptier.
     */
    public boolean keepsDepartedClients() {
        Scenario scenario = evidence.scenario();
        return scenario.isExternal()
                && scenario.work().outlivesItsClient()
                && evidence.processLimits()
                        .occupants()
                        .sockets()
                        .closedByClient()
                        .isAtLeast(1);
    }

    /** Returns the processes that load the server, in words. */
    String loadSource() {
        return evidence.scenario().workload().isWatched() ? "the load tool" : "the load generator";
    }

    /** Returns the server's host in words. */
    String hostName() {
        String name = evidence.failed().after().host().host();
        return name.isEmpty() ? "this host" : "host " + name;
    }

    /** Returns all samples of the failed step, oldest first. */
    List<Sample> window() {
        return window;
    }

    /** Returns the largest value during the step; not seen if it was seen in no sample. */
    Observation peak(Function<ServerReading, Observation> value) {
        return largest(sample -> value.apply(sample.server()));
    }

    private Observation largest(Function<Sample, Observation> value) {
        OptionalLong largest = window.stream()
                .flatMapToLong(sample -> value.apply(sample).value().stream())
                .max();
        return largest.isPresent() ? Observation.of(largest.getAsLong()) : Observation.NOT_SEEN;
    }

    /** Returns a limit of the server, which does not change during the step, although some readings may have failed. */
    public Limit limit(Function<ServerReading, Limit> value) {
        return largestLimit(sample -> value.apply(sample.server()));
    }

    Limit hostLimit(Function<HostReading, Limit> value) {
        return largestLimit(sample -> value.apply(sample.host()));
    }

    private Limit largestLimit(Function<Sample, Limit> value) {
        List<Limit> seen = window.stream().map(value).filter(Limit::isSeen).toList();
        OptionalLong largest =
                seen.stream().flatMapToLong(limit -> limit.number().stream()).max();
        if (largest.isPresent()) {
            return Limit.of(largest.getAsLong());
        }
        return seen.isEmpty() ? Limit.NOT_SEEN : seen.get(0);
    }

    Observation hostPeak(Function<HostReading, Observation> value) {
        return largest(sample -> value.apply(sample.host()));
    }

    /** Returns the increase of a counter of the host during the step; not seen if it was not seen at both ends. */
    Observation rise(Function<HostReading, Observation> counter) {
        return after(counter).since(before(counter));
    }

    /** Returns the increase of a counter of the server during the step; not seen if it was not seen at both ends. */
    Observation riseOfServer(Function<ServerReading, Observation> counter) {
        return counter.apply(evidence.failed().after().server())
                .since(counter.apply(evidence.failed().before().server()));
    }

    /**
     * Returns true if connects were dropped or repeated during the step: then the pace of the load generator may have
     * caused the failure.
     */
    boolean connectsWereDropped() {
        return rise(HostReading::listenOverflows).isAtLeast(1)
                || rise(HostReading::listenDrops).isAtLeast(1)
                || rise(reading -> reading.listenQueues().synRetransmits()).isAtLeast(1);
    }

    /** Returns a counter of the host at both ends of the step as text, such as {@code 7 -> 12}. */
    String change(Function<HostReading, Observation> counter) {
        return "%s -> %s".formatted(ReadingText.words(before(counter)), ReadingText.words(after(counter)));
    }

    private Observation before(Function<HostReading, Observation> counter) {
        return counter.apply(evidence.failed().before().host());
    }

    private Observation after(Function<HostReading, Observation> counter) {
        return counter.apply(evidence.failed().after().host());
    }

    long newFailures(FailureCause cause) {
        Failures before = evidence.failed().before().load().failures();
        return window.stream()
                .mapToLong(sample -> sample.load().failures().since(before).count(cause))
                .max()
                .orElse(0);
    }

    /** Returns the first text of that cause with a leading separator; empty if there is none. */
    String failureText(FailureCause cause) {
        String text = evidence.failed().after().load().failures().firstText(cause);
        return text.isBlank() ? "" : ": " + text;
    }

    /** Returns the new failures as a phrase, such as {@code 312 answer-timeout, 4 connect-timeout}. */
    String newFailuresInWords() {
        StringBuilder words = new StringBuilder();
        for (FailureCause cause : FailureCause.values()) {
            long count = newFailures(cause);
            if (count > 0) {
                words.append(words.isEmpty() ? "" : ", ")
                        .append(count)
                        .append(' ')
                        .append(cause.label());
            }
        }
        if (!words.isEmpty()) {
            return words.toString();
        }
        int unserved = evidence.failed().target() - evidence.failed().served();
        return unserved > 0 ? "%d unanswered".formatted(unserved) : "no connection error";
    }

    /** Returns true if some connections got no answer at all, as opposed to late ones. */
    boolean hasUnserved() {
        return evidence.failed().served() < evidence.failed().target();
    }

    /** Returns true if the only errors are timeouts, late answers, and answers with another status. */
    boolean onlyLateOrRefused() {
        return Arrays.stream(FailureCause.values())
                .allMatch(cause -> TIMING_CAUSES.contains(cause)
                        || cause == FailureCause.UNEXPECTED_STATUS
                        || newFailures(cause) == 0);
    }

    /** Returns true if the only errors are timeouts and late answers. */
    boolean onlyLate() {
        for (FailureCause cause : FailureCause.values()) {
            if (!TIMING_CAUSES.contains(cause) && newFailures(cause) > 0) {
                return false;
            }
        }
        return answerNamesNoError() && messagesAreOnlyLate();
    }

    private boolean messagesAreOnlyLate() {
        return evidence.failed().deliveries().map(Deliveries::isComplete).orElse(true);
    }

    /** Returns how many connections and requests waited for an answer when the step ended, or until their time was over. */
    public long waitingCount() {
        return newFailures(FailureCause.CONNECT_TIMEOUT)
                + newFailures(FailureCause.ANSWER_TIMEOUT)
                + evidence.failed().after().load().outstanding();
    }

    /** Returns how long nothing was answered while something waited when the step ended, in ns; 0 if nothing did. */
    long silenceNanos() {
        Sample last = evidence.failed().after();
        return last.load().outstanding() == 0
                ? 0
                : window.stream()
                        .filter(sample -> answered(sample) == answered(last))
                        .mapToLong(sample -> last.elapsedNanos() - sample.elapsedNanos())
                        .max()
                        .orElse(0);
    }

    private static long answered(Sample sample) {
        return sample.load().connections().served() + sample.load().exchanges().answered();
    }

    /** Returns true if connections or requests were left waiting, without an error that would explain it. */
    boolean hasUnservedWaiting() {
        boolean waits = evidence.scenario().workload().isRecursive() ? answerNamesNoError() : waitingCount() > 0;
        return hasUnserved() && (waits || proxyGaveUp());
    }

    /** Returns true if a proxy answered in place of the server behind it, for which it had waited in vain. */
    boolean proxyGaveUp() {
        return ProxyLimits.proxy(this).isPresent() && ServerRefusals.refusedCount(this, PROXY_STATUSES) > 0;
    }

    /**
     * Returns true if a request in flight was answered, but later than the SLO: near the ceiling an answer may come
     * before the load agent gives it up.
     */
    boolean requestsInFlightAreLate() {
        long slowest =
                evidence.failed().after().load().times().exchanges().response().maxNanos();
        return evidence.scenario().work().inFlight().isPresent()
                && onlyLate()
                && slowest
                        > evidence.failed()
                                .outcome()
                                .slo()
                                .map(Duration::toNanos)
                                .orElse(Long.MAX_VALUE);
    }

    /** Returns true if connections were turned away or left waiting, as opposed to served first and lost later. */
    boolean hasTurnedAway() {
        return hasUnservedWaiting()
                || (hasUnserved()
                        && (evidence.scenario().workload().isRecursive()
                                || newFailures(FailureCause.CLOSED_BEFORE_ANSWER) > 0
                                || newFailures(FailureCause.CONNECT_REFUSED) > 0
                                || newFailures(FailureCause.UNEXPECTED_STATUS) > 0
                                || newFailures(FailureCause.OTHER) > 0));
    }

    private boolean answerNamesNoError() {
        return evidence.answer().isEmpty() || LogScanner.saysTimeout(evidence.answer());
    }

    /** Returns true if requests were late or refused in this step, so that a limit must explain it. */
    boolean hasShortage() {
        return hasUnservedWaiting() || requestsInFlightAreLate() || hasTurnedAway();
    }

    /** Returns the log line of that limit; empty if there is none. */
    Optional<LogFinding> finding(LimitingFactor factor) {
        return evidence().serverTraces().log().stream()
                .filter(found -> found.factor() == factor)
                .findFirst();
    }

    /** Returns what the processors did during the step. */
    public ProcessorUse cpu() {
        return cpu;
    }
}
