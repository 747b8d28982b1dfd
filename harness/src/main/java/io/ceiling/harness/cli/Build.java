package io.ceiling.harness.cli;

import io.ceiling.harness.install.Installation;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.server.ServerFiles;
import java.nio.file.Path;
import java.util.List;

/** Checks that the project was built, or unpacked. */
final class Build {

    private Build() {}

    /**
     * Requires the files of these servers.
     *
     * @throws CommandException if a file is missing; the message names the first one
     */
    static void requireServers(Path home, List<Scenario> scenarios) {
        require(home, new ServerFiles(home).missing(scenarios));
    }

    /**
     * Requires the files of these servers and of the load agent. Scenarios that will be skipped need none.
     *
     * @throws CommandException if a file is missing; the message names the first one
     */
    static void requireServersAndLoad(Path home, List<Scenario> scenarios) {
        List<Scenario> run = scenarios.stream()
                .filter(scenario -> Scenarios.skipReason(scenario).isEmpty())
                .toList();
        require(home, new ServerFiles(home).missing(run));
        requireLoad(home);
    }

    /**
     * Requires the load agent.
     *
     * @throws CommandException if it is missing
     */
    static void requireLoad(Path home) {
        Installation installation = Installation.at(home);
        require(home, installation.missing(List.of(installation.load())));
    }

    private static void require(Path home, List<String> missing) {
        if (!missing.isEmpty()) {
            throw CommandException.couldNotRun(
                    "%s. Hint: %s"
                            .formatted(missing.get(0), Installation.at(home).remedy()),
                    null);
        }
    }
}
