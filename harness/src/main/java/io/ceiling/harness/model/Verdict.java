package io.ceiling.harness.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What a scenario has shown. */
public sealed interface Verdict {

    /** The value of the CSV column {@code verdict}. */
    String label();

    /** One sentence for a person. */
    String summary();

    /** Connections that were held, with {@code at-least} a lower bound; empty if nothing is known about the server. */
    OptionalInt held();

    /** Connections that are known to have been held, whatever stopped the next one; empty if nothing ran. */
    default OptionalInt passed() {
        return held();
    }

    /**
     * The ceiling was met.
     *
     * @param ceiling largest number of connections that passed a step
     * @param firstFailure smallest that did not
     * @param evidence what shows that the factor was the limit: configured and observed values
     * @param relief what to raise next
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
        public String summary() {
            return "%s, then %s".formatted(Plural.of(ceiling, "connection"), factor.label());
        }
    }

    /**
     * The target or a safety cap was met and nothing broke.
     *
     * @param factor what ended the ramp, if it has a name
     */
    record AtLeast(int connections, Optional<LimitingFactor> factor, String why) implements Verdict {

        /** The cap of connections was met. */
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
        public String summary() {
            return "at least %s: %s".formatted(Plural.of(connections, "connection"), why);
        }
    }

    /**
     * The load generator or this host was the limit, so nothing is known about the server beyond what passed.
     *
     * @param connections what passed before
     * @param relief what to change before it is measured again; empty if nobody knows
     */
    record Invalid(int connections, LimitingFactor factor, String why, String relief, Confidence confidence)
            implements Verdict {

        /** Without a name, or without a remedy. */
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
        public String summary() {
            return "invalid after %s: %s, %s".formatted(Plural.of(connections, "connection"), factor.label(), why);
        }
    }

    /** Not run. */
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
        public String summary() {
            return "skipped: " + why;
        }
    }
}
