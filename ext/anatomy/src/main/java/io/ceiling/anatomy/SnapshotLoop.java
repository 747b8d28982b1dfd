package io.ceiling.anatomy;

import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.observe.HostProbe;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Warms one server, raises its connections level by level, and reads its memory at each. */
final class SnapshotLoop {

    // Time limit of an answer: how fast connections are opened is no result here.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final LoadedServer server;
    private final HostProbe host;

    /** Creates a loop for a server without connections. */
    SnapshotLoop(LoadedServer server, HostProbe host) {
        this.server = server.withPace(server.ramp().withMinSlo(PATIENCE));
        this.host = host;
    }

    /** The snapshots of a server, which was warmed before the first. */
    record ServerSnapshots(StartedServer server, List<MemorySnapshot> snapshots) {}

    /**
     * Blocks until the server was read at all levels, with the connections of the last one still open.
     *
     * @throws ScenarioNotRunException if the server does not hold the connections of a level
     */
    ServerSnapshots run(Levels levels, HeapDumps dumps) throws InterruptedException {
        MemoryProbe memory = server.session()
                .access()
                .map(MemoryProbe::new)
                .orElseThrow(() -> new ScenarioNotRunException("the memory of this server cannot be read from here"));
        server.connect();
        server.requireService();
        StartedServer warm = server.session().started().server().withWarmUp(server.warm());
        // The first histogram loads classes, which are no part of a connection.
        boolean ignored = memory.histogram().isPresent();
        List<MemorySnapshot> snapshots = new ArrayList<>();
        for (int level : levels.all()) {
            Step step = server.requirePassed(
                    server.step(snapshots.size() + 1, level, server.traffic(server.ramp())),
                    "connections were held",
                    ". Hint: a smaller --cap");
            Optional<HeapDumps> wanted = levels.dumpLevels().contains(level) ? Optional.of(dumps) : Optional.empty();
            snapshots.add(takeSnapshot(memory, step, wanted, snapshots.isEmpty()));
        }
        return new ServerSnapshots(warm, snapshots);
    }

    // Reads the server. A dump leaves memory in the JVM that belongs to no connection: the first dump precedes the
    // readings, so that all levels include it, and later dumps follow them.
    private MemorySnapshot takeSnapshot(MemoryProbe memory, Step step, Optional<HeapDumps> dumps, boolean first) {
        if (dumps.isEmpty()) {
            return takeSnapshot(memory, step, step.after());
        }
        if (first) {
            Optional<HeldObjects> held = dumps.get().takeDump(memory, step.target());
            return takeSnapshot(
                            memory, step, server.recorder().afterGc(step.after().load()))
                    .with(held);
        }
        MemorySnapshot snapshot = takeSnapshot(memory, step, step.after());
        return snapshot.with(dumps.get().takeDump(memory, step.target()));
    }

    private MemorySnapshot takeSnapshot(MemoryProbe memory, Step step, Sample sample) {
        return new MemorySnapshot(
                step.target(),
                sample,
                memory.histogram(),
                Optional.empty(),
                memory.nativeMemory(),
                host.slabCaches(),
                memory.pageTableBytes());
    }
}
