package io.ceiling.harness.run;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/** Starts server processes whose logs go to the run's folder; the second server of a scenario has a log of its own. */
final class ServerLauncher {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final int ANY_PORT = 0;

    private final ServerFiles files;
    private final Function<Scenario, Path> logOf;

    ServerLauncher(ServerFiles files, Function<Scenario, Path> logOf) {
        this.files = files;
        this.logOf = logOf;
    }

    ServerProcess launch(Scenario scenario, int number, Path gauges) throws InterruptedException {
        Path log = logOf.apply(scenario);
        Path own = number == 1 ? log : log.resolveSibling(log.getFileName() + "." + number);
        return ServerProcess.start(scenario, files, ANY_PORT, own, gauges, START_TIMEOUT);
    }
}
