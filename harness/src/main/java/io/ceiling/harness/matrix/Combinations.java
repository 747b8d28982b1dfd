package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.container.Deflate;
import io.ceiling.container.Tls;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.channels.ChannelTransport;
import java.util.Optional;

/** The combinations of values that no server can have. A pure function. */
final class Combinations {

    private Combinations() {}

    /**
     * Returns the reason why a connector and a workload cannot have that TLS or compression, as one line; empty if they
     * can.
     *
     * @param messaging messages of a workload that subscribes
     */
    static Optional<String> impossible(
            Connector connector, Workload workload, Optional<Messaging> messaging, Tls tls, Deflate deflate) {
        if (tls.isOn() && connector == Connector.BIO) {
            return Optional.of("tls must be off with connector bio, was %s: its Tomcat is older than TLS 1.3"
                    .formatted(tls.label()));
        }
        if (tls.isOn() && workload.isRecursive()) {
            return Optional.of("tls must be off with workload %s, was %s: the server calls itself over plain HTTP"
                    .formatted(workload.label(), tls.label()));
        }
        if (deflate.isOn() && !isWebSocket(workload, messaging)) {
            return Optional.of(
                    "deflate must be off with workload %s, was %s: only WebSockets compress their messages. Hint: workload websocket, or broadcast with transport websocket"
                            .formatted(workload.label(), deflate.label()));
        }
        return Optional.empty();
    }

    private static boolean isWebSocket(Workload workload, Optional<Messaging> messaging) {
        return messaging
                .map(messages -> messages.transport().equals(ChannelTransport.WEBSOCKET.label()))
                .orElse(workload.keeps() == Workload.Keeps.WEBSOCKET);
    }
}
