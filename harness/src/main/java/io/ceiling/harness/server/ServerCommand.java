package io.ceiling.harness.server;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.container.NativeProgram;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.os.Children;
import io.ceiling.harness.scenario.BootJar;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the command line of a server process. A pure function of the scenario and its files. */
public final class ServerCommand {

    private static final long SMALL_YOUNG_BYTES = 12L << 20;
    // First JDK whose objects can have headers of 8 bytes without an experimental option.
    private static final int COMPACT_HEADERS = 25;

    private ServerCommand() {}

    /**
     * Returns the settings that are requested from the container.
     *
     * @param place address and port
     */
    public static ContainerSettings settings(Scenario scenario, Path war, ServerPlace place) {
        return new ContainerSettings(
                war,
                "/ceiling",
                place.bindAddress(),
                place.port(),
                scenario.connector(),
                scenario.threadKind(),
                scenario.sizes(),
                Duration.ZERO);
    }

    /** Returns the JVM options that can move a ceiling. */
    public static List<String> jvmOptions(Scenario scenario) {
        List<String> options = new ArrayList<>();
        Dimension.settings().forEach(setting -> setting.jvmOption(scenario).ifPresent(options::add));
        if (scenario.server().sharesHost()) {
            options.addAll(small(scenario));
        }
        options.add("-Djava.net.preferIPv4Stack=true");
        if (!Containers.isReference(scenario.container())) {
            scenario.messaging().ifPresent(messaging -> options.addAll(atmosphere(messaging)));
        }
        return List.copyOf(options);
    }

    private static List<String> small(Scenario scenario) {
        List<String> options = new ArrayList<>(scenario.jdk().sharedHostOptions());
        if (scenario.jvm().oneCompiler()) {
            options.add(Jdk.ONE_COMPILER);
        }
        options.add("-XX:ReservedCodeCacheSize=32m");
        if (scenario.jvm().stackBytes().isEmpty()) {
            options.add("-Xss256k");
        }
        if (scenario.jdk().feature() >= COMPACT_HEADERS) {
            options.add("-XX:+UseCompactObjectHeaders");
        }
        return options;
    }

    /**
     * Returns the option that sets the young generation of one of many servers: small, so that most of the heap is
     * left for held connections, and of a different size in each, from half of 12 MiB (or of a quarter of the heap,
     * if that is less) up to all of it. Servers that do the same work would otherwise collect at the same moments,
     * and share the processors then.
     *
     * @param number number of the server, 1 for the first
     */
    public static List<String> youngGenerationOption(Scenario scenario, int number) {
        if (!scenario.server().sharesHost()
                || !scenario.jvm().garbageCollector().equals("Serial")) {
            return List.of();
        }
        long most = Math.min(SMALL_YOUNG_BYTES, scenario.jvm().heapMaxBytes().orElse(0) / 4);
        int place = (number - 1) % scenario.instances();
        return List.of("-Xmn" + (most - most * place / (2L * scenario.instances())));
    }

    // Returns the system properties from which the web application takes Atmosphere's parameters; its own Broadcaster
    // needs none.
    private static List<String> atmosphere(Messaging messaging) {
        List<String> options = new ArrayList<>();
        switch (messaging.broadcaster()) {
            case "simple" -> options.add("-Dorg.atmosphere.cpr.broadcasterClass=org.atmosphere.util.SimpleBroadcaster");
            case "default" ->
                options.add("-Dorg.atmosphere.cpr.broadcasterClass=org.atmosphere.cpr.DefaultBroadcaster");
            default -> {}
        }
        if (messaging.cache().equals("none")) {
            options.add("-Dorg.atmosphere.cpr.broadcasterCacheClass=org.atmosphere.cache.DefaultBroadcasterCache");
        }
        return options;
    }

    private static String joining(Path group) {
        return "echo $$ > '%s' || exit; ".formatted(group.toString().replace("'", "'\\''"));
    }

    /**
     * Returns the complete command line.
     *
     * <p>A shell sets the soft and hard limit of descriptors and then becomes the JVM, so that the pid stays the same.
     * Unlike prlimit this works on every POSIX system.
     *
     * @param errorFile file to which the JVM writes hs_err if it crashes
     * @param ofThisServer further JVM options of this one server
     */
    static List<String> of(
            Scenario scenario,
            ServerFiles files,
            ServerPlace place,
            Path gauges,
            Path errorFile,
            List<String> ofThisServer) {
        List<String> command = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                place.cgroupFile().map(ServerCommand::joining).orElse("") + "ulimit -n \"$0\" || exit; "
                        + Children.EXEC_SCRIPT,
                scenario.nofile().toString()));
        Optional<NativeProgram> program = ServerFiles.program(scenario);
        if (program.isPresent()) {
            command.addAll(program.get()
                    .command(
                            files.appFolder(scenario),
                            scenario.jdk().java(),
                            scenario.jvm().heapMaxBytes().orElse(0)));
            command.addAll(settings(scenario, files.war(scenario), place).toArguments());
            command.add("--gauges=" + gauges);
            return List.copyOf(command);
        }
        command.add(scenario.jdk().java().toString());
        command.addAll(jvmOptions(scenario));
        command.addAll(ofThisServer);
        // The JVM replaces %p by its pid.
        command.add("-XX:ErrorFile=" + errorFile.toString().replace("%", "%%"));
        // A crash during compilation also writes this file, by default to the working directory of this process.
        command.add("-XX:ReplayDataFile=" + errorFile.toString().replace("%", "%%") + ".replay");
        Optional<BootJar> jar = ServerFiles.jar(scenario);
        if (jar.isPresent()) {
            command.add("-jar");
            command.add(jar.get().file().toString());
            command.addAll(jar.get().arguments(scenario.server(), place.bindAddress(), place.port()));
            return List.copyOf(command);
        }
        command.add("-Dceiling.gauges=" + gauges);
        // The harness itself ends held responses, so they must not time out in a long run.
        command.add("-Dceiling.hold.seconds=0");
        if (scenario.server().sharesHost()) {
            // Each check for pauses wakes a processor, and all servers share the processors.
            command.add("-Dceiling.pauses.tick-ms=100");
            // Nothing stalls where nothing recurses.
            command.add("-Dceiling.recursion.tick-ms=" + (scenario.workload().isRecursive() ? 100 : 1_000));
            command.addAll(Containers.of(scenario.container()).sharedHostOptions());
        }
        if (!place.nextInstance().isEmpty()) {
            command.add("-D" + RunningSettings.NEXT_INSTANCE + "=" + place.nextInstance());
        }
        if (!place.allowedNetworks().isEmpty()) {
            command.add("-Dceiling.allow=" + place.allowedNetworks());
        }
        command.add("-cp");
        command.add(files.classPath(scenario));
        command.add(files.mainClass(scenario));
        command.addAll(settings(scenario, files.war(scenario), place).toArguments());
        return List.copyOf(command);
    }
}
