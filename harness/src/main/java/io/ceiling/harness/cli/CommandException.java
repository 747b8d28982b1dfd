package io.ceiling.harness.cli;

import io.ceiling.harness.run.ExitCode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Thrown to end a command with one line for the user and an exit code. */
public final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CommandException(int exitCode, String line, @Nullable Throwable cause) {
        super(line, cause);
        this.exitCode = exitCode;
    }

    /**
     * Returns an exception for wrong arguments.
     *
     * @param line message with the option, what is allowed, and the given value
     */
    public static CommandException badArguments(String line) {
        return new CommandException(ExitCode.BAD_ARGUMENTS, line, null);
    }

    /**
     * Returns the value.
     *
     * @throws CommandException if an argument is refused; it has the message of the refusal
     */
    public static <T> T checkArguments(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw badArguments(String.valueOf(e.getMessage()));
        }
    }

    /** Returns an exception for arguments that are correct but cannot be carried out here. */
    public static CommandException couldNotRun(String line, @Nullable Throwable cause) {
        return new CommandException(ExitCode.COULD_NOT_RUN, line, cause);
    }

    public int exitCode() {
        return exitCode;
    }
}
