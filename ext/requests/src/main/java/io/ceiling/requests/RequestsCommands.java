package io.ceiling.requests;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;

/** Adds the command {@code ceiling curl}. */
public final class RequestsCommands implements CommandProvider {

    @Override
    public CommandGroup group() {
        return CommandGroup.YOUR_SERVER;
    }

    @Override
    public List<CommandLine> commandLines(CommandContext context) {
        return List.of(CurlCommand.commandLine(context));
    }
}
