package io.ceiling.rooms;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds the command {@code ceiling rooms}. */
public final class RoomsCommands implements CommandProvider {

    @Override
    public CommandGroup group() {
        return CommandGroup.MEASURE;
    }

    @Override
    public List<CommandLine> commandLines(CommandContext context) {
        return List.of(RoomsCommand.commandLine(context));
    }
}
