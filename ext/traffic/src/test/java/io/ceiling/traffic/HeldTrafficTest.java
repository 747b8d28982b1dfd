package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.ramp.Load;
import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.scenario.Publishing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldTrafficTest {

    private static final int CONNECTIONS = 100;
    private static final long FLOOR = 50;

    private final List<TrafficSecond> lines = new ArrayList<>();
    private final Fakes.ManualClock clock = new Fakes.ManualClock(this::passTime);
    private final FakeAgent agent = new FakeAgent(CONNECTIONS);
    private long memoryAvailable = FLOOR + 1;
    private long shortAfterLines = Long.MAX_VALUE;
    private long emptyAfterLines = Long.MAX_VALUE;
    private boolean searches;

    private void passTime() {
        if (talkingSeconds() >= emptyAfterLines) {
            agent.loseConnections(CONNECTIONS);
            emptyAfterLines = Long.MAX_VALUE;
        }
        if (talkingSeconds() >= shortAfterLines) {
            memoryAvailable = FLOOR - 1;
        }
    }

    private long talkingSeconds() {
        return lines.stream()
                .filter(line -> line.phase() == TrafficSecond.TrafficPhase.TRAFFIC)
                .count();
    }

    private TrafficResult traffic(Duration time) throws InterruptedException {
        TrafficSettings settings = new TrafficSettings(
                CONNECTIONS, Duration.ofSeconds(1), Duration.ofSeconds(3), time, 42, Optional.empty());
        StopReasons stopReasons = new StopReasons(() -> Observation.of(memoryAvailable), FLOOR, clock::nanoTime);
        try (HeldTraffic traffic = new HeldTraffic(
                settings,
                new Load(Fakes.SCENARIO, Fakes.RAMP, new Fleet(List.of(agent)), clock, stopReasons),
                Optional.empty(),
                new PerSecondLines(lines::add),
                number -> new Server())) {
            TrafficResult result = traffic.run(() -> {});
            if (searches) {
                traffic.statedLoads(List.of(), Optional.of(Duration.ofSeconds(1)), line -> {}, load -> {});
            }
            return result;
        }
    }

    @Test
    void theTrafficGoesOnUntilItsTimeIsOverWhileTheHostHasMemory() throws Exception {
        TrafficResult result = traffic(Duration.ofSeconds(5));

        assertThat(result.held().lossReason()).isEmpty();
        assertThat(talkingSeconds()).isEqualTo(5);
    }

    @Test
    void aHostThatRunsShortOfMemoryWhileConnectionsTalkEndsTheTraffic() throws Exception {
        shortAfterLines = 3;

        TrafficResult result = traffic(Duration.ofMinutes(10));

        assertThat(result.held().lossReason()).contains("memory left on this host");
        assertThat(result.held().alive()).isEqualTo(CONNECTIONS);
        // The third second is followed by one line, which ends with the traffic.
        assertThat(talkingSeconds()).isEqualTo(4);
    }

    @Test
    void theTrafficEndsWhenNoConnectionIsLeft() throws Exception {
        emptyAfterLines = 2;

        TrafficResult result = traffic(Duration.ofMinutes(10));

        assertThat(result.held().lossReason()).startsWith("0 of 100 connections were held: ");
        // That of the second in which they were lost, and one that ends with the traffic.
        assertThat(talkingSeconds()).isEqualTo(4);
    }

    @Test
    void noRateIsSearchedWithoutAConnection() {
        emptyAfterLines = 2;
        searches = true;

        assertThatThrownBy(() -> traffic(Duration.ofMinutes(10)))
                .isInstanceOf(ScenarioNotRunException.class)
                .hasMessage("the highest rate was not found: no connection is left");
    }

    private final class Server extends Fakes.IdleSession {

        Server() {
            super(clock);
        }

        @Override
        public Publisher publisher() {
            return new Silent();
        }
    }

    /** A server whose counters say that it never paused, and that publishes nothing. */
    private static final class Silent implements Publisher {

        @Override
        public void connect() {}

        @Override
        public void start(Publishing publishing, int identifiers, int seed) {
            throw new IllegalStateException("nothing is published here");
        }

        @Override
        public PublishedCount stop() {
            throw new IllegalStateException("nothing is published here");
        }

        @Override
        public ChannelGauges gauges() {
            return new ChannelGauges(new ChannelGauges.MessageCounts(0, 0, 0, 0, 0), false, 0, 0, 0, 0);
        }
    }
}
