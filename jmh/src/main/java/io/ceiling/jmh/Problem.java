package io.ceiling.jmh;

/**
 * Why no benchmark is run.
 *
 * @param exitCode 2 for a bad argument, 3 for what this host lacks, as the other commands have it
 */
record Problem(int exitCode, String text) {

    static Problem badArgument(String text) {
        return new Problem(2, text);
    }

    static Problem couldNotRun(String text) {
        return new Problem(3, text);
    }
}
