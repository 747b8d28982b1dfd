package io.ceiling.aftermath;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Converters;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.scenario.RampSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for what is tried once a ceiling is known. */
@Heading.Under(Heading.RAMP)
public final class AfterRampOptions {

    @Option(
            names = "--aftermath",
            description =
                    "at each ceiling, in a server started for this: what the next clients see, and what is served again back at 80 %% (20 to 60 s each)")
    private boolean aftermath;

    @Option(
            names = "--storm",
            paramLabel = "TIME",
            converter = Within.class,
            description =
                    "drops 80 %% of the ceiling's connections at once, which come back within TIME, such as 2s (0ms: at once); searches the least acceptCount that serves all within the SLO (up to 10 servers and 6 min each)")
    private @Nullable Duration storm;

    @Between(min = 1, max = Converters.MOST_CONNECTIONS)
    @Option(
            names = "--storm-connections",
            paramLabel = "N",
            description = "number of connections of --storm, at most the ceiling (default: 80 %% of it)")
    private @Nullable Integer stormConnections;

    static final class Within extends Converters.Time {
        Within() {
            super(Duration.ZERO);
        }

        @Override
        public Duration convert(String text) {
            return super.convert(text.equals("0") ? "0ms" : text);
        }
    }

    /**
     * Returns the ramp with what is to be tried after it.
     *
     * @param anatomy true to take a connection of each row apart
     */
    public RampSettings ramp(RampSettings ramp, boolean anatomy) {
        if (stormConnections != null && storm == null) {
            throw CommandException.badArguments(
                    "--storm-connections must come with --storm, was alone. Hint: --storm=2s");
        }
        return ramp.toBuilder()
                .after(new AfterRamp.Wanted(
                        aftermath,
                        Optional.ofNullable(storm),
                        stormConnections == null ? OptionalInt.empty() : OptionalInt.of(stormConnections),
                        anatomy))
                .build();
    }

    /** Returns true if any of these options was given. */
    public boolean given() {
        return aftermath || storm != null || stormConnections != null;
    }
}
