package io.ceiling.traffic;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.harness.result.SampleInterval;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.load.report.ExchangeCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Finds the highest rate that the held connections get answered, and measures response times at stated shares of it
 * ({@code --loads}). With an SLO only answers in time count. Not thread-safe; blocks.
 */
final class StatedLoads {

    private static final Duration TRIAL_TIME = Duration.ofSeconds(2);

    // Longest try with an SLO: a try must be much longer than what is answered in time, and have many idle times.
    private static final Duration MAX_TIMED_TRIAL = Duration.ofSeconds(10);

    // Lowest rate of the first trial: few connections with long idle times would begin at one request in a minute.
    private static final double FIRST_PER_SECOND = 250;

    private static final int PERCENT = 100;

    private static final int SEEDS_BEFORE = 1_000_000;
    private static final int SEEDS_OF_AGENTS = 100;

    private final TrafficSettings traffic;
    private final Conversation conversation;
    private final RunClock clock;
    private final Optional<Duration> slo;
    private final Duration time;
    private final Consumer<String> progress;
    private final Supplier<Optional<String>> stopReason;
    private final List<RateSearch.RateTrial> trials = new ArrayList<>();
    private final List<SampleInterval> spans = new ArrayList<>();
    private long seed;

    /**
     * @param slo time from the intended start in which a request must be answered; empty for any
     * @param progress receives a line for each try with an SLO, which takes its time
     * @param whyStop returns why no rate can be tried any more; empty as long as one can
     */
    StatedLoads(
            TrafficSettings traffic,
            Conversation conversation,
            RunClock clock,
            Optional<Duration> slo,
            Consumer<String> progress,
            Supplier<Optional<String>> whyStop) {
        this.traffic = traffic;
        this.conversation = conversation;
        this.clock = clock;
        this.slo = slo;
        this.progress = progress;
        this.stopReason = whyStop;
        this.time = slo.isEmpty()
                ? TRIAL_TIME
                : traffic.time().compareTo(MAX_TIMED_TRIAL) < 0 ? traffic.time() : MAX_TIMED_TRIAL;
        // Far from the seeds of the seconds that warmed the server.
        this.seed = traffic.seed() - SEEDS_BEFORE;
    }

    /**
     * Returns the highest rate; empty if not even one request in a second was answered.
     *
     * @throws ScenarioNotRunException if no rate could be tried any more before it was found
     */
    Optional<HighestRate> highest() {
        RateSearch search = slo.isEmpty() ? RateSearch.UNTIMED : RateSearch.TIMED;
        double first = Math.max(FIRST_PER_SECOND, traffic.offeredPerSecond());
        OptionalDouble next = search.next(first, trials);
        while (next.isPresent()) {
            Optional<String> stop = stopReason.get();
            if (stop.isPresent()) {
                throw new ScenarioNotRunException("the highest rate was not found: " + stop.get());
            }
            tryRate(next.getAsDouble());
            next = search.next(first, trials);
        }
        OptionalDouble highest = RateSearch.highest(trials);
        return highest.isEmpty() ? Optional.empty() : Optional.of(highestRate(highest.getAsDouble()));
    }

    private void tryRate(double perSecond) {
        TrafficSettings offering = traffic.withRate(perSecond);
        double trialSeconds = time.toNanos() / 1e9;
        if (slo.isEmpty()) {
            SampleInterval span = conversation.run(offering, time, nextSeed());
            spans.add(span);
            double seconds = Math.max(time.toNanos(), span.nanos()) / 1e9;
            trials.add(new RateSearch.UntimedTrial(
                    perSecond, span.end().load().exchanges().answered() / seconds, trialSeconds));
        } else {
            SampleInterval span = conversation.runOpen(offering, time, nextSeed());
            spans.add(span);
            ExchangeCounts requests = span.end().load().exchanges();
            // Lost requests are in the histogram with the time that they waited.
            long within = conversation.answeredWithin(slo.get()) - requests.lost();
            RateSearch.TimedTrial trial = new RateSearch.TimedTrial(
                    perSecond, requests.planned(), Math.max(0, within), requests.late(), trialSeconds);
            trials.add(trial);
            progress.accept(TrafficTable.progress(trial));
        }
    }

    private HighestRate highestRate(double highest) {
        int confirmation = last(highest);
        SampleInterval span = spans.get(confirmation);
        RateSearch.RateTrial confirmed = trials.get(confirmation);
        return new HighestRate(
                highest,
                confirmed instanceof RateSearch.UntimedTrial measured
                        ? measured.answeredPerSecond()
                        : span.end().load().exchanges().answered() / (time.toNanos() / 1e9),
                RateSearch.lowestFailed(trials),
                span.serverCores(),
                span.totalAgentCores(),
                peakUse(highest),
                confirmed instanceof RateSearch.TimedTrial timed
                        ? slo.map(within -> new HighestRate.TimelyRate(
                                within,
                                timed.inTimePerSecond(),
                                timed.sentInTimePerSecond(),
                                timed.sentLatePerSecond()))
                        : Optional.empty());
    }

    private HighestRate.PeakUse peakUse(double rate) {
        OptionalDouble idle = OptionalDouble.empty();
        double cores = 0;
        for (int i = 0; i < spans.size(); i++) {
            if (trials.get(i).offeredPerSecond() >= rate) {
                OptionalDouble now = spans.get(i).hostShares().idle();
                idle = idle.isEmpty() || now.orElse(1) < idle.getAsDouble() ? now : idle;
                cores = Math.max(cores, spans.get(i).coresPerAgent());
            }
        }
        return new HighestRate.PeakUse(idle, cores);
    }

    private int last(double rate) {
        int last = trials.size() - 1;
        while (trials.get(last).offeredPerSecond() != rate) {
            last--;
        }
        return last;
    }

    /** Returns the try that confirmed the highest rate, as a load of 100 %; the tries before it warmed the server. */
    StatedLoad confirmedLoad(HighestRate highest) {
        return load(PERCENT, highest, time, WarmUp.NONE, spans.get(last(highest.perSecond())));
    }

    /** Measures one load, after seconds at its rate that do not count. */
    StatedLoad measureLoad(int percent, HighestRate highest) {
        TrafficSettings load = traffic.withRate(highest.perSecond() * percent / PERCENT);
        WarmUp warmUp = new RequestWarmUp(clock, () -> !conversation.isServerRunning())
                .run(second -> conversation.second(load, nextSeed()));
        SampleInterval span = slo.isEmpty()
                ? conversation.run(load, traffic.time(), nextSeed())
                : conversation.runOpen(load, traffic.time(), nextSeed());
        return load(percent, highest, traffic.time(), warmUp, span);
    }

    private static StatedLoad load(
            int percent, HighestRate highest, Duration time, WarmUp warmUp, SampleInterval span) {
        LoadReading end = span.end().load();
        return new StatedLoad(
                percent,
                highest,
                time.toNanos(),
                warmUp,
                new ExchangeFigures(
                        span.nanos(),
                        end.exchanges(),
                        span.counts().bytes(),
                        end.times().exchanges()),
                end.failures().total() - span.start().load().failures().total(),
                ResourceUse.of(
                        span, LongestPauses.NONE.withAgentPause(end.process().longestPauseNanos())));
    }

    // Returns a seed that no agent has used: each adds its index.
    private long nextSeed() {
        seed -= SEEDS_OF_AGENTS;
        return seed;
    }
}
