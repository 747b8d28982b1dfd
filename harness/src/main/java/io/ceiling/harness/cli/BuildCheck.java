package io.ceiling.harness.cli;

import io.ceiling.harness.install.Installation;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks that the project was built, or unpacked. */
public final class BuildCheck {

    private BuildCheck() {}

    /**
     * Requires the files of these servers.
     *
     * @throws CommandException if a file is missing, or a container release cannot be resolved; the message names the
     *     first one
     */
    public static void requireServers(CommandContext context, List<Scenario> scenarios) throws InterruptedException {
        require(new ServerFiles(context.home()).missing(scenarios));
        resolve(context, scenarios);
    }

    /**
     * Requires the files of these servers and of the load agent. Scenarios that will be skipped need none.
     *
     * @throws CommandException if a file is missing, or a container release cannot be resolved; the message names the
     *     first one
     */
    public static void requireServersAndLoad(CommandContext context, List<Scenario> scenarios)
            throws InterruptedException {
        List<Scenario> run = scenarios.stream()
                .filter(scenario -> Scenarios.skipReason(scenario).isEmpty())
                .toList();
        require(new ServerFiles(context.home()).missing(run));
        requireLoad(context.home());
        resolve(context, run);
    }

    // Resolves releases last, because it takes long and leaves files.
    private static void resolve(CommandContext context, List<Scenario> scenarios) throws InterruptedException {
        Optional<String> why = new ServerFiles(context.home()).resolve(scenarios, context.out()::println);
        if (why.isPresent()) {
            throw CommandException.couldNotRun(why.get(), null);
        }
    }

    /**
     * Requires the load agent.
     *
     * @throws CommandException if it is missing
     */
    public static void requireLoad(Path home) {
        Installation installation = Installation.at(home);
        require(installation.missing(List.of(installation.loadAgentFolder())));
    }

    private static void require(List<Installation.MissingPart> missing) {
        if (!missing.isEmpty()) {
            throw CommandException.couldNotRun(missing.get(0).message(), null);
        }
    }
}
