package io.ceiling.harness.model;

/**
 * How many connections one limit would allow, if it were the only one.
 *
 * @param limit the setting or the host's limit with its value, such as {@code nofile=4096}
 * @param raise the option or the command that raises it
 */
public record Bound(LimitingFactor factor, long connections, String limit, String raise) {}
