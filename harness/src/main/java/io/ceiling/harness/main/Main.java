package io.ceiling.harness.main;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.install.Installation;
import io.ceiling.harness.observe.HostLimitsProbe;
import io.ceiling.harness.observe.HostProbe;
import io.ceiling.harness.observe.jmx.Deserialization;
import io.ceiling.harness.report.console.SanitizingOutputStream;
import io.ceiling.harness.report.console.Terminal;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.server.JdkFinder;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The main class behind {@code ./ceiling}. */
public final class Main {

    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        int exitCode = ExitCode.COULD_NOT_RUN;
        // Files and screens have English words and ASCII digits whatever the locale of the user is.
        Locale.setDefault(Locale.ENGLISH);
        try {
            if (Boolean.getBoolean("ceiling.end-with-parent")) {
                endWithParent();
            }
            exitCode =
                    run(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err), arguments);
        } finally {
            // Also if not even the message could be printed: by itself the JVM would end with the code of a missed
            // expectation.
            System.exit(exitCode);
        }
    }

    /** Runs one command in this JVM, which goes on afterwards, and returns its exit code. */
    public static int run(OutputStream out, OutputStream err, String... arguments) {
        Deserialization.restrict();
        PrintStream output = terminal(out);
        int exitCode = Ceiling.execute(context(output, terminal(err)), arguments);
        output.flush();
        return exitCode;
    }

    // Returns a stream in UTF-8 regardless of the locale, because the table contains a plus-minus sign.
    private static PrintStream terminal(OutputStream to) {
        return new PrintStream(new SanitizingOutputStream(to), true, StandardCharsets.UTF_8);
    }

    private static CommandContext context(PrintStream out, PrintStream err) {
        JdkFinder jdks = JdkFinder.ofHost();
        return new CommandContext(
                home(),
                HostLimitsProbe::read,
                () -> new HostProbe().reading().memoryTotalBytes().orElse(-1),
                jdks,
                (run, request, measurement) ->
                        measurement.measure(Run.onThisHost(run, jdks.find(), out, Terminal.isAttached())),
                out,
                err);
    }

    // Ends this process when its parent ends, so that a build that is killed stops its run. The servers and agents of
    // the run end with this process, because they watch their standard input.
    private static void endWithParent() {
        ProcessHandle.current().parent().ifPresent(parent -> {
            Thread watch = new Thread(
                    () -> {
                        parent.onExit().join();
                        System.exit(ExitCode.COULD_NOT_RUN);
                    },
                    "parent-watch");
            watch.setDaemon(true);
            watch.start();
        });
    }

    // Returns the root folder of the checkout or of the distribution: the one that the launcher names, otherwise the
    // one from which this class was loaded.
    private static Path home() {
        @Nullable String given = System.getProperty("ceiling.home");
        if (given != null) {
            return Path.of(given).toAbsolutePath().normalize();
        }
        try {
            Path code = Path.of(Main.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Installation.homeAbove(code).orElse(Path.of("").toAbsolutePath());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot tell from where this class was loaded", e);
        }
    }
}
