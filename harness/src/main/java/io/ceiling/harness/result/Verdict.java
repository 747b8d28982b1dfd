package io.ceiling.harness.result;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The verdict on a scenario. */
public sealed interface Verdict {

    /** Returns the value of the CSV column {@code verdict}. */
    String label();

    /** Returns one sentence for display about held connections. */
    default String summary() {
        return summary(false);
    }

    /**
     * Returns one sentence for display.
     *
     * @param inFlight true if the number is of requests in flight, false if of held connections
     */
    String summary(boolean inFlight);

    /** Returns a number of connections or of requests in flight in words. */
    static String counted(int number, boolean inFlight) {
        return inFlight ? Plural.of(number, "request") + " in flight" : Plural.of(number, "connection");
    }

    /**
     * Returns the connections that were held; for {@code at-least} a lower bound; empty if nothing is known about the
     * server.
     */
    OptionalInt held();

    /**
     * Returns the connections that are known to have been held, whichever limit stopped the next one; empty if nothing
     * ran.
     */
    default OptionalInt passed() {
        return held();
    }

    /**
     * A limit stopped the server.
     *
     * @param ceiling largest number of connections that passed a step
     * @param firstFailure smallest number of connections that failed a step
     * @param factor the limit
     * @param evidence configured and observed values that show that the factor was the limit
     * @param relief setting to raise next
     * @param confidence confidence in the factor
     * @param next further limits that bound as well or would bind next, most likely ones first
     */
    record Reached(
            int ceiling,
            int firstFailure,
            LimitingFactor factor,
            String evidence,
            String relief,
            Confidence confidence,
            List<NextLimit> next)
            implements Verdict {
        public Reached {
            next = List.copyOf(next);
            if (factor.invalidates()) {
                throw new IllegalArgumentException("%s limits the load, not the server".formatted(factor.label()));
            }
            if (ceiling < 0 || firstFailure <= ceiling) {
                throw new IllegalArgumentException(
                        "ceiling must be >= 0 and < first failure, were %d and %d".formatted(ceiling, firstFailure));
            }
        }

        @Override
        public OptionalInt held() {
            return OptionalInt.of(ceiling);
        }

        @Override
        public String label() {
            return "reached";
        }

        @Override
        public String summary(boolean inFlight) {
            return "%s, then %s".formatted(counted(ceiling, inFlight), factor.label());
        }
    }

    /**
     * No limit of the server was reached before the cap or another stop of the ramp.
     *
     * @param connections number of connections that passed
     * @param factor limiting factor that ended the ramp; empty if it has no name
     * @param why reason for the end of the ramp
     */
    record AtLeast(int connections, Optional<LimitingFactor> factor, String why) implements Verdict {

        /** Creates the verdict on a ramp that no limiting factor ended. */
        public AtLeast(int connections, String why) {
            this(connections, Optional.empty(), why);
        }

        @Override
        public OptionalInt held() {
            return OptionalInt.of(connections);
        }

        @Override
        public String label() {
            return "at-least";
        }

        @Override
        public String summary(boolean inFlight) {
            return connections == 0
                    ? "not even one is served: " + why
                    : "at least %s: %s".formatted(counted(connections, inFlight), why);
        }
    }

    /**
     * The load side or this host was the limit, so nothing is known about the server beyond the connections that
     * passed.
     *
     * @param connections number of connections that passed before
     * @param factor the limit
     * @param why evidence
     * @param relief change to make before measuring again; empty if none is known
     * @param confidence confidence in the factor
     */
    record Invalid(int connections, LimitingFactor factor, String why, String relief, Confidence confidence)
            implements Verdict {

        /** Creates a verdict without a relief. */
        public Invalid(int connections, LimitingFactor factor, String why) {
            this(connections, factor, why, "", Confidence.NONE);
        }

        @Override
        public OptionalInt passed() {
            return OptionalInt.of(connections);
        }

        @Override
        public OptionalInt held() {
            return OptionalInt.empty();
        }

        @Override
        public String label() {
            return "invalid";
        }

        @Override
        public String summary(boolean inFlight) {
            return "invalid after %s: %s, %s".formatted(counted(connections, inFlight), factor.label(), why);
        }
    }

    /**
     * The scenario was not run.
     *
     * @param why reason
     */
    record Skipped(String why) implements Verdict {
        @Override
        public OptionalInt held() {
            return OptionalInt.empty();
        }

        @Override
        public String label() {
            return "skipped";
        }

        @Override
        public String summary(boolean inFlight) {
            return "skipped: " + why;
        }
    }
}
