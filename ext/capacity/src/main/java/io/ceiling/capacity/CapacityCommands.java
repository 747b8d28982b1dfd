package io.ceiling.capacity;

import io.ceiling.capacity.predict.PredictCommand;
import io.ceiling.capacity.size.SizeCommand;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds the commands {@code ceiling size} and {@code ceiling predict}. */
public final class CapacityCommands implements CommandProvider {

    @Override
    public CommandGroup group() {
        return CommandGroup.PLAN;
    }

    @Override
    public List<CommandLine> commandLines(CommandContext context) {
        return List.of(SizeCommand.commandLine(context), PredictCommand.commandLine(context));
    }
}
