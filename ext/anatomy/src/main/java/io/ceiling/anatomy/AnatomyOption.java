package io.ceiling.anatomy;

import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.command.run.RunCommand;
import io.ceiling.harness.run.RunRequest;
import java.util.Set;
import picocli.CommandLine.Option;

/** The option {@code --anatomy} of {@code ceiling run}. */
public final class AnatomyOption implements RunOption {

    @Override
    public Set<String> commands() {
        return Set.of(RunCommand.NAME);
    }

    @Override
    public OptionValues values() {
        return new AnatomyValues();
    }

    @Heading.Under(Heading.RAMP)
    static final class AnatomyValues implements OptionValues {

        @Option(
                names = "--anatomy",
                description =
                        "takes a connection of each row apart, when all rows are there: a section of the report, and anatomy.csv (two more servers, 15 to 30 s for each row)")
        private boolean anatomy;

        @Override
        public boolean isGiven() {
            return anatomy;
        }

        @Override
        public RunRequest applyTo(RunRequest request) {
            return anatomy ? request.with(new RowAnatomies()) : request;
        }
    }
}
