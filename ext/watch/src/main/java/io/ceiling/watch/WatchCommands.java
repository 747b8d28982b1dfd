package io.ceiling.watch;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds the command {@code ceiling watch}. */
public final class WatchCommands implements CommandProvider {

    @Override
    public CommandGroup group() {
        return CommandGroup.YOUR_SERVER;
    }

    @Override
    public List<CommandLine> commandLines(CommandContext context) {
        return List.of(WatchCommand.commandLine(context));
    }
}
