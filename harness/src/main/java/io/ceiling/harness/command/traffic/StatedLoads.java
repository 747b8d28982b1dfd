package io.ceiling.harness.command.traffic;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.harness.result.SampleInterval;
import io.ceiling.harness.result.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds the highest rate that the held connections get answered, and measures response times at stated shares of it
 * ({@code --loads}). Not thread-safe; blocks.
 */
final class StatedLoads {

    private static final Duration TRY = Duration.ofSeconds(2);

    /** Least rate of the first try, so that few connections with long idle times do not begin at one in a minute. */
    private static final double FIRST_PER_SECOND = 250;

    private static final int PERCENT = 100;

    private static final int SEEDS_BEFORE = 1_000_000;
    private static final int SEEDS_OF_AGENTS = 100;

    private final TrafficSettings traffic;
    private final Conversation conversation;
    private final RunClock clock;
    private long seed;

    StatedLoads(TrafficSettings traffic, Conversation conversation, RunClock clock) {
        this.traffic = traffic;
        this.conversation = conversation;
        this.clock = clock;
        // Far from those of the seconds that warmed the server.
        this.seed = traffic.seed() - SEEDS_BEFORE;
    }

    /**
     * Returns the highest rate; empty if not even one request in a second was answered.
     *
     * @throws ScenarioNotRunException if the server ended
     */
    Optional<HighestRate> highest() {
        List<RateSearch.MeasuredRate> tried = new ArrayList<>();
        List<SampleInterval> spans = new ArrayList<>();
        double first = Math.max(FIRST_PER_SECOND, traffic.offeredPerSecond());
        OptionalDouble next = RateSearch.next(first, tried);
        while (next.isPresent() && conversation.serverRuns()) {
            SampleInterval span = conversation.run(traffic.offering(next.getAsDouble()), TRY, nextSeed());
            spans.add(span);
            double seconds = Math.max(TRY.toNanos(), span.nanos()) / 1e9;
            tried.add(new RateSearch.MeasuredRate(
                    next.getAsDouble(), span.end().load().exchanges().answered() / seconds, TRY.toNanos() / 1e9));
            next = RateSearch.next(first, tried);
        }
        OptionalDouble highest = RateSearch.highest(tried);
        if (!conversation.serverRuns()) {
            throw new ScenarioNotRunException("--loads: the server ended while the highest rate was searched");
        }
        if (highest.isEmpty()) {
            return Optional.empty();
        }
        int confirmation = last(tried, highest.getAsDouble());
        SampleInterval span = spans.get(confirmation);
        return Optional.of(new HighestRate(
                highest.getAsDouble(),
                tried.get(confirmation).answeredPerSecond(),
                RateSearch.lowestFailed(tried),
                span.serverCores(),
                span.loaderCores(),
                busiest(tried, spans, highest.getAsDouble())));
    }

    /** Returns the fullest readings of the tries at that rate and above. */
    private static HighestRate.Busiest busiest(
            List<RateSearch.MeasuredRate> tried, List<SampleInterval> spans, double rate) {
        OptionalDouble idle = OptionalDouble.empty();
        double cores = 0;
        for (int i = 0; i < spans.size(); i++) {
            if (tried.get(i).offeredPerSecond() >= rate) {
                OptionalDouble now = spans.get(i).hostShares().idle();
                idle = idle.isEmpty() || now.orElse(1) < idle.getAsDouble() ? now : idle;
                cores = Math.max(cores, spans.get(i).coresOfALoader());
            }
        }
        return new HighestRate.Busiest(idle, cores);
    }

    private static int last(List<RateSearch.MeasuredRate> tried, double rate) {
        int last = tried.size() - 1;
        while (tried.get(last).offeredPerSecond() != rate) {
            last--;
        }
        return last;
    }

    /** Measures one load, after seconds at its rate that do not count. */
    StatedLoad at(int percent, HighestRate highest) {
        TrafficSettings load = traffic.offering(highest.perSecond() * percent / PERCENT);
        WarmUp warmUp = new RequestWarmUp(clock, () -> !conversation.serverRuns())
                .run(second -> conversation.second(load, nextSeed()));
        SampleInterval span = conversation.run(load, traffic.time(), nextSeed());
        LoadReading end = span.end().load();
        return new StatedLoad(
                percent,
                highest,
                traffic.time().toNanos(),
                warmUp,
                new ExchangeFigures(
                        span.nanos(),
                        end.exchanges(),
                        span.counts().bytes(),
                        end.times().exchanges()),
                end.failures().total() - span.start().load().failures().total(),
                ResourceUse.of(span, LongestPauses.NONE.orAgent(end.process().longestPauseNanos())));
    }

    /** Returns a seed that no agent has used: each adds its index. */
    private long nextSeed() {
        seed -= SEEDS_OF_AGENTS;
        return seed;
    }
}
