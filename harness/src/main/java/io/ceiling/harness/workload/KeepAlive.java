package io.ceiling.harness.workload;

import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;

/** HTTP connections that are kept alive, each with a request for a body of random length now and then. */
final class KeepAlive implements Workload {

    @Override
    public String label() {
        return "keep-alive";
    }

    @Override
    public String heldNoun() {
        return "keep-alive connections";
    }

    @Override
    public boolean repeatsRequests(Work work) {
        return true;
    }

    @Override
    public LoadPlan plan(ServerAddress server, Work work, Publishing publishing) {
        return LoadPlan.of(server, LoadWorkload.KEEP_ALIVE);
    }
}
