package io.ceiling.harness.cli;

import io.ceiling.harness.run.RoomsRequest;

/** Measures rooms; blocks until the grid is full. */
@FunctionalInterface
interface Roomer {

    /** The exit code; exceptions become one line on standard error. */
    int run(RoomsRequest request) throws InterruptedException;
}
