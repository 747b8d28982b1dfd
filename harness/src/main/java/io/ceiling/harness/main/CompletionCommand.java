package io.ceiling.harness.main;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.run.ExitCode;
import java.util.Iterator;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ceiling completion}: prints a script with which a shell completes commands and options. */
@Command(
        name = "completion",
        description = "Prints a script with which a shell completes commands, options and their values.",
        footer = {
            "  source <(ceiling completion bash)   in this shell, until it ends",
            "  ceiling completion zsh              the script itself"
        })
final class CompletionCommand extends ParsedCommand {

    // One script serves both: in zsh it turns on the mode for scripts of bash.
    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Parameters(paramLabel = "SHELL", description = "bash or zsh", completionCandidates = Shells.class)
    private String shell = "";

    private CompletionCommand(CommandContext context) {
        super(context);
    }

    static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new CompletionCommand(context));
    }

    /** The words that complete the shell's name. */
    static final class Shells implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SHELLS.iterator();
        }
    }

    @Override
    public Integer call() {
        if (!SHELLS.contains(shell)) {
            throw CommandException.badArguments("SHELL must be bash or zsh, was '%s'".formatted(shell));
        }
        CommandLine root = Ceiling.commandLine(context);
        context.out().print(AutoComplete.bash(root.getCommandName(), root));
        return ExitCode.OK;
    }
}
