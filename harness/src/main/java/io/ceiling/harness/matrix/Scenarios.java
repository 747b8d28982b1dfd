package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/** Checks scenarios before they run. Pure functions. */
public final class Scenarios {

    // First JDK on which BIO runs on virtual threads: before JEP 491 a virtual thread that waits inside synchronized
    // pins its carrier thread.
    private static final int BIO_ON_VIRTUAL_THREADS = 24;

    private Scenarios() {}

    public static String container(List<Scenario> scenarios) {
        List<String> containers =
                scenarios.stream().map(Scenario::container).distinct().toList();
        return containers.size() == 1 ? containers.get(0) : "all";
    }

    /** Returns the reason why a scenario cannot be run, for display; empty if it can. */
    public static Optional<String> skipReason(Scenario scenario) {
        if (scenario.threadKind() == ThreadKind.VIRTUAL && !scenario.jdk().hasVirtualThreads()) {
            return Optional.of("virtual threads need JDK >= 21, found %d"
                    .formatted(scenario.jdk().feature()));
        }
        if (scenario.connector() == Connector.BIO
                && scenario.threadKind() == ThreadKind.VIRTUAL
                && scenario.jdk().feature() < BIO_ON_VIRTUAL_THREADS) {
            return Optional.of("BIO on virtual threads needs JDK >= %d, found %d: it reads inside synchronized"
                    .formatted(BIO_ON_VIRTUAL_THREADS, scenario.jdk().feature()));
        }
        return Optional.empty();
    }

    /** Returns the reason why a scenario cannot be ramped, for display; empty if it can. */
    public static Optional<String> noRamp(Scenario scenario) {
        return skipReason(scenario).or(() -> Containers.find(scenario.container())
                .filter(kind -> scenario.messaging().isPresent() && !kind.publishes())
                .map(kind ->
                        "workload %s needs a server that publishes by itself, only members publish with container %s. Hint: ./ceiling rooms --container %s"
                                .formatted(scenario.workload().label(), kind.name(), kind.name())));
    }
}
