package io.ceiling.traffic;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds the command {@code ceiling traffic}. */
public final class TrafficCommands implements CommandProvider {

    @Override
    public CommandGroup group() {
        return CommandGroup.MEASURE;
    }

    @Override
    public List<CommandLine> commandLines(CommandContext context) {
        return List.of(TrafficCommand.commandLine(context));
    }
}
