package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server of another platform (docs/platforms.md). It has non-blocking I/O, whose threads also run its handlers, no
 * limit of connections, and one transport of channels.
 */
abstract class Reference implements ContainerKind {

    @Override
    public final boolean isReference() {
        return true;
    }

    /** Returns a reason, beyond those of all references, why it cannot run these settings and this work. */
    Optional<String> ownRefusal(ThreadKind threadKind, ConnectorSettings sizes, Work work) {
        return Optional.empty();
    }

    @Override
    public final Optional<String> refusal(ThreadKind threadKind, ConnectorSettings sizes, Work work) {
        Workload workload = work.workload();
        if (workload.isRecursive()
                || workload.heldObject() == Workload.HeldObject.RESPONSE
                || workload.heldObject() == Workload.HeldObject.CALL) {
            return Optional.of(
                    "workload %s is one of servlets, which %s does not have".formatted(workload.label(), name()));
        }
        if (threadKind != ThreadKind.PLATFORM) {
            return refusalMessage("thread-kind", "platform", threadKind.label());
        }
        if (!sizes.maxConnections().isDefault()) {
            return refusalMessage(
                    "max-connections", "default", sizes.maxConnections().toString());
        }
        if (sizes.bufferBytes().isPresent()) {
            return refusalMessage(
                    "buffer", "default", Integer.toString(sizes.bufferBytes().getAsInt()));
        }
        if (sizes.tls().isOn()) {
            return refusalMessage("tls", "off", sizes.tls().label());
        }
        if (sizes.deflate().isOn()) {
            return refusalMessage("deflate", "off", sizes.deflate().label());
        }
        Optional<Messaging> messaging = work.messaging();
        if (messaging.isPresent() && !messaging.get().transport().equals(transport())) {
            return refusalMessage("transport", transport(), messaging.get().transport());
        }
        if (messaging.isPresent() && !messaging.get().broadcaster().equals(Messaging.DEFAULT.broadcaster())) {
            return refusalMessage(
                    "broadcaster",
                    Messaging.DEFAULT.broadcaster(),
                    messaging.get().broadcaster());
        }
        return ContainerKind.super.refusal(threadKind, sizes, work).or(() -> ownRefusal(threadKind, sizes, work));
    }

    @Override
    public final Limit defaultMaxConnections(Scenario scenario) {
        return Limit.UNLIMITED;
    }

    @Override
    public boolean poolHasOtherThreads() {
        return false;
    }

    /** Returns the beans with the readings of a container of this project. */
    @Override
    public final BeanMapping beanMapping() {
        return new BeanMapping(
                new BeanMapping.BeanNames("io.ceiling:type=Container", Map.of()),
                List.of(),
                BeanMapping.NO_VERSION,
                "");
    }

    static List<Connector> nonBlocking() {
        return List.of(Connector.NIO);
    }
}
