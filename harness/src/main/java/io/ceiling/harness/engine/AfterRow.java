package io.ceiling.harness.engine;

import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.result.ExtensionResults;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.util.function.Function;
import java.util.function.Supplier;

/** An extra measurement of a request, which an extension adds after each ramp and before its row is written. */
@FunctionalInterface
public interface AfterRow {

    /** Blocks until it has measured. A failure becomes a line of the result; no server is left running. */
    ExtensionResults measure(EndedRamp row) throws InterruptedException;

    /**
     * A scenario whose ramp has ended, and what another measurement of it needs.
     *
     * @param run name of the run
     * @param verdict verdict on the ramp
     * @param fleet supplies the load agents
     * @param servers starts the servers of a scenario; their samples are not kept
     */
    record EndedRamp(
            String run,
            Scenario scenario,
            RampSettings ramp,
            Verdict verdict,
            Supplier<Fleet> fleet,
            Function<Scenario, ServerSession.Starter> servers,
            HostFacts facts,
            RunClock clock) {}
}
