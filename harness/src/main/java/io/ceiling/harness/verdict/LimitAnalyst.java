package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.result.ServerLimit;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Names the limit that made a step fail, with its evidence, or says that it is unknown; docs/limiting-factors.md
 * explains each limit. Pure functions.
 *
 * <p>The order of the detectors is the method: first the limits of the load side, which make the whole measurement
 * worthless, then messages of the server or the kernel, then counts at a configured limit, then counters that rose, and
 * then processors and collectors that were merely busy, and last a server that is idle and accepts no more. A proxy
 * comes before its server, which is idle behind a full proxy. Full memory comes before all else of a server, whose
 * threads then wait for the disk. Each cause comes before its symptoms: an overflowing listen queue is a symptom of
 * everything that stops a server from accepting. For the same reason threads that all serve come before the messages:
 * the connections that wait for a thread may use up the descriptors. A worker that ended took its connections along,
 * whatever threads do then. What the application's own threads wait for comes after all that a message or a count at
 * its limit proves, and before the threads that wait. A load agent that stood still comes after configured limits,
 * which would have stopped a server for an agent that ran as well. A limit of concurrency comes after every limit that
 * has a name of its own; only a server behind a proxy that shows nothing, and a refusal that nothing explains, come
 * after it. A limit of the rate is first: other paces have proved it. What was seen to be full beyond the ceiling goes
 * before a number that was only calculated, and a lock for which most requests wait before full processors, which a
 * contended lock fills as well.
 */
public final class LimitAnalyst {

    private static final List<Detector> LOAD_AND_HOST_DETECTORS = List.of(
            LoadSideLimits::descriptors,
            LoadSideLimits::heap,
            HostLimits::hostMemory,
            LoadSideLimits::publisher,
            LoadSideLimits::cpu,
            LoadLink::detect);

    // A separate list, since the last readings of a server that is gone do not show why it ended.
    private static final List<Detector> GONE_SERVER_DETECTORS = List.of(ProcessEnd::detect);

    private static final List<Detector> LIVE_SERVER_DETECTORS = List.of(
            RateLimits::detect,
            ProxyLimits::byMessage,
            ProxyLimits::byReadings,
            ProxyLimits::upstreamPorts,
            HopLimits::refusal,
            HopLimits::processors,
            MemoryThrash::detect,
            PoolLimits::threadsAllServing,
            DescriptorLimit::byMessage,
            NativeThreadLimit::byMessage,
            JvmMemoryLimits::heapByMessage,
            JvmMemoryLimits::directByMessage,
            KernelNetworkLimits::serverPorts,
            DescriptorLimit::byReadings,
            Occupancy::exhaustedResource,
            JvmMemoryLimits::heapByReadings,
            JvmMemoryLimits::directByReadings,
            NativeThreadLimit::byReadings,
            ProcessEnd::workerEnd,
            ApplicationLimits::pinnedCarriers,
            ApplicationLimits::pool,
            ApplicationLimits::lock,
            ApplicationLimits::upstream,
            StationLimits::detect,
            PoolLimits::threads,
            PoolLimits::connections,
            ApplicationLimits::unreportedThreads,
            LoadSideLimits::paused,
            Saturation::membersGivenUp,
            IdleTimeout::detect,
            KernelNetworkLimits::agentPorts,
            KernelNetworkLimits::tcpMemory,
            KernelNetworkLimits::conntrack,
            HostLimits::hostCpu,
            KernelNetworkLimits::acceptQueue,
            BeforeListenerLimit::detect,
            Saturation::gc,
            Saturation::cpu,
            PoolLimits::acceptsNoMore,
            HopLimits::limit,
            ConcurrencyLimits::processors,
            ConcurrencyLimits::concurrencyLimit,
            ProxyLimits::serverBehind,
            ProxyLimits::gateway,
            ServerRefusals::detect);

    // Factors of a busy host, which hide any other cause of late answers.
    private static final Set<LimitingFactor> BUSY_FACTORS =
            EnumSet.of(LimitingFactor.LOAD_CPU, LimitingFactor.HOST_CPU);

    private LimitAnalyst() {}

    /** Returns the limit that the step alone shows; {@link FailedStep#attribution} keeps it. */
    static Attribution analyse(FailedStep step) {
        return addContext(analyseAlone(step), step);
    }

    /**
     * Returns the limit that explains the failure next to the ceiling. If that failure alone explains nothing, a higher
     * one that ended at the same number of connections may: a limit shows more clearly the further it is exceeded. So a
     * limit of connections shows on a busy host, too.
     *
     * @param failures all failures, the one next to the ceiling first; at least one
     */
    public static Attribution analyse(List<FailedStep> failures) {
        FailedStep first = failures.get(0);
        Attribution nearest = first.attribution();
        if (BUSY_FACTORS.contains(nearest.factor())) {
            return PoolLimits.acceptsSameNumber(failures)
                    .map(limit -> addContext(limit, first))
                    .orElse(nearest);
        }
        if (!nearest.factor().isByElimination() || nearest.lawBased()) {
            return nearest;
        }
        int same = first.step().target();
        return failures.stream()
                .filter(failure -> failure.step().served() <= same)
                .map(FailedStep::attribution)
                .filter(attribution -> !attribution.factor().isByElimination())
                .findFirst()
                .or(() -> ConcurrencyLimits.heldConnections(failures).map(limit -> addContext(limit, first)))
                .orElse(nearest);
    }

    private static Attribution addContext(Attribution found, FailedStep step) {
        Evidence evidence = step.evidence();
        Attribution limit =
                HopLimits.asPerClientLimit(ProxyLimits.withHop(withProperty(found, evidence.scenario()), step), step);
        Attribution alone = withCutLog(StuckServer.replaceIfStuck(Occupancy.withOccupants(limit, step), step), step);
        Attribution attribution = alone.withEvidence(alone.evidence() + StuckServer.silentServersClause(step));
        int instance = evidence.serverTraces().instance();
        return instance == 0 || attribution.factor().invalidates()
                ? attribution
                : attribution.withEvidence("server %d of %d: %s"
                        .formatted(instance, evidence.scenario().instances(), attribution.evidence()));
    }

    // Returns the attribution with the line of a log whose middle is missing: there may have been a message in it.
    private static Attribution withCutLog(Attribution attribution, FailedStep step) {
        return step.evidence().serverTraces().log().stream()
                .filter(found -> found.factor() == LimitingFactor.UNKNOWN)
                .findFirst()
                .map(found -> attribution.withEvidence("%s; log: %s"
                        .formatted(attribution.evidence(), found.line().strip())))
                .orElse(attribution);
    }

    private static Attribution withProperty(Attribution attribution, Scenario scenario) {
        return scenario.application()
                // The remedy of its pool has the property.
                .filter(application -> attribution.factor() != LimitingFactor.APPLICATION_POOL)
                .flatMap(UserApplication::jar)
                .flatMap(jar -> jar.property(attribution.factor(), attribution.relief()))
                .map(property -> attribution.withRelief("%s: property %s".formatted(attribution.relief(), property)))
                .orElse(attribution);
    }

    private static Attribution analyseAlone(FailedStep step) {
        boolean gone = step.evidence().serverTraces().isGone();
        List<Attribution> found = Stream.concat(
                        LOAD_AND_HOST_DETECTORS.stream(),
                        (gone ? GONE_SERVER_DETECTORS : LIVE_SERVER_DETECTORS).stream())
                .map(detector -> detector.detect(step))
                .flatMap(Optional::stream)
                .toList();
        if (found.isEmpty()) {
            return unknown(step);
        }
        Attribution first = found.get(0);
        boolean saysWhere = first.factor() != LimitingFactor.SERVER_THREADS
                || !step.limit(ServerReading::maxThreads).isSeen();
        String where = saysWhere ? "" : ApplicationLimits.placesClause(step);
        return first.withEvidence(first.evidence() + where + lawClause(first, step) + ServerRefusals.clause(step))
                .withNext(next(found, step));
    }

    // Returns the conclusion from load beyond the ceiling as a clause; empty if it is the evidence of the limit
    // already.
    private static String lawClause(Attribution named, FailedStep step) {
        return named.factor().invalidates() || named.lawBased() ? "" : MeasuredConcurrency.lawClause(step);
    }

    // Returns the other limits with evidence, then the limits that were nearly used up, each factor once.
    private static List<NextLimit> next(List<Attribution> found, FailedStep step) {
        Map<LimitingFactor, NextLimit> next = new LinkedHashMap<>();
        // Connections that stay in the listen queue are explained by what was found: they show no limit of their own.
        Optional<Attribution> queue = PoolLimits.acceptsNoMore(step);
        Stream.concat(
                        found.stream()
                                .filter(other -> !Optional.of(other).equals(queue))
                                .map(other -> new NextLimit(other.factor(), other.evidence())),
                        NearLimits.of(step).stream())
                .filter(limit -> limit.factor() != found.get(0).factor())
                // What a proxy refuses or lets wait is the symptom of a setting of it that is full.
                .filter(limit -> !(found.get(0).factor().isOfProxy() && HopLimits.isHopFactor(limit.factor())))
                // A busy host does not bind next. The first limit has the concurrency in its evidence, and explains
                // refusals.
                .filter(limit -> !limit.factor().invalidates()
                        && limit.factor() != LimitingFactor.CONCURRENCY_LIMIT
                        && !limit.factor().isByElimination())
                .forEach(limit -> next.putIfAbsent(limit.factor(), limit));
        return List.copyOf(next.values());
    }

    private static Attribution unknown(FailedStep step) {
        Evidence evidence = step.evidence();
        Step failed = evidence.failed();
        return new Attribution(
                LimitingFactor.UNKNOWN,
                Confidence.NONE,
                "%s%s; %d of %d served, %s; %s%s"
                        .formatted(
                                exitClause(evidence),
                                failed.failure().isBlank() ? "no reason given" : failed.failure(),
                                failed.served(),
                                failed.target(),
                                step.newFailuresInWords(),
                                readings(step),
                                ApplicationLimits.placesClause(step)
                                        + MeasuredConcurrency.lawClause(step)
                                        + MeasuredConcurrency.whyUndecided(step)
                                        + ServerRefusals.clause(step)),
                !evidence.scenario().isExternal()
                        ? "no known limit fits; read the server's log and samples.csv of this scenario"
                        : "no known limit fits what could be seen; read the server's log, or grant more access"
                                + " (docs/probe.md)");
    }

    private static String exitClause(Evidence evidence) {
        if (evidence.serverTraces().exitCode().isEmpty()) {
            return "";
        }
        int code = evidence.serverTraces().exitCode().getAsInt();
        return code == Evidence.UNSEEN_EXIT_CODE
                ? "the server's process has ended, and its exit code cannot be read; "
                : "server ended with exit code %d; ".formatted(code);
    }

    // Describes the readings. Of an external server it lists only those that were seen.
    private static String readings(FailedStep step) {
        if (step.evidence().scenario().isExternal()) {
            return "seen: " + seen(step);
        }
        return "open files %s of %s, threads %s, connections %s of %s, busy %s of %s, heap %s of %s, server %s of %s, load generator %s, collections %s"
                .formatted(
                        ReadingText.words(step.peak(ServerReading::openDescriptors)),
                        ReadingText.words(step.limit(ServerReading::maxDescriptors)),
                        ReadingText.words(step.peak(ServerReading::threads)),
                        ReadingText.words(step.peak(ServerReading::connections)),
                        ReadingText.words(step.limit(ServerReading::maxConnections)),
                        ReadingText.words(step.peak(ServerReading::busyThreads)),
                        ReadingText.words(step.limit(ServerReading::maxThreads)),
                        ReadingText.mebibytes(step.peak(ServerReading::heapUsedBytes)),
                        ReadingText.mebibytes(step.limit(ServerReading::heapMaxBytes)),
                        Figures.cores(step.cpu().server()),
                        Plural.of(step.evidence().processors().server(), "processor"),
                        Figures.cores(step.cpu().load()),
                        Figures.percent(step.cpu().gcShare()));
    }

    private static String seen(FailedStep step) {
        List<String> words = new ArrayList<>();
        add(words, "open files", step.peak(ServerReading::openDescriptors), step.limit(ServerReading::maxDescriptors));
        add(words, "threads", step.peak(ServerReading::threads), Limit.NOT_SEEN);
        add(words, "connections", step.peak(ServerReading::connections), step.limit(ServerReading::maxConnections));
        add(words, "busy", step.peak(ServerReading::busyThreads), step.limit(ServerReading::maxThreads));
        add(
                words,
                "heap MiB",
                inMebibytes(step.peak(ServerReading::heapUsedBytes)),
                inMebibytes(step.limit(ServerReading::heapMaxBytes)));
        if (step.cpu().server().isPresent()) {
            words.add("server %s of %s"
                    .formatted(
                            Figures.cores(step.cpu().server()),
                            Plural.of(step.evidence().processors().server(), "processor")));
        }
        words.add("load generator %s".formatted(Figures.cores(step.cpu().load())));
        return String.join(", ", words);
    }

    private static Observation inMebibytes(Observation bytes) {
        return bytes.isSeen() ? Observation.of(bytes.orElse(0) >> 20) : bytes;
    }

    private static Limit inMebibytes(Limit bytes) {
        return bytes.isNumber() ? Limit.of(bytes.orElse(0) >> 20) : bytes;
    }

    private static void add(List<String> words, String what, Observation value, Limit limit) {
        if (value.isSeen()) {
            words.add("%s %s%s".formatted(what, value, limit.orElse(0) > 0 ? " of " + limit : ""));
        }
    }

    /** Looks for one limit in the evidence and returns its attribution; empty if the evidence does not show it. */
    public interface Detector {
        Optional<Attribution> detect(FailedStep step);
    }

    // Finds limits that were mostly used when another one stopped the ramp. If the two stand close together, the next
    // one binds soon after the first was raised.
    private static final class NearLimits {

        // Share of a limit that is worth a warning: raising the first limit by a quarter reaches this one.
        private static final double NEAR_SHARE = 0.8;

        private NearLimits() {}

        /** Returns the nearly used limits, most used first. */
        static List<NextLimit> of(FailedStep step) {
            return Arrays.stream(ServerLimit.values())
                    .filter(limit -> limit != ServerLimit.THREADS
                            || step.evidence().scenario().holdsThread())
                    .flatMap(limit -> use(limit, step).stream())
                    .filter(use -> use.share() >= NEAR_SHARE)
                    .sorted(Comparator.comparingDouble(LimitUse::share).reversed())
                    .map(use -> new NextLimit(use.factor(), words(use)))
                    .toList();
        }

        // Returns the peak use of a limit in the step; for the heap, the use after a collection, without garbage.
        private static Optional<LimitUse> use(ServerLimit limit, FailedStep step) {
            Sample lastPassed = step.evidence().lastPassed();
            return switch (limit) {
                case HEAP -> lastPassed.afterGc() ? limit.use(lastPassed.server()) : Optional.empty();
                default ->
                    LimitUse.of(limit.factor(), step.peak(limit::useOf), step.limit(limit::limitOf), limit.unit());
            };
        }

        private static String words(LimitUse use) {
            ServerLimit limit = ServerLimit.find(use.factor()).orElseThrow();
            return limit.isBytes()
                    ? "%s %s of %s%s"
                            .formatted(
                                    limit.setting(),
                                    Figures.mebibytes(use.used()),
                                    Figures.mebibytes(use.limit()),
                                    limit == ServerLimit.HEAP ? " after a collection" : "")
                    : use.words();
        }
    }
}
