package io.ceiling.compare;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds the command {@code ceiling compare}. */
public final class CompareCommands implements CommandProvider {

    @Override
    public CommandGroup group() {
        return CommandGroup.RESULTS;
    }

    @Override
    public List<CommandLine> commandLines(CommandContext context) {
        return List.of(CompareCommand.commandLine(context));
    }
}
