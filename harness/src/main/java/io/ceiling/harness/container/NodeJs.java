package io.ceiling.harness.container;

import io.ceiling.container.ConnectorSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Node.js; its heap is the old space of V8. */
final class NodeJs extends NativeReference {

    @Override
    public String name() {
        return "node";
    }

    @Override
    public String title() {
        return "Node.js";
    }

    @Override
    public Optional<String> interpreter() {
        return Optional.of("node");
    }

    @Override
    public Path builtFile() {
        return Path.of("node_modules", "ws", "package.json");
    }

    @Override
    public String buildTool() {
        return "npm";
    }

    @Override
    public List<String> command(Path folder, Path java, long heapMaxBytes) {
        return List.of(
                "node",
                "--max-old-space-size=" + (heapMaxBytes >> 20),
                folder.resolve("server.js").toString());
    }

    @Override
    public String heapSetting() {
        return "--max-old-space-size";
    }

    /** A thread runs JavaScript in each process; more threads are a cluster of as many workers. */
    @Override
    public int processes(ConnectorSettings sizes) {
        return (int) sizes.maxThreads().orElse(defaultMaxThreads());
    }

    @Override
    public int defaultMaxThreads() {
        return 1;
    }

    /** JavaScript of one process runs in one thread, timers and sockets alike. */
    @Override
    public boolean publishesInItsOnlyThread() {
        return true;
    }
}
