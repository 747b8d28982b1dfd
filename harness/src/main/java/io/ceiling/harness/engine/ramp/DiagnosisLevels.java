package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.ThreadPlaces;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.law.ConcurrencyLaw;
import io.ceiling.harness.verdict.law.DiagnosisPlan;
import io.ceiling.harness.verdict.law.Law;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Loads a server beyond its ceiling for some seconds, to see what its requests wait for: the step that decides a
 * ceiling may have a single late request, which does not show that. No figure of the ramp includes this load.
 *
 * <p>Each level is a closed loop without a time limit. The server answers all requests of a level before the next level
 * begins, and before the diagnosis ends.
 */
final class DiagnosisLevels {

    // Time within which the busiest thread of a server without load is seen.
    private static final Duration OF_A_THREAD = Duration.ofMillis(600);

    // Longest service time of a server that is loaded: a window lasts several service times.
    private static final double LONGEST_SERVICE_SECONDS = 10;

    // Two levels differ if their rates differ by more than this share of the faster one, and by more than this number
    // of requests served at once.
    private static final double DIFFERENT = 0.08;

    private static final double DIFFERENT_REQUESTS = 0.5;

    private final LoadedServer server;
    private final ServerSession session;

    DiagnosisLevels(LoadedServer server) {
        this.server = server;
        this.session = server.session();
    }

    /**
     * The outcome.
     *
     * @param diagnosis what the levels showed
     * @param threads where the threads of the server were at the higher level; not seen without a thread dump
     * @param hops what a proxy and the server behind it answered at the higher level
     * @param kernelCounts what the kernel counted at the higher level
     */
    record DiagnosisOutcome(
            Diagnosis diagnosis, ThreadPools threads, HopControl hops, List<Occupants.CountedUse> kernelCounts) {

        DiagnosisOutcome with(Diagnosis other) {
            return new DiagnosisOutcome(other, threads, hops, kernelCounts);
        }

        /** Returns the same with the answers of both hops. */
        DiagnosisOutcome with(HopControl asked) {
            return new DiagnosisOutcome(diagnosis, threads, asked, kernelCounts);
        }

        /** Returns the failed step with this evidence: its own few late requests show little. */
        FailedStep addTo(FailedStep failed) {
            Evidence.ServerTraces process =
                    failed.evidence().serverTraces().with(diagnosis).with(hops);
            return failed.with(threads.hasEnoughDumps() ? process.with(threads) : process)
                    .with(kernelCounts);
        }
    }

    /**
     * Returns what the levels showed. Blocks until the server has answered all requests, or a time limit is over.
     *
     * @param levels requests in flight of each level
     * @param before level that was measured before, one of the two that are needed
     */
    DiagnosisOutcome measure(ServiceTime serviceTime, List<Integer> levels, Optional<LoadLevel> before) {
        if (serviceTime.meanSeconds() > LONGEST_SERVICE_SECONDS) {
            return skipped("a single request takes %.0f s, which makes load beyond the ceiling last for minutes"
                    .formatted(serviceTime.meanSeconds()));
        }
        ServerReading ignored = session.recorder().read();
        server.awaitWhile(OF_A_THREAD, () -> true);
        BusiestThread busyAtRest = session.recorder().read().cpu().busiestThread();
        ThreadPlaces.ThreadSnapshot atRest = session.threads();
        List<Occupants.CountedUse> idle = session.occupants().countedUses();
        List<LoadLevel> measuredLevels = new ArrayList<>(before.stream().toList());
        ThreadPools threads = ThreadPools.notSeen("no load beyond the ceiling");
        HopControl hops = HopControl.NONE;
        List<Occupants.CountedUse> counted = List.of();
        for (int offered : levels) {
            MeasuredLevel level = level(offered, serviceTime.meanSeconds());
            measuredLevels.add(level.load());
            threads = level.threads();
            hops = level.hops().withLowerLevel(hops);
            counted = Occupants.since(idle, level.counted());
            if (!level.emptied()) {
                // Both hops were read under load.
                return skipped("what was asked at %d in flight was not answered in time".formatted(offered))
                        .with(hops);
            }
            if (server.mustStop()) {
                return skipped(session.endReason()
                        .map(words -> "%s at %d in flight".formatted(words, offered))
                        .orElse("the load beyond the ceiling was broken off"));
            }
        }
        measuredLevels.sort(Comparator.comparingInt(LoadLevel::offered));
        repeatDoubtful(
                measuredLevels,
                all -> ConcurrencyLaw.of(diagnosis(serviceTime, all, atRest)),
                serviceTime.meanSeconds());
        measuredLevels.replaceAll(level -> level.without(atRest.outbound(), busyAtRest));
        return new DiagnosisOutcome(diagnosis(serviceTime, measuredLevels, atRest), threads, hops, counted);
    }

    // Repeats levels, the fastest first, while a repetition may change the diagnosis: saved-up tokens of a bucket make
    // a level faster, and the level that predicted the ceiling was measured only briefly.
    private void repeatDoubtful(
            List<LoadLevel> measuredLevels, Function<List<LoadLevel>, Law> law, double serviceSeconds) {
        List<LoadLevel> takenOnce = new ArrayList<>(measuredLevels);
        takenOnce.removeIf(level -> level.answerRate().perSecond() <= 0);
        Comparator<LoadLevel> bySpeed =
                Comparator.comparingDouble(level -> level.answerRate().perSecond());
        while (!takenOnce.isEmpty() && !server.mustStop()) {
            LoadLevel first = Collections.max(takenOnce, bySpeed);
            takenOnce.remove(first);
            LoadLevel fastest = Collections.max(measuredLevels, bySpeed);
            double difference = fastest.answerRate().perSecond()
                    - Collections.min(measuredLevels, bySpeed).answerRate().perSecond();
            boolean differ = difference * serviceSeconds > DIFFERENT_REQUESTS
                    && difference > DIFFERENT * fastest.answerRate().perSecond();
            if (!isDoubtful(law.apply(measuredLevels), first.equals(fastest), differ)) {
                return;
            }
            MeasuredLevel again = levelAfterAWindow(first.offered(), serviceSeconds);
            if (again.emptied() && !server.mustStop()) {
                measuredLevels.set(measuredLevels.indexOf(first), again.load().withRested(first));
            }
        }
    }

    private static boolean isDoubtful(Law law, boolean fastest, boolean differ) {
        // A slower level used no saved-up tokens.
        return law instanceof Law.Collapse
                || (law instanceof Law.Limit limit && limit.shape() != Law.Shape.ROUNDS && fastest && differ)
                || (law instanceof Law.Growth && fastest)
                || (law instanceof Law.Undecided undecided && undecided.levelsDiffer());
    }

    private static Diagnosis diagnosis(
            ServiceTime serviceTime, List<LoadLevel> levels, ThreadPlaces.ThreadSnapshot atRest) {
        return new Diagnosis(Optional.of(serviceTime), levels, atRest.crowd(), "");
    }

    private static DiagnosisOutcome skipped(String why) {
        return new DiagnosisOutcome(
                Diagnosis.skipped(why), ThreadPools.notSeen(why), HopControl.skipped(why), List.of());
    }

    /** Returns what the server answers with that many requests in flight. Blocks until it has answered them. */
    LoadLevel saturated(ServiceTime serviceTime, int offered) {
        ClosedLoop loop = new ClosedLoop(server, offered, serviceTime.meanSeconds(), 1);
        loop.settle();
        return glanced(loop);
    }

    /**
     * Measures as {@link #saturated} does; empty if the server serves all requests at once, which shows sooner.
     */
    Optional<LoadLevel> unlessAllAreServed(ServiceTime serviceTime, int offered) {
        ClosedLoop loop = new ClosedLoop(server, offered, serviceTime.meanSeconds(), 1);
        if (loop.servesAll()) {
            boolean ignored = loop.drain(offered / serviceTime.meanSeconds());
            server.prepare(server.ramp());
            return Optional.empty();
        }
        return Optional.of(glanced(loop));
    }

    private LoadLevel glanced(ClosedLoop loop) {
        LoadLevel level = seen(loop.measure(DiagnosisPlan.glanceTime(loop.serviceSeconds())), session.threads());
        boolean ignored = loop.drain(level.answerRate().perSecond());
        // Restores the time limits for the next step.
        server.prepare(server.ramp());
        return level;
    }

    private record MeasuredLevel(
            LoadLevel load,
            ThreadPools threads,
            HopControl hops,
            List<Occupants.CountedUse> counted,
            boolean emptied) {}

    private MeasuredLevel level(int offered, double serviceSeconds) {
        return level(new ClosedLoop(server, offered, serviceSeconds, 1));
    }

    // Measures the level after one window, which uses up what the server saved while it was idle.
    private MeasuredLevel levelAfterAWindow(int offered, double serviceSeconds) {
        ClosedLoop loop = new ClosedLoop(server, offered, serviceSeconds, 2);
        LoadLevel ignored = loop.measure(DiagnosisPlan.window(serviceSeconds));
        return level(loop);
    }

    private MeasuredLevel level(ClosedLoop loop) {
        loop.settle();
        LoadLevel counted = loop.measure(DiagnosisPlan.window(loop.serviceSeconds()));
        // First, since from now on no connection replaces a refused one.
        List<Occupants.CountedUse> uses = session.occupants().countedUses();
        ThreadPlaces.ThreadSnapshot look = session.threads();
        HopControl hops = session.hops();
        return new MeasuredLevel(
                seen(counted, look),
                look.pools(),
                hops,
                uses,
                loop.drain(counted.answerRate().perSecond()));
    }

    private static LoadLevel seen(LoadLevel level, ThreadPlaces.ThreadSnapshot look) {
        return level.with(look.crowd()).with(look.outbound());
    }
}
