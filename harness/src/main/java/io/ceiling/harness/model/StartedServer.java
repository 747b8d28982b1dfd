package io.ceiling.harness.model;

import io.ceiling.container.RunningSettings;
import java.util.List;

/**
 * A server JVM that was started for a scenario.
 *
 * @param command as it was started, JVM options included
 * @param running what it says it really uses
 */
public record StartedServer(List<String> command, RunningSettings running) {

    public StartedServer {
        command = List.copyOf(command);
    }
}
