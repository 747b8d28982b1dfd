package io.ceiling.harness.cli;

/** Exit codes of all commands. */
final class Exit {

    static final int OK = 0;
    /** A regression, or an expectation that was missed. */
    static final int MISSED = 1;

    static final int BAD_ARGUMENTS = 2;
    static final int COULD_NOT_RUN = 3;

    private Exit() {}
}
