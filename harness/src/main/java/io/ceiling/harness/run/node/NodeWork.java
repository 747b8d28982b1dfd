package io.ceiling.harness.run.node;

import io.ceiling.harness.model.LoadHost;

/** Everything that a node does on its host for the harness. */
interface NodeWork {

    /** Reads the state of this host. */
    LoadHost.State state();

    NodeLoad agents();

    NodeServers servers();
}
