package io.ceiling.harness.verdict;

import io.ceiling.container.Connector;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.model.Confidence;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Plural;
import io.ceiling.harness.model.ServerReading;
import java.util.Optional;

/**
 * Detects the container's own limits: request threads and connections.
 *
 * <p>Notes. Neither limit causes an exception, only a stall, and both counts can stand at their maximum at once. If a
 * thread is taken for as long as the connection is held, the smaller limit binds; if both are equal the threads are
 * named, because BIO's maxConnections follows maxThreads unless it is set. If no thread is held, a full pool under a
 * busy processor is a symptom of the processor, and a full connection table is the limit.
 */
final class PoolLimits {

    private static final double BUSY_CPU_SHARE = 0.85;
    /**
     * Share of the pool that serves requests: Jetty's acceptors and selectors are threads of the pool that never do.
     */
    private static final double SERVING_SHARE = 0.8;

    /** The same share for a large pool, of which acceptors and selectors are a small part. */
    private static final double ALL_SHARE = 0.98;

    private PoolLimits() {}

    static Optional<Attribution> threads(Facts facts) {
        boolean fits = holdsThread(facts)
                ? threadsBindFirst(facts) && servedAsManyAsThreads(facts) && moreThanThreads(facts)
                : requestsQueue(facts) && !cpuBusy(facts) && !connectionsFull(facts);
        if (!poolFull(facts) || !facts.waitsUnserved() || !fits) {
            return Optional.empty();
        }
        long max = facts.peak(ServerReading::maxThreads);
        boolean bioDefault = facts.evidence().scenario().connector() == Connector.BIO
                && facts.evidence().scenario().sizes().maxConnections().isDefault();
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_THREADS,
                Confidence.HIGH,
                "%d of %d request threads busy, %s queued, %s accepted, server used %.2f processors; %s"
                        .formatted(
                                facts.peak(ServerReading::busyThreads),
                                max,
                                Plural.of(Math.max(0, facts.peak(ServerReading::queuedRequests)), "request"),
                                Plural.of(facts.peak(ServerReading::connections), "connection"),
                                facts.serverCores(),
                                symptom(facts)),
                "raise maxThreads (now %d)%s, or use virtual threads or an asynchronous servlet"
                        .formatted(max, bioDefault ? "; BIO's maxConnections follows it" : "")));
    }

    /**
     * Detects that every thread serves and requests wait for one. Then the threads bind, although the waiting
     * connections may have used up the descriptors as well.
     */
    static Optional<Attribution> threadsAllServing(Facts facts) {
        long max = facts.peak(ServerReading::maxThreads);
        int served = facts.evidence().failed().served();
        boolean allButItsOwn =
                served >= ALL_SHARE * max - 2 && facts.peak(ServerReading::busyThreads) >= max && requestsQueue(facts);
        return (served == max || allButItsOwn) && facts.evidence().scenario().holdsThread()
                ? threads(facts)
                : Optional.empty();
    }

    static Optional<Attribution> connections(Facts facts) {
        long max = facts.peak(ServerReading::maxConnections);
        // All allowed connections were accepted, so something else made them late.
        boolean tooMany = facts.evidence().failed().target() > max;
        if (!connectionsFull(facts) || !facts.waitsUnserved() || !tooMany) {
            return Optional.empty();
        }
        boolean bioDefault = facts.evidence().scenario().connector() == Connector.BIO
                && facts.evidence().scenario().sizes().maxConnections().isDefault();
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_MAX_CONNECTIONS,
                Confidence.HIGH,
                "%s accepted, maxConnections is %d; %s%s"
                        .formatted(
                                Plural.of(facts.peak(ServerReading::connections), "connection"),
                                max,
                                poolInWords(facts),
                                symptom(facts)),
                "raise maxConnections (now %d%s)".formatted(max, bioDefault ? ", BIO's default is maxThreads" : "")));
    }

    /**
     * Returns true if a connection holds a thread. A third-party application is assumed to hold one for each connection
     * if no more connections are served than there are threads.
     */
    private static boolean holdsThread(Facts facts) {
        boolean looksLikeIt = facts.evidence().scenario().mayHoldThread()
                && facts.evidence().failed().served() <= facts.peak(ServerReading::maxThreads);
        return facts.evidence().scenario().holdsThread() || looksLikeIt;
    }

    private static boolean threadsBindFirst(Facts facts) {
        long maxConnections = facts.peak(ServerReading::maxConnections);
        return maxConnections <= 0 || facts.peak(ServerReading::maxThreads) <= maxConnections;
    }

    /** Returns false if the pool was busy with other work than the held connections, which then did not stop them. */
    private static boolean servedAsManyAsThreads(Facts facts) {
        return facts.evidence().failed().served() >= SERVING_SHARE * facts.peak(ServerReading::maxThreads) - 2;
    }

    /** Returns true if more connections were wanted than there are threads, or other tasks use threads of the pool. */
    private static boolean moreThanThreads(Facts facts) {
        return Containers.find(facts.evidence().scenario().container())
                        .map(ContainerKind::poolHasOtherThreads)
                        .orElse(false)
                || facts.evidence().failed().target() > facts.peak(ServerReading::maxThreads);
    }

    private static boolean poolFull(Facts facts) {
        long max = facts.peak(ServerReading::maxThreads);
        long busy = facts.peak(ServerReading::busyThreads);
        boolean grown = facts.peak(ServerReading::poolThreads) >= max;
        return max > 0 && (busy >= max - 1 || (grown && requestsQueue(facts) && busy >= SERVING_SHARE * max));
    }

    private static boolean connectionsFull(Facts facts) {
        long max = facts.peak(ServerReading::maxConnections);
        // One connection may be on its way from the acceptor to the table.
        return max > 0 && facts.peak(ServerReading::connections) >= Math.max(1, max - 1);
    }

    private static boolean requestsQueue(Facts facts) {
        return facts.peak(ServerReading::queuedRequests) > 0;
    }

    private static boolean cpuBusy(Facts facts) {
        return facts.serverCores()
                        >= BUSY_CPU_SHARE * facts.evidence().processors().server()
                || facts.serverCores() + facts.loadCores()
                        >= BUSY_CPU_SHARE * facts.evidence().processors().host();
    }

    /** Returns an empty text for virtual threads, which have no pool. */
    private static String poolInWords(Facts facts) {
        long most = facts.peak(ServerReading::maxThreads);
        return most <= 0
                ? ""
                : "%d of %d request threads busy; ".formatted(facts.peak(ServerReading::busyThreads), most);
    }

    private static String symptom(Facts facts) {
        return facts.evidence().scenario().workload().isRecursive()
                ? facts.evidence().failed().failure()
                : facts.newFailuresInWords();
    }
}
