package io.ceiling.harness.fleet;

/** Load agents that run, on this host or on others. */
public interface RunningAgents extends AutoCloseable {

    Fleet fleet();

    /** Returns true if every agent is alive. */
    boolean complete();

    /** Stops the agents and blocks until their processes have ended. */
    @Override
    void close();
}
