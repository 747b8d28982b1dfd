package io.ceiling.anatomy;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.scenario.Scenario;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of a server that can change what a connection costs. Pure functions. */
final class CostSettings {

    private static final String SMALL_BUFFER = "1k";
    private static final String SMALL_STACK = "256k";

    private CostSettings() {}

    /**
     * Returns settings worth a try, with a value for each: those that the scenario leaves at their defaults, and that
     * may matter to its connections.
     */
    public static Map<Dimension, String> worthATry(Scenario scenario) {
        Map<Dimension, String> settings = new LinkedHashMap<>();
        if (scenario.sizes().bufferBytes().isEmpty()) {
            settings.put(Dimension.BUFFER, SMALL_BUFFER);
        }
        if (scenario.holdsThread() && scenario.jvm().stackBytes().isEmpty()) {
            settings.put(Dimension.STACK, SMALL_STACK);
        }
        if (scenario.holdsThread() && mayBeVirtual(scenario)) {
            settings.put(Dimension.THREAD_KIND, ThreadKind.VIRTUAL.label());
        }
        return settings;
    }

    private static boolean mayBeVirtual(Scenario scenario) {
        // Tomcat 8 reads inside synchronized, where a virtual thread keeps its carrier up to JDK 23.
        return scenario.jdk().hasVirtualThreads() && scenario.connector() != Connector.BIO;
    }
}
