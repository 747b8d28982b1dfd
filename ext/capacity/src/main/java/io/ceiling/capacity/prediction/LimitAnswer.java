package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.harness.scenario.LimitingFactor;

/** The answer to where a limit lies: a number of connections, or the reason why there is none. Immutable. */
public sealed interface LimitAnswer permits PredictedLimit, UnpredictedLimit {

    /** Returns the limiting factor that a ramp would name. */
    LimitingFactor factor();

    /** Returns the limit with its value, such as {@code maxThreads=200}; only its name if the value was not seen. */
    String limit();
}
