package io.ceiling.harness.cli;

import io.ceiling.harness.run.RunRequest;

/** Runs scenarios; blocks until all are done. */
@FunctionalInterface
interface Runner {

    /** The exit code; exceptions become one line on standard error. */
    int run(RunRequest request) throws InterruptedException;
}
