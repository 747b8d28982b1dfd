package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.engine.session.ThreadPlaces;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.law.Crowd;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.law.Completions;
import io.ceiling.harness.verdict.law.ConcurrencyLaw;
import io.ceiling.harness.verdict.law.DiagnosisPlan;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.ramp.StepJudge;
import io.ceiling.load.loop.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Loads a server beyond its ceiling for some seconds, which no figure of the ramp includes: the step that decides a
 * ceiling has one late request in it, and says nothing about what the others wait for.
 *
 * <p>Each level is a closed loop without a time limit. The server answers all that it has got before the next one
 * begins, and before this ends.
 */
final class DiagnosisLevels {

    /** Time limit of an answer: nobody is late here. */
    private static final Duration PATIENCE = Duration.ofSeconds(75);

    /** Time that connections have in addition to that of their pace. */
    private static final Duration TO_CONNECT = Duration.ofSeconds(3);

    /** Share of a service time after which places of refused requests are filled again. */
    private static final double REFILLING = 0.2;

    /** Time within which the busiest thread of a server without load is seen. */
    private static final Duration OF_A_THREAD = Duration.ofMillis(600);

    /** Time that thread dumps may take. */
    private static final Duration TO_LOOK = Duration.ofSeconds(15);

    /** Time at least for which a server is left alone with what it has not answered. */
    private static final Duration TO_EMPTY = Duration.ofSeconds(20);

    /** Ratio of that time to the time in which a server answers its outstanding requests. */
    private static final double LONGER = 1.5;

    /** Longest time of a single request whose server is loaded: windows are several times as long. */
    private static final double LONGEST_SERVICE_SECONDS = 10;

    private final LoadedServer server;
    private final Fleet fleet;
    private final RampSettings ramp;
    private final ServerSession session;
    private final RunClock clock;

    DiagnosisLevels(LoadedServer server) {
        this.server = server;
        this.fleet = server.fleet();
        this.ramp = server.ramp();
        this.session = server.session();
        this.clock = server.clock();
    }

    /**
     * The outcome.
     *
     * @param diagnosis what the levels showed
     * @param threads where the threads of the server were at the higher one; a summary of no dump if none was taken
     * @param hops what a proxy and the server behind it answered at the higher one
     * @param counted what the kernel counted at the higher one
     */
    record Taken(Diagnosis diagnosis, ThreadPools threads, HopControl hops, List<Occupants.CountedUse> counted) {

        /** Returns the same with another diagnosis. */
        Taken with(Diagnosis other) {
            return new Taken(other, threads, hops, counted);
        }

        /** Returns the same with the answers of both hops. */
        Taken with(HopControl asked) {
            return new Taken(diagnosis, threads, asked, counted);
        }

        /** Returns a failed step that knows more: it has one late request, and its threads tell little. */
        FailedStep added(FailedStep failed) {
            Evidence.ServerProcess process =
                    failed.evidence().process().with(diagnosis).with(hops);
            return failed.with(threads.suffice() ? process.with(threads) : process)
                    .with(counted);
        }
    }

    /**
     * Returns what the levels showed. Blocks until the server has answered all requests, or a time limit is over.
     *
     * @param levels requests in flight of each level
     * @param before level that was taken before, of two that are needed
     */
    Taken take(ServiceTime single, List<Integer> levels, Optional<LoadLevel> before) {
        if (single.meanSeconds() > LONGEST_SERVICE_SECONDS) {
            return notTaken("a single request takes %.0f s, which makes load beyond the ceiling last for minutes"
                    .formatted(single.meanSeconds()));
        }
        ServerReading ignored = session.recorder().read();
        server.awaitWhile(OF_A_THREAD, () -> true);
        BusiestThread busyAtRest = session.recorder().read().cpu().busiestThread();
        ThreadPlaces.ThreadSnapshot atRest = session.threads();
        List<Occupants.CountedUse> idle = session.occupants().counted();
        List<LoadLevel> taken = new ArrayList<>(before.stream().toList());
        ThreadPools threads = ThreadPools.notSeen("no load beyond the ceiling");
        HopControl hops = HopControl.NONE;
        List<Occupants.CountedUse> counted = List.of();
        for (int offered : levels) {
            Level level = level(offered, single.meanSeconds());
            taken.add(level.load());
            threads = level.threads();
            hops = level.hops().after(hops);
            counted = Occupants.since(idle, level.counted());
            if (!level.emptied()) {
                // Both hops were asked while the load was there.
                return notTaken("what was asked at %d in flight was not answered in time".formatted(offered))
                        .with(hops);
            }
            if (server.mustStop()) {
                return notTaken(session.ended()
                        .map(words -> "%s at %d in flight".formatted(words, offered))
                        .orElse("the load beyond the ceiling was broken off"));
            }
        }
        taken.sort(Comparator.comparingInt(LoadLevel::offered));
        for (int doubtful : doubtful(ConcurrencyLaw.of(diagnosis(single, taken, atRest)), taken.size())) {
            LoadLevel first = taken.get(doubtful);
            if (!server.mustStop() && first.flow().perSecond() > 0) {
                Level again = levelAfterAWindow(first.offered(), single.meanSeconds());
                if (again.emptied()) {
                    taken.set(doubtful, again.load().with(first.bursts()));
                }
            }
        }
        taken.replaceAll(level -> level.without(atRest.outbound(), busyAtRest));
        return new Taken(diagnosis(single, taken, atRest), threads, hops, counted);
    }

    /**
     * Returns the levels of which another look may tell more: either may have got what had been saved up, as the tokens of a
     * bucket, and the one from which a ceiling was foretold had a short look.
     */
    private static List<Integer> doubtful(Law law, int levels) {
        if (law instanceof Law.Falls) {
            return List.of(0);
        }
        return law instanceof Law.Undecided && levels > 1 ? List.of(0, levels - 1) : List.of();
    }

    private static Diagnosis diagnosis(ServiceTime single, List<LoadLevel> levels, ThreadPlaces.ThreadSnapshot atRest) {
        return new Diagnosis(Optional.of(single), levels, atRest.crowd(), "");
    }

    private static Taken notTaken(String why) {
        return new Taken(Diagnosis.notTaken(why), ThreadPools.notSeen(why), HopControl.notAsked(why), List.of());
    }

    /** Returns what the server answers with that many requests in flight. Blocks until it has answered them. */
    LoadLevel saturated(ServiceTime single, int offered) {
        Asking asking = new Asking(offered, single.meanSeconds(), 1);
        boolean ignored = asking.settles(() -> false);
        return looked(asking);
    }

    /**
     * Returns what the server answers with that many requests in flight, as {@link #saturated}; empty if it serves all of
     * them at once, which is seen sooner.
     */
    Optional<LoadLevel> unlessAllAreServed(ServiceTime single, int offered) {
        double serviceSeconds = single.meanSeconds();
        Asking asking = new Asking(offered, serviceSeconds, 1);
        boolean all = asking.settles(() -> DiagnosisPlan.servesAll(
                fleet.counts().connections().served(),
                offered,
                Duration.ofNanos(clock.nanoTime() - asking.openedNanos),
                serviceSeconds));
        if (all) {
            boolean ignored = empty(new LoadLevel(
                    offered,
                    new LoadLevel.Flow(offered / serviceSeconds, 0),
                    LoadLevel.Refused.NONE,
                    LoadLevel.ProcessorsUsed.NOT_SEEN,
                    Crowd.notSeen("all were served at once")));
            server.prepare(ramp);
            return Optional.empty();
        }
        return Optional.of(looked(asking));
    }

    private LoadLevel looked(Asking asking) {
        LoadLevel level = seen(asking.counted(DiagnosisPlan.glance(asking.serviceSeconds)), session.threads());
        boolean ignored = empty(level);
        // The next step has its time limits again.
        server.prepare(ramp);
        return level;
    }

    private record Level(
            LoadLevel load,
            ThreadPools threads,
            HopControl hops,
            List<Occupants.CountedUse> counted,
            boolean emptied) {}

    private Level level(int offered, double serviceSeconds) {
        return level(new Asking(offered, serviceSeconds, 1));
    }

    /** Returns what the server answers once what had been saved up while it rested is used up. */
    private Level levelAfterAWindow(int offered, double serviceSeconds) {
        Asking asking = new Asking(offered, serviceSeconds, 2);
        LoadLevel ignored = asking.counted(DiagnosisPlan.window(serviceSeconds));
        return level(asking);
    }

    private Level level(Asking asking) {
        boolean ignored = asking.settles(() -> false);
        LoadLevel counted = asking.counted(DiagnosisPlan.window(asking.serviceSeconds));
        // First of all: from now on nobody comes in place of those who are refused.
        List<Occupants.CountedUse> uses = session.occupants().counted();
        ThreadPlaces.ThreadSnapshot look = session.threads();
        HopControl hops = session.hops();
        return new Level(seen(counted, look), look.pools(), hops, uses, empty(counted));
    }

    private static LoadLevel seen(LoadLevel level, ThreadPlaces.ThreadSnapshot look) {
        return level.with(look.crowd()).with(look.outbound());
    }

    /** Connections that ask again as soon as they have an answer, and when how many answers had come. */
    private final class Asking {

        private final int offered;
        private final double serviceSeconds;
        private final Refilling refilling;
        /** Time at which all are open. */
        private final long openedNanos;

        private final List<Completions.AnswerCount> all = new ArrayList<>();
        private LoadReading last = LoadReading.NONE;

        /** @param windows windows in which answers will be counted */
        private Asking(int offered, double serviceSeconds, int windows) {
            this.offered = offered;
            this.serviceSeconds = serviceSeconds;
            server.prepare(ramp.toBuilder().slo(PATIENCE).build());
            double opens = ramp.rates().opensPerSecond();
            Duration opening = Duration.ofNanos((long) (offered / opens * 1e9));
            fleet.saturate(opening.plus(TO_CONNECT)
                    .plus(DiagnosisPlan.settling(serviceSeconds))
                    .plus(DiagnosisPlan.window(serviceSeconds).multipliedBy(windows))
                    .plus(TO_LOOK));
            all.add(new Completions.AnswerCount(clock.nanoTime(), 0));
            fleet.open(offered, opens);
            refilling = new Refilling(offered, (long) (REFILLING * serviceSeconds * 1e9));
            openedNanos = clock.nanoTime() + opening.toNanos();
        }

        /** Waits until the server answers as steadily as it can. Returns true as soon as the condition holds. */
        private boolean settles(BooleanSupplier condition) {
            long settledNanos =
                    openedNanos + DiagnosisPlan.settling(serviceSeconds).toNanos();
            while (clock.nanoTime() < settledNanos && goesOn()) {
                look();
                if (condition.getAsBoolean()) {
                    return true;
                }
            }
            return false;
        }

        private Completions.AnswerCount look() {
            last = refilling.look();
            Completions.AnswerCount point = point(last);
            all.add(point);
            return point;
        }

        private LoadLevel counted(Duration window) {
            look();
            LoadReading begin = last;
            Seen cpuBefore = session.cpuNanos();
            // The busiest thread is that since the last reading.
            ServerReading ignored = session.recorder().read();
            HostReading.HostCpu hostBefore = session.recorder().hostCpu();
            long began = clock.nanoTime();
            List<Completions.AnswerCount> points = new ArrayList<>();
            double inServer = 0;
            while (clock.nanoTime() - began < window.toNanos() && goesOn()) {
                points.add(look());
                inServer += last.outstanding();
            }
            long nanos = clock.nanoTime() - began;
            double seconds = nanos / 1e9;
            Seen cpu = session.cpuNanos().since(cpuBefore);
            BusiestThread busiest = session.recorder().read().cpu().busiestThread();
            OptionalDouble host = session.recorder()
                    .hostCpu()
                    .busySince(hostBefore, nanos, Runtime.getRuntime().availableProcessors());
            LoadLevel.Flow flow = points.size() < 2
                    ? new LoadLevel.Flow(0, 0)
                    : Completions.rate(points, serviceSeconds).with(inServer / points.size());
            // As many as are served at once are opened first.
            double opened = Math.min(offered, flow.perSecond() * serviceSeconds)
                    / ramp.rates().opensPerSecond();
            return new LoadLevel(
                            offered,
                            flow,
                            refused(begin, last, seconds),
                            new LoadLevel.ProcessorsUsed(
                                    cpu.isSeen()
                                            ? OptionalDouble.of(cpu.orElse(0) / 1e9 / seconds)
                                            : OptionalDouble.empty(),
                                    session.processors(),
                                    OptionalDouble.of(last.process()
                                                    .since(begin.process())
                                                    .loops()
                                                    .fullestNanos()
                                            / 1e9
                                            / seconds),
                                    host,
                                    busiest),
                            Crowd.notSeen("nobody looked"))
                    .with(Completions.bursts(all, opened, serviceSeconds));
        }
    }

    /**
     * Opens connections in place of those that were refused, soon enough that their places are not left empty, and no faster
     * than connections are opened at all.
     */
    private final class Refilling {

        private final int offered;
        private final long pauseNanos;
        private long nextNanos;

        private Refilling(int offered, long pauseNanos) {
            this.offered = offered;
            this.pauseNanos = pauseNanos;
            this.nextNanos = clock.nanoTime() + pauseNanos;
        }

        private LoadReading look() {
            server.rest();
            LoadReading counts = fleet.counts();
            long missing = offered
                    - counts.connections().alive()
                    - counts.connections().pending();
            if (missing > 0 && clock.nanoTime() >= nextNanos) {
                double opens = ramp.rates().opensPerSecond();
                nextNanos = clock.nanoTime() + Math.max(pauseNanos, (long) (missing / opens * 1e9));
                fleet.open((int) missing, opens);
            }
            return counts;
        }
    }

    private boolean goesOn() {
        return !server.mustStop();
    }

    private Completions.AnswerCount point(LoadReading counts) {
        // The first answer of a connection is no exchange.
        return new Completions.AnswerCount(
                clock.nanoTime(),
                counts.connections().served() + counts.exchanges().answered());
    }

    private static LoadLevel.Refused refused(LoadReading begin, LoadReading end, double seconds) {
        return LoadLevel.Refused.of(
                end.failures(),
                StepJudge.newFailures(LoadReading.NONE, end),
                (end.failures().total() - begin.failures().total()) / seconds);
    }

    /**
     * Sends no further request, and waits until what was sent is answered: a close would leave it in the server. Returns
     * false if some was not.
     */
    private boolean empty(LoadLevel level) {
        double answering = LONGER * level.offered() / Math.max(level.flow().perSecond(), 1e-3);
        long patience =
                Math.max(TO_EMPTY.toNanos(), Math.min(PATIENCE.toNanos(), (long) (1e9 * Math.min(answering, 1e6))));
        fleet.converse(Pace.NONE);
        StallDetector progress = new StallDetector(clock, TO_EMPTY);
        clock.until(patience, () -> {
            server.rest();
            // A server that answers none of them for so long will answer none.
            return goesOn()
                    && isAsked()
                    && !progress.reached(fleet.counts().exchanges().answered());
        });
        boolean emptied = !isAsked();
        fleet.trim(0);
        return emptied;
    }

    private boolean isAsked() {
        return fleet.counts().outstanding() > 0;
    }
}
