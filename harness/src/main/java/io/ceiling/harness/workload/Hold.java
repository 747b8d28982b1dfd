package io.ceiling.harness.workload;

import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.util.Optional;

/**
 * A response whose first line arrives at once and that then stays open, held by a blocked thread or by an
 * {@code AsyncContext}.
 */
record Hold(String label, String heldNoun, boolean asynchronous) implements Workload {

    @Override
    public HeldObject heldObject() {
        return HeldObject.RESPONSE;
    }

    @Override
    public boolean holdsThread() {
        return !asynchronous;
    }

    @Override
    public boolean isAsynchronous(Work work) {
        return asynchronous;
    }

    @Override
    public boolean keepsResponseOpen(Work work) {
        return true;
    }

    @Override
    public Optional<String> releasePath() {
        return Optional.of("/hold/release");
    }

    @Override
    public LoadPlan plan(ServerAddress server, Work work, Publishing publishing) {
        return LoadPlan.of(server, asynchronous ? LoadWorkload.HOLD_ASYNC : LoadWorkload.HOLD_BLOCKING);
    }
}
