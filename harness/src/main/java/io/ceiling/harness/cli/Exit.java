package io.ceiling.harness.cli;

/** Exit codes of all commands. */
final class Exit {

    static final int OK = 0;
    static final int BAD_ARGUMENTS = 2;
    static final int COULD_NOT_RUN = 3;

    private Exit() {}
}
