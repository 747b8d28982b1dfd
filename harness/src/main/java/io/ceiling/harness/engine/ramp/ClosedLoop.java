package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.law.Completions;
import io.ceiling.harness.verdict.law.DiagnosisPlan;
import io.ceiling.harness.verdict.ramp.StepJudge;
import io.ceiling.load.loop.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * A closed loop: each connection sends its next request as soon as it has an answer, without a time limit. New
 * connections replace refused ones. Not thread-safe.
 */
final class ClosedLoop {

    // Time limit of an answer, so long that none counts as late.
    private static final Duration PATIENCE = Duration.ofSeconds(75);

    // Time to connect, in addition to the time that the pace takes.
    private static final Duration TO_CONNECT = Duration.ofSeconds(3);

    // Share of a service time after which new connections replace refused ones.
    private static final double REFILLING = 0.2;

    // Time that thread dumps may take.
    private static final Duration TO_LOOK = Duration.ofSeconds(15);

    // Shortest time for which a server may work off its outstanding requests.
    private static final Duration TO_EMPTY = Duration.ofSeconds(20);

    // Ratio of that time to the expected time of these answers.
    private static final double LONGER = 1.5;

    private final LoadedServer server;
    private final Fleet fleet;
    private final RampSettings ramp;
    private final ServerSession session;
    private final RunClock clock;
    private final int offered;
    private final double serviceSeconds;
    private final Refiller refilling;
    // Time at which all connections are open.
    private final long openedNanos;

    private final List<Completions.AnswerCount> answerCounts = new ArrayList<>();
    private LoadReading last = LoadReading.NONE;

    /**
     * Opens the connections.
     *
     * @param windows windows in which answers will be counted
     */
    ClosedLoop(LoadedServer server, int offered, double serviceSeconds, int windows) {
        this.server = server;
        this.fleet = server.fleet();
        this.ramp = server.ramp();
        this.session = server.session();
        this.clock = server.clock();
        this.offered = offered;
        this.serviceSeconds = serviceSeconds;
        server.prepare(ramp.toBuilder().slo(PATIENCE).build());
        double opens = ramp.rates().opensPerSecond();
        Duration opening = Duration.ofNanos((long) (offered / opens * 1e9));
        fleet.saturate(opening.plus(TO_CONNECT)
                .plus(DiagnosisPlan.settlingTime(serviceSeconds))
                .plus(DiagnosisPlan.window(serviceSeconds).multipliedBy(windows))
                .plus(TO_LOOK));
        answerCounts.add(new Completions.AnswerCount(clock.nanoTime(), 0));
        fleet.open(offered, opens);
        refilling = new Refiller(offered, (long) (REFILLING * serviceSeconds * 1e9));
        openedNanos = clock.nanoTime() + opening.toNanos();
    }

    double serviceSeconds() {
        return serviceSeconds;
    }

    /** Waits until the server answers as steadily as it can. */
    void settle() {
        boolean ignored = settles(() -> false);
    }

    /** Waits as {@link #settle} does. Returns true as soon as all connections are served at once. */
    boolean servesAll() {
        return settles(() -> DiagnosisPlan.servesAll(
                last.connections().served(),
                offered,
                Duration.ofNanos(clock.nanoTime() - openedNanos),
                serviceSeconds));
    }

    private boolean settles(BooleanSupplier condition) {
        long settledNanos =
                openedNanos + DiagnosisPlan.settlingTime(serviceSeconds).toNanos();
        while (clock.nanoTime() < settledNanos && canContinue()) {
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
        answerCounts.add(point);
        return point;
    }

    /** Measures the answers of the next window. Blocks for that time. */
    LoadLevel measure(Duration window) {
        look();
        LoadReading begin = last;
        Observation cpuBefore = session.cpuNanos();
        // This reading begins the period of the busiest thread.
        ServerReading ignored = session.recorder().read();
        HostReading.HostCpu hostBefore = session.recorder().hostCpu();
        fleet.forgetTimes();
        long began = clock.nanoTime();
        List<Completions.AnswerCount> points = new ArrayList<>();
        while (clock.nanoTime() - began < window.toNanos() && canContinue()) {
            points.add(look());
        }
        long nanos = clock.nanoTime() - began;
        double seconds = nanos / 1e9;
        Observation cpu = session.cpuNanos().since(cpuBefore);
        BusiestThread busiest = session.recorder().read().cpu().busiestThread();
        OptionalDouble host = session.recorder()
                .hostCpu()
                .busySince(hostBefore, nanos, Runtime.getRuntime().availableProcessors());
        LoadLevel.AnswerRate flow = points.size() < 2
                ? new LoadLevel.AnswerRate(0, 0)
                : Completions.rate(points, serviceSeconds).inServerFor(answerSeconds());
        // Opening time of the connections that are served at once, in seconds.
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
                                                .busiestNanos()
                                        / 1e9
                                        / seconds),
                                host,
                                busiest),
                        ThreadsByPlace.notSeen("nobody looked"))
                .with(Completions.bursts(answerCounts, opened, serviceSeconds));
    }

    // Opens connections in place of refused ones: soon, so that their places do not stay empty, but no faster than the
    // ramp opens connections.
    private final class Refiller {

        private final int offered;
        private final long pauseNanos;
        private long nextNanos;

        private Refiller(int offered, long pauseNanos) {
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

    private boolean canContinue() {
        return !server.mustStop();
    }

    private Completions.AnswerCount point(LoadReading counts) {
        // Exchanges do not include the first answer of a connection.
        return new Completions.AnswerCount(
                clock.nanoTime(),
                counts.connections().served() + counts.exchanges().answered());
    }

    private static LoadLevel.FailedRequests refused(LoadReading begin, LoadReading end, double seconds) {
        return LoadLevel.FailedRequests.of(
                end.failures(),
                StepJudge.newFailures(LoadReading.NONE, end),
                (end.failures().total() - begin.failures().total()) / seconds);
    }

    // Returns the mean response time since the last reset of the times, in seconds; 0 without an answer.
    private double answerSeconds() {
        LoadTimes times = fleet.reading().times();
        ResponseTimes first = times.firstAnswer();
        ResponseTimes further = times.exchanges().response();
        long count = first.count() + further.count();
        return count == 0
                ? 0
                : (first.count() * first.meanNanos() + further.count() * further.meanNanos()) / count / 1e9;
    }

    /**
     * Sends no more requests and waits for the outstanding answers: a close would leave the requests in the server.
     * Returns false if some were not answered.
     *
     * @param answersPerSecond answers a second under this load
     */
    boolean drain(double answersPerSecond) {
        double answering = LONGER * offered / Math.max(answersPerSecond, 1e-3);
        long patience =
                Math.max(TO_EMPTY.toNanos(), Math.min(PATIENCE.toNanos(), (long) (1e9 * Math.min(answering, 1e6))));
        fleet.converse(Pace.NONE);
        StallDetector progress = new StallDetector(clock, TO_EMPTY);
        clock.pollWhile(patience, () -> {
            server.rest();
            // A server that answers none of them for so long will answer none.
            return canContinue()
                    && hasOutstanding()
                    && !progress.isStalled(fleet.counts().exchanges().answered());
        });
        boolean emptied = !hasOutstanding();
        fleet.trim(0);
        return emptied;
    }

    private boolean hasOutstanding() {
        return fleet.counts().outstanding() > 0;
    }
}
