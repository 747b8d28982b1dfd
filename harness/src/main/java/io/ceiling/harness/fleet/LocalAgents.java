package io.ceiling.harness.fleet;

import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Plural;
import io.ceiling.load.AgentCall;
import io.ceiling.load.AgentMain;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.link.PipeLink;
import io.ceiling.load.report.AgentReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Load agents forked on this host, each driven over its own standard input and output.
 *
 * <p>They end when this process ends, however that comes about: an agent lives as long as its input.
 */
public final class LocalAgents implements AutoCloseable {

    /** Enough for 20 000 connections; a process cannot have more where descriptors end at 20 000. */
    private static final long HEAP_BYTES = 192L << 20;

    private final List<Process> processes = new ArrayList<>();
    private final List<PipeLink> links = new ArrayList<>();
    private final Fleet fleet;

    private LocalAgents(Path home, int count, Jdk jdk, Path log) {
        boolean complete = false;
        try {
            for (int i = 0; i < count; i++) {
                fork(home, jdk, log);
            }
            awaitAll(log);
            this.fleet = new Fleet(links);
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /**
     * Forks that many agents and blocks until all of them answer.
     *
     * @param log takes what the agents say
     * @throws LinkException if one does not answer in time; none is left running then
     */
    public static LocalAgents start(Path home, int count, Jdk jdk, Path log) {
        return new LocalAgents(home, count, jdk, log);
    }

    private void fork(Path home, Jdk jdk, Path log) {
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
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            processes.add(process);
            links.add(PipeLink.to(process));
        } catch (IOException e) {
            throw new LinkException("cannot fork a load agent: " + e.getMessage(), e);
        }
    }

    private void awaitAll(Path log) {
        try {
            List<AgentLink.Answer<AgentReport>> first = links.stream()
                    .map(link -> link.send(new AgentCall.Report()))
                    .toList();
            first.forEach(AgentLink.Answer::await);
        } catch (LinkException e) {
            throw new LinkException(
                    "cannot start %s: %s. Hint: see %s"
                            .formatted(Plural.of(links.size(), "load agent"), e.getMessage(), log.getFileName()),
                    e);
        }
    }

    public Fleet fleet() {
        return fleet;
    }

    /** Whether every agent lives. */
    public boolean complete() {
        return processes.stream().allMatch(Process::isAlive);
    }

    /** Ends the agents and blocks until they are gone. */
    @Override
    public void close() {
        links.forEach(PipeLink::close);
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
