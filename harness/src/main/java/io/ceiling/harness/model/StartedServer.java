package io.ceiling.harness.model;

import io.ceiling.container.RunningSettings;
import java.util.List;

/**
 * A server JVM that was started for a scenario.
 *
 * @param command command line of the process, including JVM options
 * @param running settings that the server reports
 * @param warmUp use of the server before anything counted
 */
public record StartedServer(List<String> command, RunningSettings running, WarmUp warmUp) {

    public StartedServer {
        command = List.copyOf(command);
    }

    /** Creates a server that was not used yet. */
    public StartedServer(List<String> command, RunningSettings running) {
        this(command, running, WarmUp.NONE);
    }

    /** Returns the same server after that warm-up. */
    public StartedServer warmed(WarmUp by) {
        return new StartedServer(command, running, by);
    }
}
