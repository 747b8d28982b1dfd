package io.ceiling.harness.cli;

import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.run.external.ExternalServerException;
import io.ceiling.harness.server.ServerStartException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** {@code ceiling}: its commands, and how their errors end. */
@Command(
        name = "ceiling",
        description =
                "How many connections can a servlet container hold, what does each cost, and which limit stops the next one?",
        mixinStandardHelpOptions = true,
        versionProvider = Ceiling.Version.class,
        footer = "Exit codes: 0 ran, 1 an expectation was missed, 2 bad arguments, 3 could not run.")
final class Ceiling {

    /** Exceptions whose message was written for the user. */
    private static final Set<Class<?>> KNOWN =
            Set.of(RunFolderException.class, ServerStartException.class, ExternalServerException.class);

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description =
                    "prints the stack traces of unexpected errors; run, probe, climb: below each scenario also the time that its"
                            + " phases took, the processor time, and how its server was warmed up")
    private boolean verbose;

    private Ceiling() {}

    static CommandLine commandLine(Surface surface) {
        Ceiling ceiling = new Ceiling();
        return new CommandLine(ceiling)
                .addSubcommand(RunCommand.commandLine(surface))
                .addSubcommand(ProbeCommand.commandLine(surface))
                .addSubcommand(ClimbCommand.commandLine(surface))
                .addSubcommand(RoomsCommand.commandLine(surface))
                .addSubcommand(TrafficCommand.commandLine(surface))
                .addSubcommand(ReportCommand.commandLine(surface))
                .addSubcommand(CompareCommand.commandLine(surface))
                .addSubcommand(DoctorCommand.commandLine(surface))
                .addSubcommand(ServeCommand.commandLine(surface))
                .setOut(new PrintWriter(surface.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(surface.err(), true, StandardCharsets.UTF_8))
                .setUsageHelpWidth(120)
                .setParameterExceptionHandler((e, arguments) -> badArguments(surface, e))
                .setExecutionExceptionHandler((e, command, parsed) -> failed(surface, e, ceiling.verbose));
    }

    /** Returns whether that option was given, before the command of {@code spec} or after it. */
    static boolean verbose(CommandSpec spec) {
        return spec.root().userObject() instanceof Ceiling ceiling && ceiling.verbose;
    }

    private static int badArguments(Surface surface, ParameterException e) {
        surface.err().println("ceiling: " + oneLine(String.valueOf(e.getMessage())) + hint(e));
        return Exit.BAD_ARGUMENTS;
    }

    private static String hint(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        return ". Hint: %s --help lists what is allowed".formatted(command);
    }

    private static int failed(Surface surface, Exception e, boolean verbose) {
        if (e instanceof CommandException known) {
            surface.err().println("ceiling: " + oneLine(String.valueOf(known.getMessage())));
            return known.exitCode();
        }
        if (KNOWN.contains(e.getClass())) {
            surface.err().println("ceiling: " + oneLine(String.valueOf(e.getMessage())));
            return Exit.COULD_NOT_RUN;
        }
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            surface.err().println("ceiling: interrupted");
            return Exit.COULD_NOT_RUN;
        }
        String trace = trace(e);
        if (verbose) {
            surface.err().print(trace);
        }
        surface.err().println("ceiling: unexpected error: %s%s".formatted(oneLine(e.toString()), keep(trace)));
        return Exit.COULD_NOT_RUN;
    }

    /** A long run should not have to be repeated for the sake of its stack trace. */
    private static String keep(String trace) {
        try {
            Path file = Files.createTempFile("ceiling-error-", ".txt");
            Files.writeString(file, trace, StandardCharsets.UTF_8);
            return "; stack trace in " + file;
        } catch (IOException e) {
            return "; --verbose prints the stack trace";
        }
    }

    private static String trace(Exception e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }

    private static String oneLine(String text) {
        return String.join(" ", Arrays.asList(text.strip().split("\\s*\\R\\s*")));
    }

    /** The version of the build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            Properties build = new Properties();
            try (InputStream in = Ceiling.class.getResourceAsStream("build.properties")) {
                build.load(in);
            }
            return new String[] {"ceiling " + build.getProperty("version")};
        }
    }
}
