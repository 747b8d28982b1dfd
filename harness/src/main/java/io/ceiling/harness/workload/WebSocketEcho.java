package io.ceiling.harness.workload;

import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;

/** WebSockets whose text messages are answered with the same text in upper case. */
final class WebSocketEcho implements Workload {

    @Override
    public String label() {
        return "websocket";
    }

    @Override
    public String heldNoun() {
        return "WebSockets";
    }

    @Override
    public HeldObject heldObject() {
        return HeldObject.WEBSOCKET;
    }

    @Override
    public boolean repeatsRequests(Work work) {
        return true;
    }

    @Override
    public LoadPlan plan(ServerAddress server, Work work, Publishing publishing) {
        return LoadPlan.of(server, LoadWorkload.WEBSOCKET);
    }
}
