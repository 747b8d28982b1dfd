package io.ceiling.anatomy;

import io.ceiling.harness.engine.ramp.Load;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Measures the anatomy of a connection to the servers of a scenario. Not thread-safe. */
final class AnatomyMeasurer {

    private final Run.Context context;
    private final HeapDumps dumps;
    private final RunClock clock;
    private final boolean recorded;
    private final List<String> notes = new ArrayList<>();

    // True if a JVM could not be read at all.
    private boolean noJvm;

    /**
     * Creates a measurer.
     *
     * @param recorded true if samples and servers go to the files of the run; false if these have a ramp of the same
     *     scenario
     */
    AnatomyMeasurer(Run.Context context, HeapDumps dumps, RunClock clock, boolean recorded) {
        this.context = context;
        this.dumps = dumps;
        this.clock = clock;
        this.recorded = recorded;
    }

    /**
     * Measures two servers: one as it is, and one with memory tracking and heap dumps, both of which cost memory.
     * Blocks until both are stopped.
     */
    Anatomy measureTwo(Scenario scenario, ServerSession.Source plain, ServerSession.Source tracked)
            throws InterruptedException {
        List<MemorySnapshot> plainSnapshots =
                takeSnapshots(scenario, plain, 1, Levels.upTo(scenario.capConnections(), false));
        List<MemorySnapshot> trackedSnapshots =
                takeSnapshots(scenario, tracked, 2, Levels.upTo(scenario.capConnections(), true));
        return anatomy(plainSnapshots, trackedSnapshots);
    }

    Anatomy measureOne(Scenario scenario, ServerSession.Source servers) throws InterruptedException {
        List<MemorySnapshot> snapshots =
                takeSnapshots(scenario, servers, 1, Levels.upTo(scenario.capConnections(), true));
        return anatomy(snapshots, snapshots);
    }

    List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        dumps.notes().stream().filter(note -> !all.contains(note)).forEach(all::add);
        return List.copyOf(all);
    }

    private List<MemorySnapshot> takeSnapshots(
            Scenario scenario, ServerSession.Source servers, int number, Levels levels) throws InterruptedException {
        Consumer<Sample> samples = recorded ? sample -> context.folder().appendSample(scenario, sample) : sample -> {};
        ServerSession.Starter starter = servers.of(scenario, samples, clock.nanoTime());
        try (ServerSession session = starter.start(number)) {
            session.access()
                    .map(MemoryProbe::new)
                    .flatMap(MemoryProbe::whyNoHeap)
                    .ifPresent(why -> {
                        noJvm = true;
                        note("heap, classes and memory of the JVM itself: not seen, " + why);
                    });
            Load load = Load.of(context, scenario, context.request().ramp(), clock, Optional.empty());
            SnapshotLoop.ServerSnapshots looked = new SnapshotLoop(
                            new LoadedServer(load, session), context.facts().host())
                    .run(levels, dumps);
            if (recorded) {
                context.folder().writeServers(scenario, List.of(looked.server()));
            }
            return looked.snapshots();
        }
    }

    private Anatomy anatomy(List<MemorySnapshot> plain, List<MemorySnapshot> tracked) {
        if (!noJvm
                && tracked.stream().allMatch(snapshot -> snapshot.nativeMemory().isEmpty())) {
            note("memory of the JVM itself: not tracked. Hint: start it with -XX:NativeMemoryTracking=summary");
        }
        if (plain.stream().noneMatch(snapshot -> snapshot.slabs().isSeen())) {
            note("slab caches: not seen, only root reads /proc/slabinfo");
        }
        if (!noJvm && plain.stream().noneMatch(snapshot -> snapshot.histogram().isPresent())) {
            note("classes: not seen, the JVM prints no class histogram");
        }
        return AnatomyAnalyst.of(plain, tracked);
    }

    private void note(String text) {
        if (!notes.contains(text)) {
            notes.add(text);
        }
    }
}
