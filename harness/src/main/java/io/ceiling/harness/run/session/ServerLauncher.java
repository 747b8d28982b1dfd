package io.ceiling.harness.run.session;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.probe.GaugesFile;
import io.ceiling.harness.server.Place;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/**
 * Starts server processes with their logs in the run's folder. Each further server of a scenario has a log of its own.
 */
public final class ServerLauncher {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final ServerFiles files;
    private final Function<Scenario, Path> logOf;

    public ServerLauncher(ServerFiles files, Function<Scenario, Path> logOf) {
        this.files = files;
        this.logOf = logOf;
    }

    /** Creates the counters file beside the log of a server; {@link #discard} removes it. */
    GaugesFile gauges(Scenario scenario, int number) {
        Path log = log(scenario, number);
        try {
            return GaugesFile.create(log.resolveSibling(log.getFileName() + ".gauges"));
        } catch (IOException e) {
            throw new ScenarioNotRunException(
                    "counters file of %s cannot be written: %s".formatted(scenario.name(), e.getMessage()));
        }
    }

    static void discard(GaugesFile gauges) {
        try {
            Files.deleteIfExists(gauges.path());
        } catch (IOException e) {
            // The file is 4 KiB; a resumed run removes it.
        }
    }

    ServerProcess launch(Scenario scenario, int number, Place place, Path gauges) throws InterruptedException {
        return ServerProcess.start(scenario, files, place, log(scenario, number), gauges, START_TIMEOUT);
    }

    /** Returns the file that receives the log of the server of that number. */
    public Path log(Scenario scenario, int number) {
        Path log = logOf.apply(scenario);
        return number == 1 ? log : log.resolveSibling(log.getFileName() + "." + number);
    }
}
