package io.ceiling.hosts;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** The command {@code ceiling node}. */
public final class NodeCommands implements CommandProvider {

    @Override
    public CommandGroup group() {
        return CommandGroup.MACHINE;
    }

    @Override
    public List<CommandLine> commandLines(CommandContext context) {
        return List.of(NodeCommand.commandLine(context));
    }
}
