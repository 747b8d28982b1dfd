package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.Deliveries;
import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.Plural;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The evidence of a failed step as peaks, rises and shares over that step. */
final class Facts {

    /** Causes that a slow server or an overloaded load generator produces as well as a hard limit. */
    private static final Set<FailureCause> TIMING = Set.of(FailureCause.CONNECT_TIMEOUT, FailureCause.ANSWER_TIMEOUT);

    /** Phrases of an answer that say that the next level did not respond. */
    private static final List<String> WAITED_IN_VAIN = List.of("stalled", "timed out", "no answer");

    private static final String UNKNOWN = "unknown";

    private final Evidence evidence;
    private final List<Sample> window;

    Facts(Evidence evidence) {
        this.evidence = evidence;
        this.window = new ArrayList<>();
        Sample before = evidence.failed().before();
        Sample after = evidence.failed().after();
        window.add(before);
        // The samples at both ends may be among them, and must not count twice.
        evidence.during().stream()
                .filter(sample ->
                        sample.elapsedNanos() > before.elapsedNanos() && sample.elapsedNanos() < after.elapsedNanos())
                .forEach(window::add);
        window.add(after);
    }

    Evidence evidence() {
        return evidence;
    }

    /** Returns all samples of the failed step, oldest first. */
    List<Sample> window() {
        return window;
    }

    /** Returns the largest value during the step; not seen if it was seen in no sample. */
    Seen peak(Function<ServerReading, Seen> value) {
        return largest(sample -> value.apply(sample.server()));
    }

    private Seen largest(Function<Sample, Seen> value) {
        OptionalLong largest = window.stream()
                .flatMapToLong(sample -> value.apply(sample).value().stream())
                .max();
        return largest.isPresent() ? Seen.of(largest.getAsLong()) : Seen.NOT;
    }

    /** Returns a limit of the server, which does not change during the step, although some readings may have failed. */
    Limit limit(Function<ServerReading, Limit> value) {
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

    Seen hostPeak(Function<HostReading, Seen> value) {
        return largest(sample -> value.apply(sample.host()));
    }

    /** Returns the increase of a counter of the host during the step; not seen if it was not seen at both ends. */
    Seen rise(Function<HostReading, Seen> counter) {
        return after(counter).since(before(counter));
    }

    /**
     * Returns true if connects were dropped or repeated during the step: then the pace of the load generator may have
     * caused the failure.
     */
    boolean connectsWereDropped() {
        return rise(HostReading::listenOverflows).isAtLeast(1)
                || rise(HostReading::listenDrops).isAtLeast(1)
                || rise(HostReading::synRetransmits).isAtLeast(1);
    }

    /** Returns a counter of the host at both ends of the step as text, such as {@code 7 -> 12}. */
    String change(Function<HostReading, Seen> counter) {
        return "%s -> %s".formatted(words(before(counter)), words(after(counter)));
    }

    private Seen before(Function<HostReading, Seen> counter) {
        return counter.apply(evidence.failed().before().host());
    }

    private Seen after(Function<HostReading, Seen> counter) {
        return counter.apply(evidence.failed().after().host());
    }

    /** Returns the number of failures of that cause that are new in this step. */
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
    boolean unserved() {
        return evidence.failed().served() < evidence.failed().target();
    }

    /** Returns true if the only errors are timeouts and late answers. */
    boolean onlyLate() {
        for (FailureCause cause : FailureCause.values()) {
            if (!TIMING.contains(cause) && newFailures(cause) > 0) {
                return false;
            }
        }
        return answerNamesNoError() && messagesAreOnlyLate();
    }

    private boolean messagesAreOnlyLate() {
        return evidence.failed().deliveries().map(Deliveries::isComplete).orElse(true);
    }

    /** Returns true if connections or requests were left waiting, without an error that would explain it. */
    boolean waitsUnserved() {
        boolean waits = evidence.scenario().workload().isRecursive()
                ? answerNamesNoError()
                : newFailures(FailureCause.CONNECT_TIMEOUT) > 0
                        || newFailures(FailureCause.ANSWER_TIMEOUT) > 0
                        || evidence.failed().after().load().connections().pending() > 0
                        || evidence.failed().after().load().exchanges().pending() > 0;
        return unserved() && waits;
    }

    /** Returns true if connections were turned away or left waiting, as opposed to served first and lost later. */
    boolean turnedAway() {
        return waitsUnserved()
                || (unserved()
                        && (evidence.scenario().workload().isRecursive()
                                || newFailures(FailureCause.CLOSED_BEFORE_ANSWER) > 0
                                || newFailures(FailureCause.CONNECT_REFUSED) > 0
                                || newFailures(FailureCause.UNEXPECTED_STATUS) > 0
                                || newFailures(FailureCause.OTHER) > 0));
    }

    private boolean answerNamesNoError() {
        String answer = evidence.answer().toLowerCase(Locale.ROOT);
        return answer.isEmpty() || WAITED_IN_VAIN.stream().anyMatch(answer::contains);
    }

    /** Returns the median number of processors that the server kept busy during the step; -1 if not seen. */
    double serverCores() {
        return perSecond(sample -> sample.server().cpuNanos());
    }

    /**
     * Returns the number of processors that were busy with neither the server nor the agents but with other processes
     * of this host; -1 if not seen.
     */
    double otherCores() {
        double host = hostCores();
        return host < 0 ? -1 : Math.max(0, host - Math.max(0, serverCores()) - Math.max(0, loadCores()));
    }

    /**
     * Returns the number of processors of this host that were busy with any process; -1 if not seen. This is an average
     * over the whole step, because the kernel counts in ticks, which are too coarse between two close samples.
     */
    double hostCores() {
        Sample first = window.get(0);
        Sample last = window.get(window.size() - 1);
        double elapsed = last.elapsedNanos() - first.elapsedNanos();
        Seen growth = last.host().cpuNanos().since(first.host().cpuNanos());
        return elapsed > 0 && growth.isAtLeast(0) ? growth.orElse(0) / elapsed : -1;
    }

    double loadCores() {
        return evidence.failed().after().load().agents() == 0
                ? 0
                : perSecond(sample -> Seen.ofNegativeNot(sample.load().process().cpuNanos()));
    }

    /** Returns the share of the step that the server's threads were stopped for collections; -1 if not seen. */
    double gcShare() {
        // A collection is counted when it ends, and may be longer than the time between two samples.
        return Math.min(1, perSecond(sample -> sample.server().gcNanos()));
    }

    double loadGcShare() {
        int agents = evidence.failed().after().load().agents();
        return agents == 0
                ? 0
                : perSecond(sample -> Seen.ofNegativeNot(sample.load().process().gcNanos())) / agents;
    }

    /**
     * Returns the growth of a time counter per elapsed time, as the median between neighbouring samples: a step that
     * ends in waiting for timeouts would dilute an average, and one busy moment would inflate a maximum. If exchanges
     * were outstanding or messages arrived, only that part of the step counts, since before it connections were merely
     * held.
     */
    private double perSecond(Function<Sample, Seen> nanos) {
        double[] rates = rates(nanos);
        return rates.length == 0 ? -1 : rates[rates.length / 2];
    }

    private double[] rates(Function<Sample, Seen> nanos) {
        boolean exchanged = IntStream.range(1, window.size()).anyMatch(this::talks);
        List<Double> rates = new ArrayList<>();
        for (int i = 1; i < window.size(); i++) {
            if (exchanged && !talks(i)) {
                continue;
            }
            double elapsed = window.get(i).elapsedNanos() - window.get(i - 1).elapsedNanos();
            Seen growth = nanos.apply(window.get(i)).since(nanos.apply(window.get(i - 1)));
            if (elapsed > 0 && growth.isAtLeast(0)) {
                rates.add(growth.orElse(0) / elapsed);
            }
        }
        return rates.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** Returns true if requests or messages went over the connections between that sample and the one before. */
    private boolean talks(int i) {
        return isExchanging(window.get(i - 1))
                || isExchanging(window.get(i))
                || window.get(i).load().channels().messages()
                        > window.get(i - 1).load().channels().messages();
    }

    private static boolean isExchanging(Sample sample) {
        return sample.load().exchanges().pending() > 0;
    }

    /** Returns the figure as text. */
    static String words(Seen figure) {
        return figure.isSeen() ? figure.toString() : UNKNOWN;
    }

    /** Returns the limit as text. */
    static String words(Limit limit) {
        return limit.isSeen() ? limit.toString() : UNKNOWN;
    }

    /** Returns the figure with its noun, such as {@code 12 threads}. */
    static String counted(Seen figure, String noun) {
        return figure.isSeen() ? Plural.of(figure.orElse(0), noun) : "unknown number of " + Plural.noun(2, noun);
    }

    static String mebibytes(Seen bytes) {
        return mebibytes(bytes.orElse(-1));
    }

    static String mebibytes(Limit bytes) {
        return bytes.isUnlimited() ? words(bytes) : mebibytes(bytes.orElse(-1));
    }

    static String mebibytes(long bytes) {
        return bytes < 0 ? UNKNOWN : "%d MiB".formatted(bytes >> 20);
    }

    static String percent(double share) {
        return share < 0 ? UNKNOWN : "%.0f %%".formatted(share * 100);
    }

    static String seconds(long nanos) {
        return "%.1f s".formatted(nanos / 1e9);
    }
}
