package io.ceiling.harness.forecast;

import io.ceiling.harness.result.Bound;
import io.ceiling.harness.stats.Interval;

/**
 * A limit that was forecast from measured costs.
 *
 * @param bound number of connections at which it binds, and what raises it
 * @param interval interval of that number: the lowest and the highest that any of the measured servers predicts with
 *     95 %; unknown if only one was measured, at too few numbers of connections
 * @param source what the number follows from, and where that was measured
 */
public record ForecastLimit(Bound bound, Interval interval, String source) {}
