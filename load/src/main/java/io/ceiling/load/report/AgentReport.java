package io.ceiling.load.report;

/**
 * State of one agent.
 *
 * @param pid process id
 * @param transport label of the transport that drives the agent's sockets
 * @param counts counts of the agent
 * @param process resource usage of its process
 */
public record AgentReport(long pid, String transport, Counts counts, AgentProcess process) implements CountsReading {}
