package io.ceiling.harness.command.show;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.BuildCheck;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.observe.GaugesFile;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerFolder;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The command {@code ceiling serve}: runs a container with the WAR in the foreground, until Ctrl-C or the end of
 * standard input. Without an input, as services and containers start it, only a signal ends it.
 */
@Command(
        name = "serve",
        description = "Starts a container with ceiling.war and keeps it running until Ctrl-C.",
        footer = {
            "  ceiling serve                                                     Tomcat at http://127.0.0.1:8080/",
            "  ceiling serve --container=jetty --thread-kind=virtual --port=0    Jetty at a free port",
            "  ceiling serve --bind=0.0.0.0 --max-connections=200 --threads=20   for other hosts"
        })
@Heading.Under(Heading.SERVER)
public final class ServeCommand extends ParsedCommand {

    // Exit code of a JVM after Ctrl-C.
    private static final int INTERRUPTED = 130;

    private static final Path INPUT = Path.of("/proc/self/fd/0");
    private static final String NO_INPUT = "/dev/null";

    @Heading.FirstScreen
    @Between(min = 0, max = 65_535)
    @Option(names = "--port", paramLabel = "N", description = "port to listen on; 0 picks a free one (default: 8080)")
    private int port = 8080;

    @Heading.FirstScreen
    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            converter = Bind.class,
            description = "IP address to listen on; 0.0.0.0 for all (default: 127.0.0.1, this host alone)")
    private String bind = ContainerSettings.LOOPBACK;

    private ServeCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new ServeCommand(context));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), SingleScenario.SETTINGS);
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        Scenario scenario = scenario();
        ServerFiles files = new ServerFiles(context.home());
        BuildCheck.requireServers(context, List.of(scenario));
        requireFree();
        ServerFolder folder = ServerFolder.create("ceiling-serve-");
        GaugesFile.create(folder.gauges());
        Path log = folder.log();
        try (ServerProcess server = folder.start(scenario, files, new ServerPlace(bind, port, "", ""))) {
            // Ctrl-C reaches the server as well; the hook is for a signal to this process alone.
            Thread hook = new Thread(() -> end(server, folder), "stop-server");
            Runtime.getRuntime().addShutdownHook(hook);
            boolean hasInput = !ProcFiles.link(INPUT).equals(NO_INPUT);
            print(server.running(), log, hasInput);
            awaitEnd(server, hasInput);
            OptionalInt exitCode = server.exitCode();
            if (exitCode.isPresent() && exitCode.getAsInt() != INTERRUPTED) {
                if (isShuttingDown(hook)) {
                    // The hook has ended the server after a signal to this process.
                    return ExitCode.OK;
                }
                folder.keep();
                throw CommandException.couldNotRun(
                        "the server ended by itself with exit code %d; see %s".formatted(exitCode.getAsInt(), log),
                        null);
            }
        }
        return ExitCode.OK;
    }

    private static void end(ServerProcess server, ServerFolder folder) {
        server.close();
        try {
            folder.delete();
        } catch (IOException e) {
            // A few kilobytes remain among the temporary files.
        }
    }

    // Returns true during a shutdown; otherwise removes the hook, so that the log is kept.
    private static boolean isShuttingDown(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Parses an IP address; a host name is refused, because it would have to be looked up. */
    static final class Bind implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (!ContainerSettings.isAddress(text)) {
                throw new TypeConversionException(
                        "must be an IP address such as 127.0.0.1 or 0.0.0.0, was '%s'".formatted(text));
            }
            return text;
        }
    }

    private Scenario scenario() {
        Map<Dimension, String> values = new EnumMap<>(Dimension.class);
        values.put(Dimension.NOFILE, "max");
        values.putAll(SingleScenario.given(parsed()));
        return SingleScenario.of(values, context, OptionalInt.empty());
    }

    // Checks the port before a JVM is started. If another process takes it in between, the server's own error is
    // reported.
    private void requireFree() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(bind, port));
        } catch (IOException e) {
            throw CommandException.couldNotRun(
                    "--port must be free, %d is not: %s. Hint: --port=0 picks a free one"
                            .formatted(port, e.getMessage()),
                    e);
        }
    }

    private void print(RunningSettings running, Path log, boolean hasInput) {
        context.out()
                .println("%s://%s:%d%s/"
                        .formatted(
                                running.sizes().tls().isOn() ? "https" : "http",
                                host(),
                                running.port(),
                                running.contextPath()));
        context.out()
                .println("%s %s, %s (%s), %s threads, JDK %s, pid %d"
                        .formatted(
                                running.container().name(),
                                running.container().version(),
                                running.container().connector().label(),
                                running.container().endpointClass(),
                                running.container().threadKind().label(),
                                running.jdk(),
                                running.pid()));
        context.out()
                .println("maxThreads=%s maxConnections=%s acceptCount=%s idleTimeout=%s"
                        .formatted(
                                running.sizes().maxThreads(),
                                running.sizes().maxConnections(),
                                running.sizes().acceptCount(),
                                idleTimeout(running.sizes().idleTimeoutMillis())));
        context.out().println("buffers: " + new TreeMap<>(running.sizes().buffers()));
        context.out().println("log: " + log);
        context.out()
                .println(
                        hasInput
                                ? "Press Ctrl-C or close standard input to stop it."
                                : "Press Ctrl-C or send SIGTERM to stop it.");
        context.out().flush();
    }

    // Returns the address for clients: loopback if the server listens on all addresses, otherwise its own.
    private String host() {
        boolean all = bind.equals("0.0.0.0") || bind.equals("::");
        return all ? ContainerSettings.LOOPBACK : bind.contains(":") ? "[" + bind + "]" : bind;
    }

    private static String idleTimeout(Limit millis) {
        return millis.isNumber() ? millis + "ms" : millis.toString();
    }

    private static void awaitEnd(ServerProcess server, boolean hasInput) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Thread reader = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Only the end of the input matters.
                        }
                    } catch (IOException e) {
                        // A closed terminal counts as the end of the input.
                    }
                    ended.countDown();
                },
                "standard-input");
        reader.setDaemon(true);
        if (hasInput) {
            reader.start();
        }
        while (!ended.await(200, TimeUnit.MILLISECONDS)) {
            if (server.exitCode().isPresent()) {
                return;
            }
        }
    }
}
