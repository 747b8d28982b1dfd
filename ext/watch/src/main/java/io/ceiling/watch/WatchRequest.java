package io.ceiling.watch;

import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.load.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The request of {@code ceiling watch}.
 *
 * @param run request without scenarios
 * @param server the server that the tool loads
 * @param command command of the load tool with its arguments, which may have secrets
 * @param singleRequest request that the tool sends, if the user has said so
 * @param every time between two readings
 * @param jdk JDK of this host, for a server that does not tell its own
 */
record WatchRequest(
        RunRequest run,
        ProbeRequest.ProbedServer server,
        List<String> command,
        Optional<HttpRequest> singleRequest,
        Duration every,
        Jdk jdk) {

    public WatchRequest {
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a load tool must have a command");
        }
    }

    /** Returns a text without the arguments of the command, which may be secrets. */
    @Override
    public String toString() {
        return "WatchRequest[%s beside %s]".formatted(server.target().endpoint(), command.get(0));
    }
}
