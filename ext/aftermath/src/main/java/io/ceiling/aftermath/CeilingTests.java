package io.ceiling.aftermath;

import io.ceiling.harness.engine.AfterRow;
import io.ceiling.harness.result.ExtensionResults;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The tests that the user requested at the ceiling of each row.
 *
 * @param aftermath true to try further clients at the ceiling, and to go back from it
 * @param storm time within which all connections come back after they were dropped; empty for no storm
 * @param stormConnections number of these connections; empty for 80 % of the ceiling
 */
record CeilingTests(boolean aftermath, Optional<Duration> storm, OptionalInt stormConnections) implements AfterRow {

    @Override
    public ExtensionResults measure(EndedRamp row) throws InterruptedException {
        return new AfterRampRun(this, row).runTests().of(row.run(), row.scenario());
    }
}
