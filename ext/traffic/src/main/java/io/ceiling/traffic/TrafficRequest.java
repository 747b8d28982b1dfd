package io.ceiling.traffic;

import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The request of {@code ceiling traffic}.
 *
 * @param run folder, and the rates and timeouts with which connections are opened
 * @param server settings of the server with the workload of the connections
 * @param traffic connections, idle times and probe
 * @param loads shares of the highest rate at which response times are measured afterwards, in percent; empty for none
 * @param slo time in which 99 % of the requests must be answered at the highest rate; empty for 95 % in any time
 */
public record TrafficRequest(
        RunRequest run, Scenario server, TrafficSettings traffic, List<Integer> loads, Optional<Duration> slo) {

    public TrafficRequest {
        loads = List.copyOf(loads);
    }

    /** Returns true if the highest rate is searched after the traffic. */
    public boolean searchesRate() {
        return !loads.isEmpty() || slo.isPresent();
    }
}
