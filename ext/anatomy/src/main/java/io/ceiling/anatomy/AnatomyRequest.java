package io.ceiling.anatomy;

import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/**
 * The request of {@code ceiling anatomy}.
 *
 * @param run request with the scenario and those of the changes, for their agents; none for an external server
 * @param running request for a server that runs already; empty if servers are started
 * @param changes settings to be changed, one at a time
 * @param keepDump true to keep the heap dumps
 */
record AnatomyRequest(RunRequest run, Optional<ProbeRequest> running, List<Change> changes, boolean keepDump) {

    /**
     * A changed setting.
     *
     * @param setting the option, such as {@code --buffer=1k}
     * @param scenario the scenario with it
     */
    public record Change(String setting, Scenario scenario) {}

    public AnatomyRequest {
        changes = List.copyOf(changes);
    }
}
