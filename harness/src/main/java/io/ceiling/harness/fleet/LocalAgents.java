package io.ceiling.harness.fleet;

import io.ceiling.harness.install.Installation;
import io.ceiling.harness.os.Children;
import io.ceiling.harness.os.ClassArchive;
import io.ceiling.harness.os.JvmVariables;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.text.Plural;
import io.ceiling.load.AgentCall;
import io.ceiling.load.AgentMain;
import io.ceiling.load.link.AgentEnd;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.link.PipeLink;
import io.ceiling.load.report.AgentReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Load agents that were forked on this host, each controlled over its own standard input and output.
 *
 * <p>They end whenever this process ends, even if it is killed: an agent ends when its input does.
 */
public final class LocalAgents implements RunningAgents {

    // Each check for pauses wakes a processor: at a shorter interval, many agents would keep one processor busy.
    private static final int PAUSE_MILLIS_OF_MANY = 100;

    // Time limit in s within which an agent must end that writes an archive of its classes.
    private static final int END_SECONDS = 20;

    private static final AgentSizing TRAINED = new AgentSizing(1, 0, false);

    private final List<Process> processes = new ArrayList<>();
    private final List<PipeLink> links = new ArrayList<>();
    private final List<String> command;
    private final Fleet fleet;

    private LocalAgents(Path home, AgentSizing sizing, Jdk jdk, Path log) {
        boolean complete = false;
        try {
            this.command = command(home, sizing, jdk, fromArchive(home, jdk));
            for (int i = 0; i < sizing.count(); i++) {
                fork(log);
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
     * Forks agents and blocks until all of them answer.
     *
     * @param home root folder of the checkout or of the distribution
     * @param log file that receives the agents' standard error
     * @throws LinkException if one does not answer in time; none is left running then
     */
    public static LocalAgents start(Path home, AgentSizing sizing, Jdk jdk, Path log) {
        return new LocalAgents(home, sizing, jdk, log);
    }

    private void fork(Path log) {
        try {
            Process process = start(command, ProcessBuilder.Redirect.appendTo(log.toFile()));
            processes.add(process);
            links.add(PipeLink.to(process));
        } catch (IOException e) {
            throw new LinkException("cannot fork a load agent: " + e.getMessage(), e);
        }
    }

    private static Process start(List<String> command, ProcessBuilder.Redirect errors) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
        JvmVariables.keepTrustIn(builder.environment());
        return Children.start(builder);
    }

    private static List<String> command(Path home, AgentSizing sizing, Jdk jdk, List<String> startOptions) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", Children.EXEC_SCRIPT, "sh"));
        command.add(jdk.java().toString());
        command.addAll(AgentMain.jvmFlags(jdk.feature(), sizing.heapBytes()));
        command.addAll(startOptions);
        if (sizing.areMany()) {
            command.add(Jdk.ONE_COMPILER);
            command.addAll(jdk.sharedHostOptions());
        }
        command.add("-cp");
        command.add(Installation.at(home).loadAgentFolder().resolve("*").toString());
        command.add(AgentMain.class.getName());
        if (sizing.areMany()) {
            command.add("--pause-ms=" + PAUSE_MILLIS_OF_MANY);
        }
        return List.copyOf(command);
    }

    private static List<String> fromArchive(Path home, Jdk jdk) {
        Installation installation = Installation.at(home);
        Optional<Path> folder = installation.classDataFolder(installation.loadAgentFolder());
        if (folder.isEmpty()) {
            return List.of();
        }
        List<Path> from = new ArrayList<>(ClassArchive.filesOf(installation.loadAgentFolder()));
        from.add(jdk.java());
        try {
            return new ClassArchive(folder.get(), "jdk" + jdk.version(), from, installation.buildId())
                    .sharedOptions((option, work) -> train(home, jdk, option));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    // Runs an agent that answers once and ends.
    private static void train(Path home, Jdk jdk, String option) throws IOException, InterruptedException {
        Process process = start(command(home, TRAINED, jdk, List.of(option)), ProcessBuilder.Redirect.DISCARD);
        try {
            PipeLink link = PipeLink.to(process);
            AgentReport ignored = link.send(new AgentCall.Report()).await();
            link.close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS) || process.exitValue() != AgentEnd.EXIT_ENDED) {
                throw new IOException("the agent did not end by itself");
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private void awaitAll(Path log) {
        try {
            List<AgentLink.PendingAnswer<AgentReport>> first = links.stream()
                    .map(link -> link.send(new AgentCall.Report()))
                    .toList();
            first.forEach(AgentLink.PendingAnswer::await);
        } catch (LinkException e) {
            throw new LinkException(
                    "cannot start %s: %s. Hint: see %s"
                            .formatted(Plural.of(links.size(), "load agent"), e.getMessage(), log.getFileName()),
                    e);
        }
    }

    /** Returns a link to each agent, in the order in which they were forked. */
    public List<AgentLink> links() {
        return List.copyOf(links);
    }

    @Override
    public Fleet fleet() {
        return fleet;
    }

    @Override
    public List<String> command() {
        return command;
    }

    @Override
    public boolean complete() {
        return processes.stream().allMatch(Process::isAlive);
    }

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
