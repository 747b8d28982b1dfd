package io.ceiling.harness.workload;

import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import java.util.Optional;

/** Subscribers of channels to which the server publishes, over one of the transports of Atmosphere. */
final class Broadcast implements Workload {

    @Override
    public String label() {
        return "broadcast";
    }

    @Override
    public String heldNoun() {
        return "subscribers";
    }

    @Override
    public HeldObject heldObject() {
        return HeldObject.WEBSOCKET;
    }

    @Override
    public boolean subscribes() {
        return true;
    }

    @Override
    public boolean isAsynchronous(Work work) {
        return !work.messaging().map(Messaging::isOverWebSocket).orElse(false);
    }

    @Override
    public boolean keepsResponseOpen(Work work) {
        return !work.messaging().map(Messaging::isOverWebSocket).orElse(true);
    }

    @Override
    public Optional<String> releasePath() {
        return Optional.of("/publisher/stop");
    }

    @Override
    public LoadPlan plan(ServerAddress server, Work work, Publishing publishing) {
        Messaging messaging = work.messaging().orElseThrow();
        return LoadPlan.channels(
                server,
                new ChannelPlan(messaging.channelTransport(), publishing.identifiers(), 0, 1, publishing.slowEvery()));
    }
}
