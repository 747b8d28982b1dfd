package io.ceiling.harness.model;

/**
 * All readings at one moment of a scenario.
 *
 * @param elapsedNanos time since the start of the scenario, in ns
 * @param afterGc true if a full collection of the server came just before
 * @param server reading of the server
 * @param host reading of this host
 * @param load reading of the load agents
 */
public record Sample(long elapsedNanos, boolean afterGc, ServerReading server, HostReading host, LoadReading load) {}
