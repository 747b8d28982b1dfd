package io.ceiling.harness.cli;

import io.ceiling.harness.run.ClimbRequest;

/** Climbs; blocks until the last step is done. */
@FunctionalInterface
interface Climber {

    /** The exit code; exceptions become one line on standard error. */
    int run(ClimbRequest request) throws InterruptedException;
}
