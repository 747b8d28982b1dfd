package io.ceiling.aftermath;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.Converters;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.Needs;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.command.probe.ProbeCommand;
import io.ceiling.harness.command.run.RunCommand;
import io.ceiling.harness.run.RunRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for tests at a ceiling that was found: aftermath and storms. */
public final class AfterRampOption implements RunOption {

    @Override
    public Set<String> commands() {
        return Set.of(RunCommand.NAME, ProbeCommand.NAME);
    }

    @Override
    public OptionValues values() {
        return new AfterRampValues();
    }

    static final class StormTimeConverter extends Converters.Time {
        StormTimeConverter() {
            super(Duration.ZERO);
        }

        @Override
        public Duration convert(String text) {
            return super.convert(text.equals("0") ? "0ms" : text);
        }
    }

    @Heading.Under(Heading.RAMP)
    static final class AfterRampValues implements OptionValues {

        @Option(
                names = "--aftermath",
                description =
                        "at each ceiling, in a server started for this: what the next clients see, and what is served again back at 80 %% (20 to 60 s each)")
        private boolean aftermath;

        @Option(
                names = "--storm",
                paramLabel = "TIME",
                converter = StormTimeConverter.class,
                description =
                        "drops 80 %% of the ceiling's connections at once, which come back within TIME, such as 2s (0ms: at once); searches the least acceptCount that serves all within the SLO (up to 10 servers and 6 min each)")
        private @Nullable Duration storm;

        @Between(min = 1, max = Converters.MAX_CONNECTIONS)
        @Needs(value = "--storm", hint = "--storm=2s")
        @Option(
                names = "--storm-connections",
                paramLabel = "N",
                description = "number of connections of --storm, at most the ceiling (default: 80 %% of it)")
        private @Nullable Integer stormConnections;

        @Override
        public boolean isGiven() {
            return aftermath || storm != null || stormConnections != null;
        }

        @Override
        public RunRequest applyTo(RunRequest request) {
            return isGiven()
                    ? request.with(new CeilingTests(
                            aftermath,
                            Optional.ofNullable(storm),
                            stormConnections == null ? OptionalInt.empty() : OptionalInt.of(stormConnections)))
                    : request;
        }
    }
}
