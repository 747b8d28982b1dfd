package io.ceiling.harness.model;

import io.ceiling.container.RunningSettings;
import java.util.List;

/**
 * A server JVM that was started for a scenario.
 *
 * @param command as it was started, JVM options included
 * @param running what it says it really uses
 * @param warmUp how it was used before anything counted
 */
public record StartedServer(List<String> command, RunningSettings running, WarmUp warmUp) {

    public StartedServer {
        command = List.copyOf(command);
    }

    /** Makes a server that was not used yet. */
    public StartedServer(List<String> command, RunningSettings running) {
        this(command, running, WarmUp.NONE);
    }

    /** Returns the same server after that warm-up. */
    public StartedServer warmed(WarmUp by) {
        return new StartedServer(command, running, by);
    }
}
