package io.ceiling.harness.cluster;

import java.util.Collection;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a node suspects, after it was verified, before the node's membership protocol would take it and make the node
 * a coordinator.
 */
final class Suspicions extends Protocol {

    private final Consumer<Address> listener;

    /** @param listener gets each member that is suspected; must not block */
    Suspicions(Consumer<Address> listener) {
        this.listener = listener;
    }

    @Override
    public @Nullable Object up(Event event) {
        if (event.getType() != Event.SUSPECT) {
            return up_prot.up(event);
        }
        Collection<Address> suspects = event.getArg();
        suspects.forEach(listener);
        return null;
    }
}
