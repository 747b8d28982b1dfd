package io.ceiling.hosts;

import io.ceiling.harness.reading.LoadHost;

/** Everything that a node does on its host for the harness. */
interface NodeWork {

    LoadHost.State state();

    NodeLoad agents();

    NodeServers servers();
}
