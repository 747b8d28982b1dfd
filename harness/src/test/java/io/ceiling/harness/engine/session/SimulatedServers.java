package io.ceiling.harness.engine.session;

import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.fleet.SimulatedAgent;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.result.StartedServer;
import java.util.List;
import java.util.function.Consumer;

/** Servers whose readings are those of processes that hold what the agents have opened. */
public final class SimulatedServers {

    private static final HostLimits LIMITS = HostLimitsFixture.ofDescriptors(1_048_576);

    private SimulatedServers() {}

    /** Starts servers that share the agents as a fleet over that number of servers does. */
    public static ServerSession start(int servers, List<SimulatedAgent> agents, Consumer<Sample> toCsv, RunClock clock)
            throws InterruptedException {
        return SeparateSession.start(
                servers,
                (number, place) -> new Server(number, servers, agents, clock),
                () -> Fakes.HOST,
                toCsv,
                clock,
                0);
    }

    private static final class Server extends Fakes.IdleSession {

        private final int index;
        private final int servers;
        private final List<SimulatedAgent> agents;
        private final Recorder recorder;

        Server(int number, int servers, List<SimulatedAgent> agents, RunClock clock) {
            super(clock);
            this.index = number - 1;
            this.servers = servers;
            this.agents = agents;
            this.recorder = new Recorder(
                    this::reading,
                    steady -> new ServerProbe.Collected(true, reading()),
                    () -> Fakes.HOST,
                    sample -> {},
                    clock::nanoTime,
                    0);
        }

        private long held() {
            long held = 0;
            for (int i = index; i < agents.size(); i += servers) {
                held += agents.get(i).alive();
            }
            return held;
        }

        private ServerReading reading() {
            long held = held();
            return ServerReadings.notSeen()
                    .connections(held, Limit.of(1_048_576))
                    .pool(200, 1, Limit.of(200), 0)
                    .descriptors(64 + held, Limit.of(1_048_576))
                    .threads(230)
                    .resident(105L << 20, (105L << 20) + 4_000 * held)
                    .heap((20L << 20) + 3_500 * held, Limit.of(1L << 30))
                    .direct(1 << 20)
                    .cpu(1_000_000_000, 10_000_000, 100_000_000)
                    .build();
        }

        @Override
        public ReadyServer started() {
            RunningSettings running = Fakes.running(1, 8080, 1_048_576, "");
            return new ReadyServer(new StartedServer(List.of(), running), recorder.sampleNow(LoadReading.NONE), LIMITS);
        }

        @Override
        public Recorder recorder() {
            return recorder;
        }

        @Override
        public Observation connections() {
            return Observation.of(held());
        }

        @Override
        public Observation cpuNanos() {
            return Observation.of(1_000_000_000);
        }
    }
}
