package io.ceiling.harness.cli;

import io.ceiling.harness.run.ExitCode;
import org.jspecify.annotations.Nullable;

/** Ends a command: one line for the user and an exit code. */
final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CommandException(int exitCode, String line, @Nullable Throwable cause) {
        super(line, cause);
        this.exitCode = exitCode;
    }

    /** The user's arguments are wrong: option, value, allowed. */
    static CommandException badArguments(String line) {
        return new CommandException(ExitCode.BAD_ARGUMENTS, line, null);
    }

    /** The arguments are right, but it cannot be done here. */
    static CommandException couldNotRun(String line, @Nullable Throwable cause) {
        return new CommandException(ExitCode.COULD_NOT_RUN, line, cause);
    }

    int exitCode() {
        return exitCode;
    }
}
