package io.ceiling.harness.fleet;

import java.util.List;

/** Running load agents, on this host or on others. */
public interface RunningAgents extends AutoCloseable {

    Fleet fleet();

    /** Returns the command line of the agents on this host, which is the same for each; empty if there are none. */
    List<String> command();

    boolean complete();

    /** Stops the agents and blocks until their processes have ended. */
    @Override
    void close();
}
