package io.ceiling.capacity.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.command.probe.FullGcOptions.FullGcPolicy;
import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CollectionPolicyTest {

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger collections = new AtomicInteger();
    private final RunClock clock = new RunClock() {
        @Override
        public long nanoTime() {
            return now.get();
        }
    };

    /** A server whose collections take that long, and that may serve others and refuse them. */
    private final class Server extends Fakes.IdleSession {

        private final Recorder recorder;
        private final boolean refuses;

        private Server(long nanos, boolean refuses) {
            super(clock);
            this.refuses = refuses;
            this.recorder = new Recorder(
                    () -> ServerReadings.notSeen().build(),
                    steady -> {
                        now.addAndGet(nanos);
                        collections.incrementAndGet();
                        return new ServerProbe.Collected(
                                true, ServerReadings.notSeen().build());
                    },
                    () -> HostReadings.notSeen().build(),
                    sample -> {},
                    clock::nanoTime,
                    0);
        }

        @Override
        public Recorder recorder() {
            return recorder;
        }

        @Override
        public Optional<String> refusalOfCollections() {
            return refuses ? Optional.of("-XX:+ExplicitGCInvokesConcurrent") : Optional.empty();
        }
    }

    private Sample zeroAndOneMore(CollectionPolicy collecting, Server server) {
        Sample zero = collecting.readBaseline(LoadReading.NONE);
        Sample ignored = server.recorder().afterGc(LoadReading.NONE);
        return zero;
    }

    private CollectionPolicy of(FullGcPolicy wanted, boolean running, Server server) {
        return new CollectionPolicy(wanted, running, server, clock);
    }

    @Test
    void serverThatCollectsQuicklyDoesSoEachTime() {
        Server server = new Server(SECOND / 10, false);
        CollectionPolicy collecting = of(FullGcPolicy.DEFAULT, true, server);

        assertThat(zeroAndOneMore(collecting, server).afterGc()).isTrue();
        assertThat(collections).hasValue(2);
        assertThat(collecting.whyNotCollected()).isEmpty();
    }

    @Test
    void refusalOfARunningServerIsHeeded() {
        Server server = new Server(SECOND / 10, true);
        CollectionPolicy collecting = of(FullGcPolicy.DEFAULT, true, server);
        Sample warm = server.recorder().afterGc(LoadReading.NONE);

        assertThat(warm.afterGc()).as("the warm-up, before the first level").isFalse();
        assertThat(zeroAndOneMore(collecting, server).afterGc()).isFalse();
        assertThat(collections).hasValue(0);
        assertThat(collecting.whyNotCollected())
                .hasValueSatisfying(why -> assertThat(why).contains("-XX:+ExplicitGCInvokesConcurrent", "--force-gc"));
    }

    @Test
    void slowCollectionOfARunningServerIsTheLast() {
        Server server = new Server(2 * SECOND, false);
        CollectionPolicy collecting = of(FullGcPolicy.DEFAULT, true, server);

        assertThat(zeroAndOneMore(collecting, server).afterGc()).isTrue();
        assertThat(collections).hasValue(1);
        assertThat(collecting.whyNotCollected())
                .hasValueSatisfying(why -> assertThat(why).contains("2.0 s", "--force-gc"));
    }

    @Test
    void userMayForceOrForbidThem() {
        Server forced = new Server(2 * SECOND, true);
        forced.recorder().allowCollections(false);
        assertThat(zeroAndOneMore(of(FullGcPolicy.ALWAYS, true, forced), forced).afterGc())
                .isTrue();
        assertThat(collections).hasValue(2);

        Server spared = new Server(SECOND / 10, false);
        assertThat(zeroAndOneMore(of(FullGcPolicy.NEVER, false, spared), spared).afterGc())
                .isFalse();
        assertThat(collections).hasValue(2);
    }

    @Test
    void serverThatWasStartedForItHasNoOtherClients() {
        Server server = new Server(2 * SECOND, false);

        assertThat(zeroAndOneMore(of(FullGcPolicy.DEFAULT, false, server), server)
                        .afterGc())
                .isTrue();
        assertThat(collections).hasValue(2);
    }
}
