package io.ceiling.harness.estimate;

import io.ceiling.harness.scenario.LimitingFactor;

/**
 * The number of connections that one limit would allow if it were the only one.
 *
 * @param factor limiting factor of the limit
 * @param connections number of connections that it allows
 * @param limit setting or limit of the host with its value, such as {@code nofile=4096}
 * @param raise option or command that raises it
 */
public record Bound(LimitingFactor factor, long connections, String limit, String raise) {}
