package io.ceiling.harness.cli;

import io.ceiling.harness.run.TrafficRequest;

/** Has connections ask one server; blocks until the time is over. */
@FunctionalInterface
interface TrafficDriver {

    /** The exit code; exceptions become one line on standard error. */
    int run(TrafficRequest request) throws InterruptedException;
}
