package io.ceiling.harness.cli;

import io.ceiling.harness.run.Output;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options of commands whose output a program may read. */
@Heading.Under(Heading.RESULTS)
public final class OutputOptions {

    public static final String JSON = "--json";
    public static final String QUIET = "--quiet";

    @Excludes(QUIET)
    @Option(names = JSON, description = "prints one JSON document at the end, and nothing else")
    private boolean json;

    @Option(names = QUIET, description = "prints the path of the run's folder at the end, and nothing else")
    private boolean quiet;

    /**
     * Returns what a run prints.
     *
     * @param spec the command, for {@code --verbose}
     */
    public Output of(CommandSpec spec) {
        if (json) {
            return Output.JSON;
        }
        if (quiet) {
            return Output.QUIET;
        }
        return isVerbose(spec) ? Output.VERBOSE : Output.SCREEN;
    }

    /** Returns true if the option {@code --verbose} of the program was given, before or after the subcommand. */
    public static boolean isVerbose(CommandSpec spec) {
        @Nullable OptionSpec verbose = spec.root().findOption("--verbose");
        return verbose != null && Boolean.TRUE.equals(verbose.getValue());
    }
}
