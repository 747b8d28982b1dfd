package io.ceiling.harness.run;

/** Exit codes of all commands. */
public final class ExitCode {

    /** Everything that was requested was done. */
    public static final int OK = 0;

    /** An expectation was missed, a figure got worse, or the named limit was refuted. */
    public static final int MISSED = 1;

    public static final int BAD_ARGUMENTS = 2;

    /** A scenario could not be run or measured, its row is invalid, or the report could not be written. */
    public static final int COULD_NOT_RUN = 3;

    private ExitCode() {}

    /** Returns the exit code of a run. A missed expectation takes precedence over a scenario that was not measured. */
    public static int of(boolean kept, boolean allMeasured) {
        if (!kept) {
            return MISSED;
        }
        return allMeasured ? OK : COULD_NOT_RUN;
    }
}
