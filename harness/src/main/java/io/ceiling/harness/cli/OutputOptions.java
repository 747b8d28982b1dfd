package io.ceiling.harness.cli;

import io.ceiling.harness.main.Ceiling;
import io.ceiling.harness.run.Output;
import picocli.CommandLine.Model.CommandSpec;
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
        return Ceiling.verbose(spec) ? Output.VERBOSE : Output.SCREEN;
    }
}
