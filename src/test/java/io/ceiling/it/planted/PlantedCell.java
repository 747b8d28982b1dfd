package io.ceiling.it.planted;

import io.ceiling.it.fixture.ServerKind;
import java.util.stream.Stream;

/**
 * One demand: with that limit planted, a ramp of that workload against that server names that factor.
 *
 * @param factor as in ceilings.csv; {@link #NONE} for a control, of which nothing may be blamed
 * @param form the shortest form of the suite that it belongs to
 */
record PlantedCell(String factor, ServerKind target, String workload, Plant plant, Form form) {

    static final String NONE = "none";

    /** What runs: a few cells with every build, one for most factors, or all. */
    enum Form {
        SHORTEST,
        QUICK,
        FULL
    }

    String container() {
        return target.variant().container().name();
    }

    String connector() {
        return target.connector().label();
    }

    String threadKind() {
        return target.threadKind().label();
    }

    String name() {
        return "%s: %s %s %s, %s".formatted(factor, container(), connector(), workload, plant.words());
    }

    @Override
    public String toString() {
        return name();
    }

    /** Whether a run that names this factor has learnt nothing about the server. */
    boolean isOfLoadOrHost() {
        return Stream.of("load-", "host-").anyMatch(factor::startsWith);
    }
}
