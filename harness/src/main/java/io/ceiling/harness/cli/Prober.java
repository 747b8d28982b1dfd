package io.ceiling.harness.cli;

import io.ceiling.harness.run.ProbeRequest;

/** Ramps a server that is there already; blocks until all is done. */
@FunctionalInterface
interface Prober {

    /** The exit code; exceptions become one line on standard error. */
    int run(ProbeRequest request) throws InterruptedException;
}
