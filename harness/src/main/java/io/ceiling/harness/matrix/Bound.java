package io.ceiling.harness.matrix;

import io.ceiling.harness.model.LimitingFactor;

/**
 * How many connections one limit would allow, if it were the only one.
 *
 * @param limit the setting or the host's limit with its value, such as {@code nofile=4096}
 */
public record Bound(LimitingFactor factor, long connections, String limit) {}
