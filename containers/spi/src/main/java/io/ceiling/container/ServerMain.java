package io.ceiling.container;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.management.ObjectName;

/**
 * Runs a server process: parses the arguments, starts the container, prints the READY line, and ends when standard
 * input ends.
 *
 * <p>The parent holds the other end of standard input, so that a parent that is killed leaves no server behind.
 */
public final class ServerMain {

    /** Exit code for bad arguments; nothing was started. */
    public static final int EXIT_BAD_ARGUMENTS = 2;
    /** Exit code if the container could not start. */
    public static final int EXIT_NOT_STARTED = 3;

    private ServerMain() {}

    /** Runs the container until standard input ends; never returns normally. */
    public static void run(ServletContainer container, String[] arguments) {
        // Containers translate their log messages; readers of the log search for the English text.
        Locale.setDefault(Locale.ENGLISH);
        // The container's log goes to standard error; standard output carries only the READY line.
        PrintStream out = System.out;
        System.setOut(System.err);
        EndOfInput endOfInput = EndOfInput.watch(System.in, Runtime.getRuntime()::halt);
        ServerLog.install();
        int exitCode = 0;
        try (WorkFolder workFolder = WorkFolder.create(Path.of(System.getProperty("java.io.tmpdir", "/tmp")))) {
            try {
                out.println(
                        start(container, List.of(arguments), workFolder.path()).toReadyLine());
                out.flush();
                endOfInput.await();
            } finally {
                container.end();
            }
        } catch (ServerNotStarted e) {
            System.err.println("ceiling server: " + e.getMessage());
            exitCode = e.exitCode();
        } catch (Throwable e) {
            // Errors too (no memory, a missing class): a container that was started in part would live on.
            System.err.println("ceiling server: " + oneLine(e));
            exitCode = EXIT_NOT_STARTED;
        }
        System.err.flush();
        // The parent need not wait for the end of the JVM, which waits 0.3 s for threads in native code.
        out.close();
        // Not exit(): shutdown hooks of a container at its ceiling may block for ever.
        Runtime.getRuntime().halt(exitCode);
    }

    /** Starts the container and registers its readings. Blocks until the web application answers. */
    static RunningSettings start(ServletContainer container, List<String> arguments, Path workFolder)
            throws ServerNotStarted {
        ContainerSettings settings;
        try {
            settings = ContainerSettings.parse(arguments);
            if (container.deploysWar()) {
                requireWar(settings.war());
            }
            container.requireSupported(settings);
        } catch (IllegalArgumentException e) {
            throw new ServerNotStarted(EXIT_BAD_ARGUMENTS, oneLineMessage(e), e);
        }
        requireFreePort(container, settings);
        try {
            RunningSettings running = container.start(settings, workFolder);
            SettingsCheck.require(settings, running);
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(container.readings(), new ObjectName(ContainerReadingsMXBean.OBJECT_NAME));
            return running;
        } catch (Exception e) {
            throw new ServerNotStarted(
                    EXIT_NOT_STARTED,
                    "%s with %s did not start: %s"
                            .formatted(container.name(), settings.connector().label(), oneLine(e)),
                    e);
        }
    }

    private static void requireWar(Path war) {
        if (!Files.isRegularFile(war) || !Files.isReadable(war)) {
            throw new IllegalArgumentException(
                    "WAR %s is missing or not readable. Hint: build it with mvn package".formatted(war));
        }
    }

    // Checks that the port is free, because containers hide this error in stack traces.
    private static void requireFreePort(ServletContainer container, ContainerSettings settings)
            throws ServerNotStarted {
        if (settings.port() == 0) {
            return;
        }
        try (ServerSocketChannel probe = ServerSocketChannel.open()) {
            probe.bind(new InetSocketAddress(settings.bindAddress(), settings.port()));
        } catch (IOException e) {
            throw new ServerNotStarted(
                    EXIT_NOT_STARTED,
                    "%s did not start: cannot listen on port %s of %s: %s. Hint: 0 takes a free one"
                            .formatted(container.name(), settings.port(), settings.bindAddress(), oneLineMessage(e)),
                    e);
        }
    }

    // Returns the message of the innermost cause, because the outer ones only say that something did not start.
    private static String oneLine(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        boolean ours = root instanceof IllegalStateException && root.getMessage() != null;
        return (ours ? "" : root.getClass().getName() + ": ") + oneLineMessage(root);
    }

    private static String oneLineMessage(Throwable thrown) {
        return String.valueOf(thrown.getMessage())
                .replaceAll("\\s*\\R\\s*", " ")
                .trim();
    }
}
