package io.ceiling.hosts;

import io.ceiling.harness.reading.LoadHost;

/** Everything that a node does on its host for the harness. */
interface NodeWork {

    /** Reads the state of this host. */
    LoadHost.State state();

    NodeLoad agents();

    NodeServers servers();
}
