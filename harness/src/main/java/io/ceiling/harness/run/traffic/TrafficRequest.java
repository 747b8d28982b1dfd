package io.ceiling.harness.run.traffic;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.TrafficSettings;
import io.ceiling.harness.run.RunRequest;

/**
 * The request of {@code ceiling traffic}.
 *
 * @param run folder, and the rates and timeouts with which connections are opened
 * @param server settings of the server with the workload of the connections
 * @param traffic connections, idle times and probe
 */
public record TrafficRequest(RunRequest run, Scenario server, TrafficSettings traffic) {}
