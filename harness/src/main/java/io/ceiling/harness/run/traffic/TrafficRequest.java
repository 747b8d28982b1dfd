package io.ceiling.harness.run.traffic;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.TrafficSettings;
import io.ceiling.harness.run.RunRequest;

/**
 * What {@code ceiling traffic} was asked to do.
 *
 * @param run the folder, and the rates and time-outs with which connections are opened
 * @param server its settings, with the workload of the connections
 */
public record TrafficRequest(RunRequest run, Scenario server, TrafficSettings traffic) {}
