package io.ceiling.harness.verdict;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Detects the container's own limits: request threads and connections.
 *
 * <p>Notes. Neither limit causes an exception, only a stall, and both counts can stand at their maximum at once. If a
 * thread is taken for as long as the connection is held, the smaller limit binds; if both are equal the threads are
 * named, because BIO's maxConnections follows maxThreads unless it is set. If no thread is held, a full pool under a
 * busy processor is a symptom of the processor, and a full connection table is the limit.
 */
public final class PoolLimits {

    private static final double BUSY_CPU_SHARE = 0.85;
    // Share of its processors below which a server whose threads are all busy does not run but wait.
    private static final double WAITING_SHARE = 0.1;

    // Share of the pool that serves requests: Jetty's acceptors and selectors are threads of the pool that never do.
    private static final double SERVING_SHARE = 0.8;

    // Share of a large pool that serves requests, of which acceptors and selectors are a small part.
    private static final double ALL_SHARE = 0.98;

    // Readings in which connections must wait: in one they may be on their way to the server.
    private static final int MIN_READINGS = 2;

    /** Largest number tried divided by the smallest, where the same number was served each time. */
    static final double MIN_TARGET_RATIO = 1.1;

    private PoolLimits() {}

    public static Optional<Attribution> threads(FailedStep step) {
        long max = maxThreads(step);
        if (max == 0) {
            return Optional.empty();
        }
        boolean fits = holdsThread(step, max)
                ? threadsBindFirst(step, max) && servedAsManyAsThreads(step, max) && moreThanThreads(step, max)
                : (requestsQueue(step) || busyAllTheTime(step, max))
                        && (!cpuBusy(step) || threadsWait(step))
                        && !connectionsFull(step);
        boolean waits = step.hasUnservedWaiting() || step.requestsInFlightAreLate();
        if (!poolFull(step, max) || !waits || !fits || !ConcurrencyLimits.mayLimit(step, max)) {
            return Optional.empty();
        }
        boolean bioDefault = step.evidence().scenario().connector() == Connector.BIO
                && step.evidence().scenario().sizes().maxConnections().isDefault();
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_THREADS,
                Confidence.HIGH,
                "%s of %d request threads busy, %s queued, %s accepted, server used %s processors; %s"
                        .formatted(
                                ReadingText.words(step.peak(ServerReading::busyThreads)),
                                max,
                                ReadingText.counted(
                                        step.peak(reading -> reading.pool().queuedRequests()), "request"),
                                ReadingText.counted(step.peak(ServerReading::connections), "connection"),
                                Figures.cores(step.cpu().server()),
                                symptom(step)),
                "raise maxThreads (now %d)%s, or use virtual threads or an asynchronous servlet"
                        .formatted(max, bioDefault ? "; BIO's maxConnections follows it" : "")));
    }

    /**
     * Detects that every thread serves and requests wait for one. Then the threads bind, although the waiting
     * connections may have used up the descriptors as well.
     */
    static Optional<Attribution> threadsAllServing(FailedStep step) {
        long max = maxThreads(step);
        int served = step.evidence().failed().served();
        boolean allButItsOwn = served >= ALL_SHARE * max - 2
                && step.peak(ServerReading::busyThreads).isAtLeast(max)
                && requestsQueue(step);
        return (served == max || allButItsOwn) && step.evidence().scenario().holdsThread()
                ? threads(step)
                : Optional.empty();
    }

    public static Optional<Attribution> connections(FailedStep step) {
        long max = maxConnections(step);
        // If no more than allowed were opened and all of them were accepted, something else made them late.
        boolean tooMany = step.evidence().failed().target() > max || othersTakePlaces(step, max);
        if (!connectionsFull(step) || !step.hasUnservedWaiting() || !tooMany) {
            return Optional.empty();
        }
        boolean bioDefault = step.evidence().scenario().connector() == Connector.BIO
                && step.evidence().scenario().sizes().maxConnections().isDefault();
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_MAX_CONNECTIONS,
                Confidence.HIGH,
                "%s accepted, maxConnections is %d; %s%s"
                        .formatted(
                                ReadingText.counted(step.peak(ServerReading::connections), "connection"),
                                max,
                                poolInWords(step),
                                symptom(step)),
                "raise maxConnections (now %d%s)".formatted(max, bioDefault ? ", BIO's default is maxThreads" : "")));
    }

    // Returns true if the server has all connections that it may, and one waits to be accepted: other connections
    // count too, such as the one for publish commands.
    private static boolean othersTakePlaces(FailedStep step, long max) {
        return step.peak(ServerReading::connections).isAtLeast(max)
                && step.evidence()
                        .failed()
                        .after()
                        .server()
                        .listenQueue()
                        .waiting()
                        .isAtLeast(1);
    }

    /**
     * Detects a server that leaves connections in the listen queue of its port although nothing keeps it busy: a limit
     * that it does not report, such as Jetty's ConnectionLimit, keeps it from accepting them. Must come after everything
     * that stalls a server.
     */
    public static Optional<Attribution> acceptsNoMore(FailedStep step) {
        return cpuBusy(step) ? Optional.empty() : stopsAccepting(step, MIN_READINGS);
    }

    /**
     * Returns the connection limit of a server that accepts no more, although its host was busy: failures with clearly
     * different targets served the same number, while the server hardly ran. If processors are short, the number
     * varies.
     *
     * @param failures all failures, the one next to the ceiling first
     */
    static Optional<Attribution> acceptsSameNumber(List<FailedStep> failures) {
        List<Step> steps = failures.stream().map(FailedStep::step).toList();
        FailedStep first = failures.get(0);
        int least = first.step().target();
        int most = steps.get(steps.size() - 1).target();
        // A host that is too busy serves none at any target.
        boolean same = steps.get(0).served() > 0
                && steps.stream().mapToInt(Step::served).distinct().count() == 1;
        // Each failure is a reading of the same queue.
        List<Attribution> found = failures.stream()
                .filter(PoolLimits::isNearlyIdle)
                .flatMap(step -> stopsAccepting(step, 1).stream())
                .toList();
        return same && most >= MIN_TARGET_RATIO * least && found.size() == steps.size()
                ? Optional.of(found.get(0)
                        .withEvidence("%s; of %d and of %d connections %d were served, on a host with %s of %s busy"
                                .formatted(
                                        found.get(0).evidence(),
                                        least,
                                        most,
                                        steps.get(0).served(),
                                        Figures.cores(first.cpu().busy()),
                                        Plural.of(first.evidence().processors().host(), "processor"))))
                : Optional.empty();
    }

    private static Optional<Attribution> stopsAccepting(FailedStep step, int leastReadings) {
        // Connections that were never opened wait nowhere.
        long unserved = Math.min(
                step.evidence().failed().target() - step.evidence().failed().served(), step.waitingCount());
        List<ServerReading> waiting = step.window().stream()
                .map(Sample::server)
                .filter(reading -> reading.listenQueue().waiting().isAtLeast(Math.max(1, (unserved + 1) / 2)))
                .toList();
        ServerReading last = step.evidence().failed().after().server();
        boolean toTheEnd = !waiting.isEmpty() && waiting.get(waiting.size() - 1).equals(last);
        // A server that is stopped answers no question about its connections either.
        boolean sameNumber = last.connections().isAtLeast(1)
                && waiting.stream().allMatch(reading -> reading.connections().equals(last.connections()));
        // The kernel counts the connections that a server does not report. A stopped server serves nobody without load.
        Optional<String> counted = Occupancy.acceptedInWords(step);
        boolean ofKernel =
                counted.isPresent() && !step.peak(ServerReading::connections).isSeen();
        long threads = maxThreads(step);
        boolean threadsFull =
                threads > 0 && step.peak(ServerReading::busyThreads).isAtLeast(threads);
        boolean waits = waiting.size() >= leastReadings && toTheEnd && (sameNumber || ofKernel);
        if (!step.hasUnservedWaiting() || !waits || threadsFull) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_MAX_CONNECTIONS,
                Confidence.MEDIUM,
                "%s accepted, and no more: %s stayed in the listen queue of its port, which holds %s, while the server used %s processors; %s"
                        .formatted(
                                ofKernel ? counted.get() : ReadingText.counted(last.connections(), "connection"),
                                ReadingText.words(last.listenQueue().waiting()),
                                ReadingText.words(last.listenQueue().backlog()),
                                Figures.cores(step.cpu().server()),
                                symptom(step)),
                "raise the limit of connections at which the server stops accepting"
                        + (step.peak(ServerReading::heapUsedBytes).isSeen()
                                ? " (such as Jetty's connectionlimit); if it has none, a thread dump shows where"
                                        + " its acceptor waits"
                                : "")));
    }

    // A third-party application is assumed to hold one for each connection if no more connections are served than
    // there are threads.
    private static boolean holdsThread(FailedStep step, long maxThreads) {
        boolean looksLikeIt = step.evidence().scenario().mayHoldThread()
                && step.evidence().failed().served() <= maxThreads;
        return step.evidence().scenario().holdsThread() || looksLikeIt;
    }

    // Connections without a limit never bind. Neither does an unseen limit: busy threads are evidence, and a limit that
    // may exist is not.
    private static boolean threadsBindFirst(FailedStep step, long maxThreads) {
        Limit connections = step.limit(ServerReading::maxConnections);
        return !connections.isNumber() || maxThreads <= connections.orElse(0);
    }

    private static boolean servedAsManyAsThreads(FailedStep step, long maxThreads) {
        return step.evidence().failed().served() >= SERVING_SHARE * maxThreads - 2;
    }

    private static boolean moreThanThreads(FailedStep step, long maxThreads) {
        return Containers.find(step.evidence().scenario().container())
                        .map(ContainerKind::poolHasOtherThreads)
                        .orElse(false)
                || step.evidence().failed().target() > maxThreads;
    }

    // Returns the limit of the pool; 0 if it was not seen, or there is none: requests have virtual threads.
    private static long maxThreads(FailedStep step) {
        return step.limit(ServerReading::maxThreads).orElse(0);
    }

    private static long maxConnections(FailedStep step) {
        return step.limit(ServerReading::maxConnections).orElse(0);
    }

    private static boolean poolFull(FailedStep step, long maxThreads) {
        Observation busy = step.peak(ServerReading::busyThreads);
        boolean grown = step.peak(reading -> reading.pool().poolThreads()).isAtLeast(maxThreads);
        return busy.isAtLeast(maxThreads - 1)
                || (grown && requestsQueue(step) && busy.isAtLeast((long) Math.ceil(SERVING_SHARE * maxThreads)));
    }

    private static boolean connectionsFull(FailedStep step) {
        long max = maxConnections(step);
        // One connection may be on its way from the acceptor to the table.
        return max > 0 && step.peak(ServerReading::connections).isAtLeast(Math.max(1, max - 1));
    }

    private static boolean requestsQueue(FailedStep step) {
        return step.peak(reading -> reading.pool().queuedRequests()).isAtLeast(1);
    }

    private static boolean busyAllTheTime(FailedStep step, long maxThreads) {
        List<Sample> awaiting = step.window().stream()
                .filter(sample -> sample.load().outstanding() > maxThreads)
                .toList();
        return !step.peak(reading -> reading.pool().queuedRequests()).isSeen()
                && step.peak(ServerReading::connections).isAtLeast(maxThreads + 1)
                && !awaiting.isEmpty()
                && awaiting.stream()
                        .allMatch(sample -> sample.server().busyThreads().isAtLeast(maxThreads));
    }

    private static boolean cpuBusy(FailedStep step) {
        return step.cpu().serverFull(BUSY_CPU_SHARE) || step.cpu().hostFull(BUSY_CPU_SHARE);
    }

    // Returns true if the server hardly ran although all its threads are busy: then they wait for something other than
    // a processor, however busy the host is. A runnable thread gets its share of a full host. Other ramps are repeated
    // on a quiet host instead. An external load cannot be repeated, and requests in flight keep all threads at work by
    // themselves.
    private static boolean threadsWait(FailedStep step) {
        return (step.evidence().scenario().workload().isWatched()
                        || step.evidence().scenario().work().inFlight().isPresent())
                && isNearlyIdle(step);
    }

    static boolean isNearlyIdle(FailedStep step) {
        OptionalDouble used = step.cpu().server();
        return !step.cpu().quotaBinds(BUSY_CPU_SHARE)
                && used.isPresent()
                && used.getAsDouble()
                        < WAITING_SHARE * step.evidence().processors().server();
    }

    private static String poolInWords(FailedStep step) {
        long most = maxThreads(step);
        return most == 0
                ? ""
                : "%s of %d request threads busy; "
                        .formatted(ReadingText.words(step.peak(ServerReading::busyThreads)), most);
    }

    private static String symptom(FailedStep step) {
        return step.evidence().scenario().workload().isRecursive()
                ? step.evidence().failed().failure()
                : step.newFailuresInWords();
    }
}
