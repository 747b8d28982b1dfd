package io.ceiling.harness.run;

/** The exit codes of all commands. */
public final class ExitCode {

    /** All that was asked for was done. */
    public static final int OK = 0;

    /** An expectation was missed, a figure got worse, or the name of a limit was refuted; and nothing else. */
    public static final int MISSED = 1;

    public static final int BAD_ARGUMENTS = 2;

    /** Something could not be run or measured. */
    public static final int COULD_NOT_RUN = 3;

    private ExitCode() {}

    /** Returns the code of a run; an expectation of something that could not be measured was missed. */
    public static int of(boolean kept, boolean allMeasured) {
        if (!kept) {
            return MISSED;
        }
        return allMeasured ? OK : COULD_NOT_RUN;
    }
}
