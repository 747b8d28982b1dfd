package io.ceiling.harness.engine.session;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.observe.GaugesFile;
import io.ceiling.harness.observe.ListenQueueProbe;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.os.ClassArchive;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.server.ServerCommand;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.server.ServerProcess;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Starts server processes with their logs in the run's folder. Each further server of a scenario has a log of its own.
 */
public final class ServerLauncher {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    // Time limit of the end of a JVM that writes an archive of its classes.
    private static final Duration END_TIMEOUT = Duration.ofSeconds(30);

    private final ServerFiles files;
    private final Function<Scenario, Path> logOf;
    private final List<String> further;
    private final boolean archives;

    public ServerLauncher(ServerFiles files, Function<Scenario, Path> logOf) {
        this(files, logOf, List.of(), true);
    }

    private ServerLauncher(ServerFiles files, Function<Scenario, Path> logOf, List<String> further, boolean archives) {
        this.files = files;
        this.logOf = logOf;
        this.further = List.copyOf(further);
        this.archives = archives;
    }

    /** Returns a launcher of servers with JVM options that no setting of a scenario has. */
    public ServerLauncher with(List<String> options) {
        return new ServerLauncher(files, logOf, options, archives);
    }

    /** Returns a launcher of servers with their logs in other files. */
    public ServerLauncher logging(Function<Scenario, Path> toFile) {
        return new ServerLauncher(files, toFile, further, archives);
    }

    /**
     * Returns a launcher of servers that load their classes from jars, like servers that this project does not start.
     */
    public ServerLauncher withoutArchives() {
        return new ServerLauncher(files, logOf, further, false);
    }

    /** Creates the counters file in the folder of the server's log; {@link #discard} removes it. */
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

    ServerProcess launch(Scenario scenario, int number, ServerPlace place, Path gauges) throws InterruptedException {
        if (isApplication(scenario)) {
            return ServerProcess.startApplication(scenario, files, log(scenario, number), START_TIMEOUT);
        }
        List<String> options = new ArrayList<>(ServerCommand.youngGenerationOption(scenario, number));
        options.addAll(fromArchive(scenario));
        options.addAll(further);
        return ServerProcess.start(scenario, files, place, log(scenario, number), gauges, options, START_TIMEOUT);
    }

    /**
     * Makes the class archive of that scenario's servers if there is none, so that no measurement includes that work.
     * Blocks for some seconds then.
     */
    public void prepare(Scenario scenario) throws InterruptedException {
        if (!isApplication(scenario)) {
            List<String> ignored = fromArchive(scenario);
        }
    }

    /** Returns true if the server is the user's own application. */
    static boolean isApplication(Scenario scenario) {
        return scenario.application().flatMap(UserApplication::jar).isPresent();
    }

    private List<String> fromArchive(Scenario scenario) throws InterruptedException {
        Optional<ClassArchive> place = archives ? files.classArchive(scenario) : Optional.empty();
        if (place.isEmpty()) {
            return List.of();
        }
        ClassArchive archive = place.get();
        ClassArchive.Training training = (option, work) -> train(scenario, option, work);
        return scenario.server().sharesHost() ? archive.sharedOptions(training) : archive.options(training);
    }

    // Runs a training server: it is started and read like a server of the run. Its settings are the defaults, since the
    // scenario's settings may make it fail. Its application is this project's.
    private void train(Scenario scenario, String option, Path work) throws IOException, InterruptedException {
        ServerSettings all = scenario.server();
        ServerSettings plain = ServerSettings.builder(
                        all.container(), all.connector(), ThreadKind.PLATFORM, scenario.jdk())
                .garbageCollector(scenario.jvm().garbageCollector())
                .instances(all.instances())
                .release(all.release())
                .atmosphereVersion(all.atmosphereVersion())
                .build();
        Scenario trained = new Scenario(plain, Work.of(Workloads.KEEP_ALIVE), 1);
        GaugesFile gauges = GaugesFile.create(work.resolve("gauges"));
        Path log = work.resolve("log");
        try (ServerProcess server = ServerProcess.start(
                trained, files, ServerPlace.ANY, log, gauges.path(), List.of(option), START_TIMEOUT)) {
            ListenQueueProbe queue = ListenQueueProbe.ofPort(server.running().port());
            try (ServerProbe probe = ServerProbe.open(server.pid(), gauges, queue)) {
                probe.readingAfterGc(false);
            }
            server.end(END_TIMEOUT);
        }
    }

    /** Returns the file that receives the log of the server of that number. */
    public Path log(Scenario scenario, int number) {
        Path log = logOf.apply(scenario);
        return number == 1 ? log : log.resolveSibling(log.getFileName() + "." + number);
    }
}
