package io.ceiling.harness.model;

/**
 * Everything that was read at one moment of a scenario.
 *
 * @param elapsedNanos since the start of the scenario
 * @param afterGc whether a full collection of the server came just before
 */
public record Sample(long elapsedNanos, boolean afterGc, ServerReading server, HostReading host, LoadReading load) {}
