package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.control.PublisherException;
import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.ramp.StepJudge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class BroadcastTrafficTest {

    private static final int CONNECTIONS = 100;
    /** Rounds below the full rate, where each is easy. */
    private static final int RAISING = 3;

    private static final Publishing PUBLISHING =
            new Publishing(1000, 1462, 10_000, Duration.ofSeconds(2), Duration.ofMillis(50), 0);
    private static final RampSettings RAMP =
            Fakes.RAMP.toBuilder().publishing(PUBLISHING).build();

    private final FakeAgent agent = new FakeAgent(1000);
    private final Server server = new Server();
    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> server.work());

    /** Publishes five messages at every pause, each to one subscriber, and delivers what is late with the next. */
    private final class Server implements Publisher {
        private int identifiers;
        private boolean publishing;
        private long published;
        private long publishedBefore;
        private int starts;
        private final List<Integer> rates = new ArrayList<>();
        private long dropped;
        private long delivered;
        private int loseEvery = Integer.MAX_VALUE;
        private boolean tellsWhatItDrops;
        private boolean dribbles;
        private long late = 3;
        private int moments;
        private Optional<String> refusal = Optional.empty();
        private IntToLongFunction deliveryMillis = start -> 1;

        void work() {
            // One that was published when the publisher was stopped is still on its way.
            long arrived = published;
            if (publishing) {
                published += 5;
            }
            if (dribbles && moments++ % 20 > 0) {
                arrived = delivered;
            } else if (dribbles) {
                arrived = Math.min(arrived, delivered + 1);
            }
            for (; delivered < arrived; delivered++) {
                if (delivered % loseEvery != loseEvery - 1) {
                    agent.receive(1);
                } else if (tellsWhatItDrops) {
                    dropped++;
                }
            }
        }

        @Override
        public void connect() {}

        @Override
        public void start(Publishing asked, int toIdentifiers, int seed) {
            refusal.ifPresent(why -> {
                throw new PublisherException(why);
            });
            identifiers = toIdentifiers;
            publishedBefore = published;
            starts++;
            rates.add(asked.perSecond());
            agent.deliverWithin(deliveryMillis.applyAsLong(starts) * 1_000_000);
            publishing = true;
        }

        @Override
        public PublishedCount stop() {
            publishing = false;
            return new PublishedCount(
                    published - publishedBefore,
                    Math.min(late, published - publishedBefore),
                    Duration.ofSeconds(2).toNanos());
        }

        @Override
        public ChannelGauges gauges() {
            return new ChannelGauges(
                    new ChannelGauges.MessageCounts(published, published, delivered, dropped, 3),
                    publishing,
                    1,
                    1,
                    7_000_000,
                    0);
        }
    }

    private StepTraffic.TrafficOutcome run() {
        Fleet fleet = new Fleet(List.of(agent));
        fleet.open(CONNECTIONS, 1000);
        return new BroadcastTraffic(fleet, RAMP, server, counts -> {}, clock)
                .run(1, counts -> counts.failures().total() > 0);
    }

    @Test
    void waitsForTheLastMessageAndAccountsForAll() {
        StepTraffic.TrafficOutcome outcome = run();

        assertThat(outcome.completed()).isTrue();
        Deliveries messages = outcome.deliveries().orElseThrow();
        assertThat(messages.published().messages())
                .isEqualTo(messages.outboxes().due())
                .isPositive();
        assertThat(messages.received().messages()).isEqualTo(messages.outboxes().due());
        assertThat(messages.lost()).isZero();
        assertThat(messages.published().late()).isEqualTo(3);
        assertThat(messages.pauses().serverNanos()).isEqualTo(Observation.of(7_000_000));
        assertThat(Duration.ofNanos(messages.durationNanos())).isGreaterThanOrEqualTo(PUBLISHING.time());
        assertThat(StepJudge.failure(messages, PUBLISHING)).isNotPresent();
    }

    @Test
    void publishesWhatIsNotCountedBeforeTheFirstStepOfAServer() {
        Fleet fleet = new Fleet(List.of(agent));
        fleet.open(CONNECTIONS, 1000);
        BroadcastTraffic traffic = new BroadcastTraffic(fleet, RAMP, server, counts -> {}, clock);

        Deliveries first = traffic.run(1, counts -> false).deliveries().orElseThrow();
        Deliveries second = traffic.run(2, counts -> false).deliveries().orElseThrow();

        // An eighth, a quarter, half of the rate, all of it, and the two that count.
        assertThat(server.rates).containsExactly(125, 250, 500, 1000, 1000, 1000);
        assertThat(first.published()).isEqualTo(second.published());
        assertThat(first.received().messages()).isEqualTo(first.outboxes().due());
    }

    @Test
    void aServerThatIsTooSlowWarmsUpUntilItIsFastEnough() {
        server.deliveryMillis = start -> start < 4 ? 1 : 384 >> (start - 3);

        Deliveries messages = run().deliveries().orElseThrow();

        // 192, 96, 48 ms, and the one that counts.
        assertThat(server.starts).isEqualTo(RAISING + 4);
        assertThat(messages.times().response().p99Nanos()).isBetween(23_000_000L, 25_000_000L);
    }

    @Test
    void aServerThatStaysTooSlowWarmsUpUntilItGetsNoFaster() {
        server.deliveryMillis = start -> start < 4 ? 1 : start == 4 ? 900 : 500;

        StepTraffic.TrafficOutcome ignored = run();

        // Once faster, five times not, and the one that counts.
        assertThat(server.starts).isEqualTo(RAISING + 8);
    }

    @Test
    void aRateThatIsNotEasyIsNotRaisedBeforeItIs() {
        server.deliveryMillis = start -> start < 3 ? 80 : 1;

        StepTraffic.TrafficOutcome ignored = run();

        assertThat(server.rates).containsExactly(125, 125, 125, 250, 500, 1000, 1000);
    }

    @Test
    void aPublisherThatIsLateWithMostOfItsMessagesFailsTheStep() {
        server.late = Integer.MAX_VALUE;

        Deliveries messages = run().deliveries().orElseThrow();

        assertThat(messages.sentInTime()).isFalse();
        assertThat(StepJudge.failure(messages, PUBLISHING))
                .hasValueSatisfying(why -> assertThat(why).endsWith("were published more than 1 ms late"));
    }

    @Test
    void asksForNoIdentifierWithoutASubscriber() {
        StepTraffic.TrafficOutcome ignored = run();

        assertThat(server.identifiers).isEqualTo(CONNECTIONS);
    }

    @Test
    void lostMessagesAreGivenUpAfterTheStallTimeoutAndFailTheStep() {
        server.loseEvery = 100;

        Deliveries messages = run().deliveries().orElseThrow();

        assertThat(messages.lost()).isEqualTo(messages.outboxes().due() / 100).isPositive();
        assertThat(StepJudge.failure(messages, PUBLISHING))
                .hasValue("%d of %d messages lost"
                        .formatted(messages.lost(), messages.outboxes().due()));
    }

    @Test
    void aServerThatHasOneMessageComeNowAndThenIsNotWaitedForForEver() {
        server.dribbles = true;

        Deliveries messages = run().deliveries().orElseThrow();

        assertThat(messages.received().messages()).isPositive();
        assertThat(messages.lost()).isPositive();
        // It is not cold, so one round of publishing before the one that counts is enough.
        assertThat(server.starts).isEqualTo(RAISING + 2);
    }

    @Test
    void messagesThatTheServerGaveUpAreNotLost() {
        server.loseEvery = 100;
        server.tellsWhatItDrops = true;
        // Before this step.
        server.dropped = 10;

        Deliveries messages = run().deliveries().orElseThrow();

        assertThat(messages.outboxes().dropped())
                .isEqualTo(messages.outboxes().due() / 100)
                .isPositive();
        assertThat(messages.lost()).isZero();
    }

    @Test
    void aLostConnectionBreaksItOff() {
        agent.loseConnections(1);

        StepTraffic.TrafficOutcome outcome = run();

        assertThat(outcome.completed()).isFalse();
        assertThat(server.publishing).isFalse();
    }

    @Test
    void aServerThatDoesNotPublishIsAProblemInItsWords() {
        server.refusal = Optional.of("server does not publish: HTTP 503");

        StepTraffic.TrafficOutcome outcome = run();

        assertThat(outcome.completed()).isFalse();
        assertThat(outcome.problem()).hasValue("server does not publish: HTTP 503");
        assertThat(outcome.deliveries()).isNotPresent();
    }
}
