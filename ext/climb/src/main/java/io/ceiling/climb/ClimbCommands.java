package io.ceiling.climb;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds the command {@code ceiling climb}. */
public final class ClimbCommands implements CommandProvider {

    @Override
    public CommandGroup group() {
        return CommandGroup.MEASURE;
    }

    @Override
    public List<CommandLine> commandLines(CommandContext context) {
        return List.of(ClimbCommand.commandLine(context));
    }
}
