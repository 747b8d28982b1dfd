package io.ceiling.it;

import java.util.stream.Stream;

/**
 * One demand: with that limit planted, a ramp of that workload against that server names that factor.
 *
 * @param factor as in ceilings.csv; {@link #NONE} for a control, of which nothing may be blamed
 * @param form the shortest form of the suite that it belongs to
 */
record PlantedCell(String factor, Target target, String workload, Plant plant, Form form) {

    static final String NONE = "none";

    /** What runs: a few cells with every build, one for most factors, or all. */
    enum Form {
        SHORTEST,
        QUICK,
        FULL
    }

    /** A connector; all with platform threads, since that is where every limit can occur. */
    enum Target {
        TOMCAT_NIO("tomcat", "nio"),
        TOMCAT_BIO("tomcat", "bio"),
        JETTY("jetty", "nio");

        private final String container;
        private final String connector;

        Target(String container, String connector) {
            this.container = container;
            this.connector = connector;
        }

        String container() {
            return container;
        }

        String connector() {
            return connector;
        }

        String threadKind() {
            return "platform";
        }
    }

    String name() {
        return "%s: %s %s %s, %s".formatted(factor, target.container(), target.connector(), workload, plant.words());
    }

    /** Whether a run that names this factor has learnt nothing about the server. */
    boolean isOfLoadOrHost() {
        return Stream.of("load-", "host-").anyMatch(factor::startsWith);
    }
}
