package io.ceiling.container;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The life of a server process: parse the arguments, start, print the READY line, end when standard input ends.
 *
 * <p>The parent holds the other end of standard input, so that a parent that was killed leaves no server behind.
 */
public final class ServerMain {

    /** Bad arguments; nothing was started. */
    public static final int EXIT_BAD_ARGUMENTS = 2;
    /** The container could not start. */
    public static final int EXIT_NOT_STARTED = 3;

    private ServerMain() {}

    /** Runs the container until standard input ends; never returns normally. */
    public static void run(ServletContainer container, String[] arguments) {
        // The container's log goes to standard error; standard output carries the READY line alone.
        PrintStream out = System.out;
        System.setOut(System.err);
        ContainerSettings settings;
        try {
            settings = ContainerSettings.parse(List.of(arguments));
            if (!Files.isReadable(settings.war())) {
                throw new IllegalArgumentException(
                        "WAR %s is missing or not readable. Hint: build it with mvn package".formatted(settings.war()));
            }
        } catch (IllegalArgumentException e) {
            end(EXIT_BAD_ARGUMENTS, String.valueOf(e.getMessage()));
            return;
        }
        try {
            RunningSettings running = container.start(settings);
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(container.readings(), new ObjectName(ContainerReadingsMXBean.OBJECT_NAME));
            out.println(running.toReadyLine());
            out.flush();
        } catch (IllegalArgumentException e) {
            end(EXIT_BAD_ARGUMENTS, String.valueOf(e.getMessage()));
        } catch (JMException e) {
            throw new IllegalStateException("cannot register " + ContainerReadingsMXBean.OBJECT_NAME, e);
        } catch (Exception e) {
            end(
                    EXIT_NOT_STARTED,
                    "%s did not start: %s".formatted(settings.connector().label(), rootMessage(e)));
        }
        awaitEndOfInput();
        // Not exit(): shutdown hooks of a container at its ceiling may wait for ever.
        Runtime.getRuntime().halt(0);
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Whatever the parent writes has no meaning; only the end of it has.
            }
        } catch (IOException e) {
            // A broken pipe is an end as well.
        }
    }

    private static void end(int exitCode, String message) {
        System.err.println("ceiling server: " + message);
        System.err.flush();
        Runtime.getRuntime().halt(exitCode);
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.toString();
    }
}
