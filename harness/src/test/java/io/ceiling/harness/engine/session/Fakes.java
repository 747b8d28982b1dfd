package io.ceiling.harness.engine.session;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Tomcats;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/** A clock that runs when somebody waits, and readings of a server that exists in the test alone. */
public final class Fakes {

    public static final RampSettings RAMP = RampSettings.builder(
                    new RampSettings.Levels(16, 2, 0.02), new RampSettings.Rates(1000, 1000))
            .hold(Duration.ofMillis(100))
            .slo(Duration.ofSeconds(1))
            .stallTimeout(Duration.ofSeconds(1))
            .build();

    static final HostReading HOST = HostReadings.notSeen()
            .memory(1, 1)
            .kernelMemory(1, 1)
            .tcp(1, 1, 0)
            .listenQueues(0, 0, 0)
            .build();

    public static final Scenario SCENARIO =
            new Scenario(Tomcats.settings().build(), Work.of(Workloads.KEEP_ALIVE), 4096);

    /** The settings that the servers of the tests report. */
    public static final RunningSettings RUNNING = running(1, 8080, 8192, "");

    /** The limits of the host of these servers. */
    public static final HostLimits LIMITS = HostLimitsFixture.ofDescriptors(20_000);

    private Fakes() {}

    /** Time moves by one polling period at every pause; an action runs at each. */
    public static final class ManualClock extends RunClock {
        private final Runnable everyPause;
        private long nanos;
        private long cpuNanos;

        public ManualClock(Runnable everyPause) {
            this.everyPause = everyPause;
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long cpuNanos() {
            return cpuNanos;
        }

        /** Lets a look take that time of a processor. */
        public void computes(long more) {
            cpuNanos += more;
            nanos += more;
        }

        @Override
        public void pause() {
            nanos += 5_000_000;
            everyPause.run();
        }

        @Override
        public void blink() {
            nanos += BLINK_NANOS;
            everyPause.run();
        }

        /** Lets that much time pass. */
        public void passes(long more) {
            nanos += more;
        }

        @Override
        public void rest() {
            pause();
        }
    }

    static RunningSettings running(int pid, int port, int maxConnections, String nextInstance) {
        ContainerIdentity container = new ContainerIdentity("tomcat", "11", Connector.NIO, "x", ThreadKind.PLATFORM);
        ConnectorReadback sizes = ConnectorReadback.of(200, maxConnections, 100, 0, Map.of());
        return new RunningSettings(pid, "25.0.1", port, "/ceiling", container, sizes, nextInstance);
    }

    /** Returns no reason to stop. */
    public static StopReasons noStop(RunClock clock) {
        return new StopReasons(() -> Observation.of(100), 50, clock::nanoTime);
    }

    public static ServerReading server(long deepestLevel, long levelsNow) {
        return ServerReadings.notSeen()
                .connections(0, Limit.UNLIMITED)
                .pool(0, 0, Limit.NOT_SEEN, 0)
                .levels(deepestLevel, levelsNow)
                .descriptors(0, Limit.NOT_SEEN)
                .threads(0)
                .resident(1, 1)
                .heap(1000 + 10 * levelsNow, Limit.of(1))
                .direct(0)
                .cpu(0, 0, 0)
                .build();
    }

    public static Recorder recorder(RunClock clock, LongSupplier deepestLevel, LongSupplier levelsNow) {
        return new Recorder(
                () -> server(deepestLevel.getAsLong(), levelsNow.getAsLong()),
                steady -> new ServerProbe.Collected(true, server(deepestLevel.getAsLong(), levelsNow.getAsLong())),
                () -> HOST,
                sample -> {},
                clock::nanoTime,
                0);
    }

    /** Returns the evidence of a step of a server of which nothing is known but its readings, its log and how it ended. */
    public static List<Evidence> evidence(
            ServerSession of, Scenario scenario, List<LogFinding> log, Sample lastPassed, Step failed, String answer) {
        return List.of(new Evidence(
                scenario,
                lastPassed,
                failed,
                of.recorder().stepSamples(),
                new Evidence.ServerTraces(log, of.exitCode(), Observation.of(0), false),
                answer,
                new Evidence.ProcessLimits(LIMITS, ThreadHeadroom.UNSEEN),
                new Evidence.ProcessorCounts(2, 2)));
    }

    /** A server that lives until a test says otherwise; nothing is compiled in it. */
    public static class IdleSession implements ServerSession {

        volatile OptionalInt exitCode = OptionalInt.empty();
        volatile boolean closed;
        private final Recorder recorder;

        public IdleSession(RunClock clock) {
            this(Fakes.recorder(clock, () -> 0, () -> 0));
        }

        IdleSession(Recorder recorder) {
            this.recorder = recorder;
        }

        @Override
        public ReadyServer started() {
            return new ReadyServer(
                    new StartedServer(List.of(), RUNNING), recorder().sampleNow(LoadReading.NONE), LIMITS);
        }

        @Override
        public Recorder recorder() {
            return recorder;
        }

        @Override
        public OptionalInt exitCode() {
            return exitCode;
        }

        @Override
        public Observation connections() {
            return Observation.of(0);
        }

        @Override
        public Publisher publisher() {
            throw new IllegalStateException("nothing is published here");
        }

        @Override
        public void releaseHeld() {}

        @Override
        public Observation compilationNanos() {
            return Observation.of(0);
        }

        @Override
        public double processors() {
            return 2;
        }

        @Override
        public Observation cpuNanos() {
            return Observation.of(0);
        }

        @Override
        public Observation deepestLevel() {
            return Observation.of(0);
        }

        @Override
        public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
            return List.of();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
