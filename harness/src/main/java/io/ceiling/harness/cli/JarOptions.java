package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Matrix;
import io.ceiling.harness.matrix.ScenarioFactory;
import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.scenario.BootJar;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.server.BootJarFile;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for an executable jar of the user, which is the server, with its checks. */
@Heading.Under(Heading.OWN_APPLICATION)
public final class JarOptions {

    public static final String OPTION = "--jar";

    // The default heap of a JVM is the host's memory divided by this.
    private static final int PART_OF_MEMORY = 4;

    // Default heap if this host's memory cannot be read.
    private static final String DEFAULT_HEAP = "512m";

    @Heading.FirstScreen
    @Needs({"--get", RequestOptions.IN_FLIGHT, RequestOptions.MIX, RequestOptions.HOLD, "--sse", "--websocket"})
    @Excludes(
            value = {"--war", "--preset", "--matrix"},
            why = ": a jar is one server with settings of its own")
    @Excludes(
            value = OtherHosts.OPTION,
            why = ": a jar runs on this host, and what runs elsewhere is for ceiling probe")
    @Option(
            names = {"-j", OPTION},
            paramLabel = "FILE",
            description = "executable jar of Spring Boot, which is the server; with one request, such as --get")
    private @Nullable Path jar;

    public boolean isGiven() {
        return jar != null;
    }

    /** Requires that a jar named by the arguments of an earlier run is a file of the user. */
    public void requireFile(RecordedFiles files) {
        if (jar != null) {
            files.requireFile(OPTION, jar);
        }
    }

    /**
     * Returns the user's application; empty if no jar was given.
     *
     * @throws CommandException if the jar cannot be read, or a given setting conflicts with it
     */
    public Optional<UserApplication> application(RequestOptions requests, Map<Dimension, List<String>> given) {
        if (jar == null) {
            return Optional.empty();
        }
        RequestOptions.requireNoWorkload(OPTION, given);
        BootJar boot = read(jar);
        given.getOrDefault(Dimension.CONTAINER, List.of()).stream()
                .filter(name -> !name.equals(boot.container()))
                .findFirst()
                .ifPresent(name -> {
                    throw CommandException.badArguments(
                            "--container must be %s, which the jar embeds, was '%s'".formatted(boot.container(), name));
                });
        return Optional.of(new UserApplication(
                Optional.empty(),
                Optional.of(boot),
                requests.requestWithHeaders().orElseThrow()));
    }

    private static BootJar read(Path jar) {
        try {
            return BootJarFile.read(jar);
        } catch (IOException e) {
            throw CommandException.badArguments("--jar " + e.getMessage());
        }
    }

    /**
     * Returns the matrix of an application: one scenario unless an option has several values. Other settings are left
     * to the application, or have the defaults of the JVM.
     */
    public static Matrix matrix(UserApplication own, Map<Dimension, List<String>> given, CommandContext context) {
        Map<Dimension, List<String>> values = new EnumMap<>(Dimension.class);
        defaultValues(own, context).forEach((dimension, value) -> values.put(dimension, List.of(value)));
        values.putAll(given);
        return ScenarioFactory.matrix("jar", values);
    }

    /** Returns the values of an application whose defaults differ from a matrix. */
    public static Map<Dimension, String> defaultValues(UserApplication own, CommandContext context) {
        Map<Dimension, String> values = new EnumMap<>(Dimension.class);
        values.put(Dimension.CONTAINER, own.jar().map(BootJar::container).orElseThrow());
        values.put(Dimension.CONNECTOR, "nio");
        values.put(Dimension.WORKLOAD, Workloads.KEEP_ALIVE.label());
        values.put(Dimension.NOFILE, Integer.toString(context.nofileHard()));
        long memory = context.memoryBytes().getAsLong();
        values.put(Dimension.HEAP, memory > 0 ? Long.toString(((memory / PART_OF_MEMORY) >> 20) << 20) : DEFAULT_HEAP);
        return values;
    }

    public static void requireSettings(UserApplication own, List<Scenario> scenarios) {
        BootJar jar = own.jar().orElseThrow();
        scenarios.stream()
                .flatMap(scenario -> jar.refusal(scenario.server()).stream())
                .findFirst()
                .ifPresent(why -> {
                    throw CommandException.badArguments(why);
                });
    }
}
