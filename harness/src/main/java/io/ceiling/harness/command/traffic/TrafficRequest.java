package io.ceiling.harness.command.traffic;

import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;

/**
 * The request of {@code ceiling traffic}.
 *
 * @param run folder, and the rates and timeouts with which connections are opened
 * @param server settings of the server with the workload of the connections
 * @param traffic connections, idle times and probe
 * @param loads shares of the highest rate at which response times are measured afterwards, in percent; empty for none
 */
public record TrafficRequest(RunRequest run, Scenario server, TrafficSettings traffic, List<Integer> loads) {

    public TrafficRequest {
        loads = List.copyOf(loads);
    }
}
