package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.Attribution;
import java.util.OptionalInt;

/**
 * Computes how many servers would hold the requested connections if the descriptors of a ramp's servers were too few.
 * Pure functions.
 */
public final class InstanceAdvice {

    // Most servers that can be started at once.
    private static final int MAX = 256;

    private InstanceAdvice() {}

    /**
     * Returns the attribution, whose relief also has the number of servers if descriptors stopped the ramp and a number
     * of connections was wanted.
     *
     * @param ceiling connections that the servers of the scenario held
     */
    public static Attribution withInstances(Attribution attribution, Scenario scenario, int ceiling) {
        OptionalInt enough = attribution.factor() == LimitingFactor.SERVER_FILE_DESCRIPTORS
                ? instancesNeeded(scenario, ceiling)
                : OptionalInt.empty();
        return enough.isEmpty()
                ? attribution
                : attribution.withRelief("%s; or --instances=%d, which would hold %s, %d each"
                        .formatted(
                                attribution.relief(),
                                enough.getAsInt(),
                                Plural.of(scenario.capConnections(), "connection"),
                                ceiling / scenario.instances()));
    }

    /**
     * Returns the number of servers that would hold the cap of a scenario, if each held as many connections as each of
     * its own did. Empty if the cap was not given, but is the number of all descriptors, which no server holds; for
     * servers that were not started for this scenario, and for a recursion; and if there is no such number.
     */
    static OptionalInt instancesNeeded(Scenario scenario, int ceiling) {
        int ofEach = ceiling / scenario.instances();
        long descriptors = scenario.nofile().orElse(0) * scenario.instances();
        if (scenario.isExternal()
                || scenario.workload().isRecursive()
                || ofEach < 1
                || scenario.capConnections() == descriptors) {
            return OptionalInt.empty();
        }
        int enough = 1 + (scenario.capConnections() - 1) / ofEach;
        return enough > MAX ? OptionalInt.empty() : OptionalInt.of(enough);
    }
}
