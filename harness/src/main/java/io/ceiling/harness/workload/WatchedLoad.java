package io.ceiling.harness.workload;

import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;

/** The load of a load tool, known only by its connections. */
final class WatchedLoad implements Workload {

    @Override
    public String label() {
        return "watch";
    }

    @Override
    public boolean isWatched() {
        return true;
    }

    @Override
    public LoadPlan plan(ServerAddress server, Work work, Publishing publishing) {
        throw new IllegalStateException("no load agent takes part beside another load tool");
    }
}
