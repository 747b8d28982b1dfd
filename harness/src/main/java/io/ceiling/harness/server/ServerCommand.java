package io.ceiling.harness.server;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.OwnBeans;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Builds the command line of a server process; a pure function of the scenario and the files around it. */
public final class ServerCommand {

    private ServerCommand() {}

    /** What the container is asked for; port 0 takes a free one. */
    public static ContainerSettings settings(Scenario scenario, Path war, int port) {
        return new ContainerSettings(
                war, "/ceiling", port, scenario.connector(), scenario.threadKind(), scenario.sizes(), Duration.ZERO);
    }

    /** The options of the server JVM that can move a ceiling; written to environment.json as asked for. */
    public static List<String> jvmOptions(Scenario scenario) {
        List<String> options = new ArrayList<>();
        options.add("-Xmx" + scenario.jvm().heapMaxBytes());
        scenario.jvm().stackBytes().ifPresent(bytes -> options.add("-Xss" + (bytes >> 10) + "k"));
        scenario.jvm().directMemoryBytes().ifPresent(bytes -> options.add("-XX:MaxDirectMemorySize=" + bytes));
        options.add("-XX:+Use" + scenario.jvm().garbageCollector() + "GC");
        options.add("-Djava.net.preferIPv4Stack=true");
        scenario.messaging().ifPresent(messaging -> options.addAll(atmosphere(messaging)));
        return List.copyOf(options);
    }

    /** The web application takes Atmosphere's parameters as system properties; its own Broadcaster needs none. */
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

    /**
     * The whole command.
     *
     * <p>A shell sets the limit of descriptors, soft and hard, and then becomes the JVM, so that the pid stays: unlike
     * prlimit this works on every POSIX system.
     *
     * @param errorFile where the JVM writes hs_err if it crashes
     */
    static List<String> of(Scenario scenario, ServerFiles files, Place place, Path gauges, Path errorFile) {
        List<String> command = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "ulimit -n \"$0\" && exec \"$@\"",
                scenario.nofile().toString()));
        command.add(scenario.jdk().java().toString());
        command.addAll(jvmOptions(scenario));
        command.add("-XX:ErrorFile=" + errorFile);
        // A crash while code is compiled leaves this one too, where this process was started if nothing is said.
        command.add("-XX:ReplayDataFile=" + errorFile + ".replay");
        command.add("-Dceiling.gauges=" + gauges);
        // However long a run is, it is the harness that ends what it holds.
        command.add("-Dceiling.hold.seconds=0");
        if (!place.nextInstance().isEmpty()) {
            command.add("-D" + RunningSettings.NEXT_INSTANCE + "=" + place.nextInstance());
        }
        if (place.ownBeans()) {
            command.add("-D" + OwnBeans.PROPERTY + "=true");
        }
        command.add("-cp");
        command.add(files.classPath(scenario));
        command.add(files.mainClass(scenario));
        command.addAll(settings(scenario, files.war(scenario), place.port()).toArguments());
        return List.copyOf(command);
    }
}
