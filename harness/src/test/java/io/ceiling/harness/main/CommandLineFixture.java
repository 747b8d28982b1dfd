package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.server.JdkFinder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** A project as if it had been built, two JDKs, and what the commands would have started. */
public abstract class CommandLineFixture {

    public static final HostLimits LIMITS = HostLimitsFixture.usual();

    public final ByteArrayOutputStream out = new ByteArrayOutputStream();
    public final ByteArrayOutputStream err = new ByteArrayOutputStream();
    public final List<RunRequest> requests = new ArrayList<>();
    public final List<ProbeRequest> probes = new ArrayList<>();
    public final List<Record> others = new ArrayList<>();
    public final Path home;

    public CommandLineFixture(Path home) throws IOException {
        this.home = home;
        for (String folder : List.of("webapp/target", "load/target/app")) {
            Files.createDirectories(home.resolve(folder));
        }
        for (ContainerKind container : Containers.all()) {
            for (ContainerKind.ServerProgram server : container.serverPrograms()) {
                Files.createDirectories(home.resolve("containers/" + server.module() + "/target/app"));
            }
        }
        for (ContainerKind reference : Containers.references()) {
            for (ContainerKind.ServerProgram server : reference.serverPrograms()) {
                Files.createDirectories(home.resolve("references/" + server.module() + "/target/app"));
            }
        }
        for (String war : List.of("ceiling.war", "ceiling-javax.war")) {
            Files.writeString(home.resolve("webapp/target").resolve(war), "");
        }
        installJdk("17.0.15");
        installJdk("25.0.3");
    }

    public final int execute(String arguments) {
        return arguments.isEmpty() ? execute(new String[0]) : execute(arguments.split(" "));
    }

    public final int execute(String... arguments) {
        return Ceiling.execute(context(request -> 0), arguments);
    }

    /** Returns the requests of a type that an extension would have measured. */
    public final <R extends Record> List<R> others(Class<R> type) {
        return others.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns a context that notes all requests, and in which these are the exit codes. */
    public final CommandContext context(ToIntFunction<Record> exitCode) {
        return new CommandContext(
                home,
                () -> LIMITS,
                () -> 24L << 30,
                new JdkFinder(List.of(), List.of(home.resolve("jvm")), home.resolve("toolchains.xml")),
                (run, request, measurement) -> {
                    note(request);
                    return exitCode.applyAsInt(request);
                },
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private void note(Record request) {
        if (request instanceof RunRequest run) {
            requests.add(run);
        } else if (request instanceof ProbeRequest probe) {
            probes.add(probe);
        } else {
            others.add(request);
        }
    }

    public final void installJdk(String version) throws IOException {
        Path jdk = home.resolve("jvm").resolve(version);
        Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
        Files.writeString(java, "");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
    }

    public final List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            return files.sorted().toList();
        }
    }

    public static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    public static Environment environment(List<String> commandLine) {
        return new Environment(
                "2026-11-21T09:15:00Z",
                new Environment.Machine("Linux", "6.1", "A CPU", 2, 1),
                Map.of(),
                Map.of(),
                LIMITS,
                List.of(),
                new Environment.Software("17", "1", ""),
                commandLine);
    }
}
