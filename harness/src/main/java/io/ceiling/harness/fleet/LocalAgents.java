package io.ceiling.harness.fleet;

import io.ceiling.harness.model.Jdk;
import io.ceiling.load.AgentMain;
import io.ceiling.load.Cluster;
import io.ceiling.load.ClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Load agents forked on this host, members of a cluster that this process founded on loopback.
 *
 * <p>They end when this process ends, however that comes about: they watch their standard input and the cluster.
 */
public final class LocalAgents implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    /** Enough for 20 000 connections; a process cannot have more where descriptors end at 20 000. */
    private static final long HEAP_BYTES = 192L << 20;

    private final Cluster cluster;
    private final List<Process> processes = new ArrayList<>();
    private final List<Long> pids = new ArrayList<>();
    private final Fleet fleet;

    private LocalAgents(Path home, int count, Jdk jdk, Path log, String name) throws InterruptedException {
        this.cluster = Cluster.forHarness(name, LOOPBACK);
        boolean complete = false;
        try {
            for (int i = 0; i < count; i++) {
                Process process = fork(home, jdk, log, name);
                processes.add(process);
                pids.add(process.pid());
            }
            this.fleet = new Fleet(cluster.agents().awaitAgents(count, START_TIMEOUT));
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /**
     * Forks that many agents and blocks until all have joined.
     *
     * @param log takes what the agents say
     * @param name of the cluster, unlike that of any other run on this host
     * @throws ClusterException if they do not join in time; none is left running then
     */
    public static LocalAgents start(Path home, int count, Jdk jdk, Path log, String name) throws InterruptedException {
        return new LocalAgents(home, count, jdk, log, name);
    }

    private Process fork(Path home, Jdk jdk, Path log, String name) {
        List<String> command = new ArrayList<>();
        command.add(jdk.java().toString());
        command.addAll(AgentMain.jvmFlags(jdk.feature(), HEAP_BYTES));
        command.add("-cp");
        command.add(home.resolve("load")
                .resolve("target")
                .resolve("app")
                .resolve("*")
                .toString());
        command.add(AgentMain.class.getName());
        command.add("--cluster=" + name);
        command.add("--bind=" + LOOPBACK);
        command.add("--port=0");
        command.add("--harness=" + cluster.address());
        command.add("--exit-on-stdin-eof");
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new ClusterException("cannot fork a load agent: " + e.getMessage(), e);
        }
    }

    public Fleet fleet() {
        return fleet;
    }

    public List<Long> pids() {
        return List.copyOf(pids);
    }

    /** Whether every agent lives. */
    public boolean complete() {
        return processes.stream().allMatch(Process::isAlive);
    }

    /** Ends the agents and blocks until they are gone. */
    @Override
    public void close() {
        for (Process process : processes) {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // It closed its end first; it is ending.
            }
        }
        cluster.close();
        for (Process process : processes) {
            try {
                if (!process.waitFor(2, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
