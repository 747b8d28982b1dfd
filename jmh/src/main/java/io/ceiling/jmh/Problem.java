package io.ceiling.jmh;

/**
 * Reason why no benchmark can run.
 *
 * @param exitCode 2 for a bad argument, 3 for a missing requirement of this host, as in the other commands
 * @param text message of one line
 */
record Problem(int exitCode, String text) {

    static Problem badArgument(String text) {
        return new Problem(2, text);
    }

    static Problem couldNotRun(String text) {
        return new Problem(3, text);
    }
}
