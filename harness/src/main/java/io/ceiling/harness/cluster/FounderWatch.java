package io.ceiling.harness.cluster;

import java.util.List;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jspecify.annotations.Nullable;

/**
 * Failure detection of a node by heartbeats of its founder alone, since a node hears no other node.
 *
 * <p>Notes. A founder sends heartbeats to its members. One that sends everything else but them has given this node up, for
 * instance while the node was stopped; it would deny to be dead if it were asked. So nothing else counts, and nobody asks.
 */
final class FounderWatch extends FD_ALL3 {

    private final Consumer<Address> silent;

    /** @param silent gets the founder that sends no heartbeats any more; must not block */
    FounderWatch(Consumer<Address> silent) {
        this.silent = silent;
        setId(ClassConfigurator.getProtocolId(FD_ALL3.class));
    }

    @Override
    protected void handleViewChange(View view) {
        List<Address> pair = view.getMembers().stream()
                .filter(member -> member.equals(view.getCoord()) || member.equals(local_addr))
                .toList();
        super.handleViewChange(View.create(view.getCoord(), view.getViewId().getId(), pair.toArray(Address[]::new)));
    }

    @Override
    protected void update(@Nullable Address sender, boolean heartbeat, boolean firstSeen) {
        if (heartbeat || firstSeen) {
            super.update(sender, heartbeat, firstSeen);
        }
    }

    @Override
    protected void suspect(List<Address> suspects) {
        suspects.forEach(silent);
    }
}
