package io.ceiling.harness.result;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.Optional;

/**
 * The use of a limit at one moment.
 *
 * @param factor the limit
 * @param used what is used of it
 * @param limit the limit itself, at least 1, in the same unit
 * @param unit what is counted, such as {@code request threads busy}
 */
public record LimitUse(LimitingFactor factor, long used, long limit, String unit) {

    /** The unit of a limit of memory. */
    public static final String BYTES = "bytes";

    public LimitUse {
        if (limit < 1) {
            throw new IllegalArgumentException("a limit must be >= 1, was %d".formatted(limit));
        }
    }

    /** Returns the use of a limit; empty if there is no limit with a number, or one of the two was not seen. */
    public static Optional<LimitUse> of(LimitingFactor factor, Observation used, Limit most, String what) {
        return most.orElse(0) > 0 && used.isSeen()
                ? Optional.of(new LimitUse(factor, used.orElse(0), most.orElse(1), what))
                : Optional.empty();
    }

    /** Returns the used share, 0 to 1; more if more is used than the limit says. */
    public double share() {
        return (double) used / limit;
    }

    /** Returns use and limit, such as {@code 160 of 200 request threads busy}. */
    public String words() {
        return "%d of %d %s".formatted(used, limit, unit);
    }
}
