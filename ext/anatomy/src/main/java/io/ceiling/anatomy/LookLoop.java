package io.ceiling.anatomy;

import io.ceiling.harness.engine.ramp.EffortMeter;
import io.ceiling.harness.engine.ramp.ReadyServer;
import io.ceiling.harness.engine.ramp.StepRunner;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.observe.HostProbe;
import io.ceiling.harness.observe.memory.HeldObjects;
import io.ceiling.harness.observe.memory.MemoryProbe;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Warms one server, raises its connections level by level, and reads its memory at each. */
final class LookLoop {

    /** Time limit of an answer: how fast connections are opened is no result here. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Scenario scenario;
    private final RampSettings ramp;
    private final Fleet fleet;
    private final ServerSession session;
    private final Waiting waiting;
    private final StopReasons stopReasons;
    private final HostProbe host;

    LookLoop(
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            ServerSession session,
            Waiting waiting,
            StopReasons stopReasons,
            HostProbe host) {
        this.scenario = scenario;
        this.ramp = ramp.patient(PATIENCE);
        this.fleet = fleet.over(1);
        this.session = session;
        this.waiting = waiting;
        this.stopReasons = stopReasons;
        this.host = host;
    }

    /** The looks at a server, which is warm when the first is taken. */
    record Looked(StartedServer server, List<MemoryLook> looks) {}

    /**
     * Blocks until the server was read at all levels, with the connections of the last one still open.
     *
     * @throws ScenarioNotRunException if it does not hold as many connections
     */
    Looked run(Levels levels, Dumps dumps) throws InterruptedException {
        MemoryProbe memory = session.memory()
                .orElseThrow(() -> new ScenarioNotRunException("the memory of this server cannot be read from here"));
        BooleanSupplier mustStop =
                () -> session.exitCode().isPresent() || stopReasons.now().isPresent();
        ReadyServer ready = new ReadyServer(scenario, ramp, fleet, waiting, session, mustStop);
        ready.requireService();
        StartedServer server = session.started().server().warmed(ready.warm());
        // The first one loads classes, which are no part of a connection.
        boolean ignored = memory.histogram().isPresent();
        EffortMeter meter = new EffortMeter(waiting::nanoTime);
        List<MemoryLook> looks = new ArrayList<>();
        for (int level : levels.all()) {
            Step step = new StepRunner(
                            fleet,
                            ramp,
                            ready.traffic(ramp),
                            session.recorder(),
                            waiting,
                            mustStop,
                            meter,
                            StepRunner.window(session.listenQueue(), 0))
                    .run(looks.size() + 1, level);
            if (!step.passed()) {
                throw new ScenarioNotRunException("%d of %d connections were held: %s. Hint: a smaller --cap"
                        .formatted(
                                step.served(),
                                level,
                                session.ended().or(stopReasons::now).orElse(step.failure())));
            }
            Optional<Dumps> wanted = levels.dumped().contains(level) ? Optional.of(dumps) : Optional.empty();
            looks.add(look(memory, step, wanted, looks.isEmpty()));
        }
        return new Looked(server, looks);
    }

    /**
     * Reads the server. A dump leaves memory of its own in a JVM, which belongs to no connection: the first one is taken
     * before the readings, so that those of all levels have it, and a later one after them.
     */
    private MemoryLook look(MemoryProbe memory, Step step, Optional<Dumps> dumps, boolean first) {
        if (dumps.isEmpty()) {
            return look(memory, step, step.after());
        }
        if (first) {
            Optional<HeldObjects> held = dumps.get().of(memory, step.target());
            return look(memory, step, session.recorder().afterGc(step.after().load()))
                    .with(held);
        }
        MemoryLook look = look(memory, step, step.after());
        return look.with(dumps.get().of(memory, step.target()));
    }

    private MemoryLook look(MemoryProbe memory, Step step, Sample sample) {
        return new MemoryLook(
                step.target(),
                sample,
                memory.histogram(),
                Optional.empty(),
                memory.nativeMemory(),
                host.slabCaches(),
                memory.pageTableBytes());
    }
}
