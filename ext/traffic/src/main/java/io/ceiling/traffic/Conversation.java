package io.ceiling.traffic;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.SampleInterval;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.Histograms;
import java.time.Duration;
import java.util.List;

/** Makes the held connections of a server send requests, and waits for their answers. Not thread-safe. */
record Conversation(Fleet loaders, ServerSession session, RunClock clock) {

    /** Time limit of an answer: long enough to measure a server that answers late. */
    static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    // Mean interval between the moments at which any of many agents starts requests. Each moment wakes an agent and its
    // server, which share the processors with all others; so with n servers an agent has one moment in n intervals.
    private static final Duration START_INTERVAL = Duration.ofMillis(16);

    // The time between two moments of an agent is at most this part, an eighth, of the shortest idle time and of the
    // range of idle times; a longer one would change the mean idle time.
    private static final int PARTS_OF_IDLE_TIME = 8;

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Begins to send requests for that time, each an idle time after an answer. */
    void begin(TrafficSettings traffic, Duration time, long seed) {
        loaders.converse(pace(traffic, time, seed));
    }

    private Pace pace(TrafficSettings traffic, Duration time, long seed) {
        long min = traffic.minIdle().toNanos();
        long max = traffic.maxIdle().toNanos();
        return new Pace(min, max, time.toNanos(), seed, gridNanos(loaders.servers(), min, max));
    }

    /** Returns the time between two moments at which an agent of that many servers starts requests; 1 for any time. */
    static long gridNanos(int servers, long minIdleNanos, long maxIdleNanos) {
        if (!ServerSettings.isSharedHost(servers)) {
            return 1;
        }
        long most = Math.min(minIdleNanos, maxIdleNanos - minIdleNanos) / PARTS_OF_IDLE_TIME;
        return Math.max(1, Math.min(servers * START_INTERVAL.toNanos(), most));
    }

    /** Stops sending requests; requests in flight are still answered. */
    void end() {
        loaders.converse(Pace.NONE);
    }

    /** Blocks until every request is answered, the server is gone, or no answer has come for 30 s. */
    void awaitAnswers() {
        StallDetector answers = new StallDetector(clock, ANSWER_TIMEOUT);
        LoadReading counts = loaders.counts();
        while (counts.exchanges().pending() > 0
                && isServerRunning()
                && !answers.isStalled(counts.exchanges().answered())) {
            clock.rest(loaders.size());
            counts = loaders.counts();
        }
    }

    /** Sends requests for that time, each an idle time after an answer, and blocks until they are answered. */
    SampleInterval run(TrafficSettings traffic, Duration time, long seed) {
        return untilAnswered(pace(traffic, time, seed), time);
    }

    /**
     * Sends requests for that time, each an idle time after the intended start of the one before, and blocks until they
     * are answered: slow answers lower no rate.
     */
    SampleInterval runOpen(TrafficSettings traffic, Duration time, long seed) {
        return untilAnswered(pace(traffic, time, seed).withOpenLoop(), time);
    }

    private SampleInterval untilAnswered(Pace pace, Duration time) {
        Sample start = session.recorder().sampleCheaply(loaders.counts());
        loaders.converse(pace);
        long end = clock.nanoTime() + time.toNanos();
        while (clock.nanoTime() < end && isServerRunning()) {
            clock.rest();
        }
        awaitAnswers();
        return new SampleInterval(start, session.recorder().sampleCheaply(loaders.reading()));
    }

    /** Sends requests for a second, and blocks until they are answered. */
    SteadyMedians.Second second(TrafficSettings traffic, long seed) {
        LoadReading load = run(traffic, SECOND, seed).end().load();
        return new SteadyMedians.Second(
                load.exchanges().answered(), load.times().exchanges().response().p50Nanos());
    }

    /** Returns the number of requests since the last begin that took at most that long from their intended start. */
    long answeredWithin(Duration slo) {
        return Histograms.merge(loaders.histograms().getOrDefault("response", List.of()))
                .getCountBetweenValues(0, slo.toNanos());
    }

    boolean isServerRunning() {
        return session.exitCode().isEmpty();
    }
}
