package io.ceiling.harness.container;

import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import java.util.List;
import java.util.Optional;

/**
 * CometD in an embedded Jetty: rooms over Bayeux and long polling, to which its members publish. Its pool is that of
 * Jetty, which also runs selectors, the acceptor and reserved threads.
 */
final class Cometd extends Reference {

    private static final int MAX_THREADS = 200;

    @Override
    public String name() {
        return "cometd";
    }

    @Override
    public String title() {
        return "CometD";
    }

    @Override
    public List<ServerProgram> serverPrograms() {
        return List.of(new ServerProgram(
                "cometd", "io.ceiling.reference.cometd.CometdMain", false, nonBlocking(), Releases.NONE));
    }

    @Override
    public String transport() {
        return "long-polling";
    }

    @Override
    public ChannelProtocol channelProtocol() {
        return ChannelProtocol.BAYEUX;
    }

    @Override
    public boolean publishes() {
        return false;
    }

    @Override
    Optional<String> ownRefusal(ThreadKind threadKind, ConnectorSettings sizes, Work work) {
        Workload workload = work.workload();
        return workload.heldObject() == Workload.HeldObject.WEBSOCKET && !workload.subscribes()
                ? Optional.of("workload %s is one of WebSockets, which %s does not have here"
                        .formatted(workload.label(), name()))
                : Optional.empty();
    }

    @Override
    public int defaultMaxThreads() {
        return MAX_THREADS;
    }

    @Override
    public boolean poolHasOtherThreads() {
        return true;
    }

    @Override
    public String smallHeap() {
        return "24m";
    }
}
