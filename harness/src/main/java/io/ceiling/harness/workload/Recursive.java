package io.ceiling.harness.workload;

import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;

/**
 * A servlet that calls itself over HTTP until it reaches a limit. Each level is a connection and a request that waits.
 */
record Recursive(String label, String heldNoun, boolean asynchronous) implements Workload {

    @Override
    public HeldObject heldObject() {
        return HeldObject.CALL;
    }

    @Override
    public boolean isRecursive() {
        return true;
    }

    @Override
    public int descriptorsPerConnection() {
        return 2;
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
    public LoadPlan plan(ServerAddress server, Work work, Publishing publishing) {
        throw new IllegalStateException("%s has no load agents".formatted(label));
    }
}
