package io.ceiling.harness.cluster;

import java.util.List;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.NameCache;
import org.jgroups.util.Responses;
import org.jspecify.annotations.Nullable;

/**
 * Discovery of one founder at a known address, as TCPPING's, with three differences: the founder seeks nobody, a node that
 * finds no founder fails instead of founding a cluster of its own, and nobody finds a node.
 *
 * <p>Notes. So nodes do not know each other's addresses and are connected with the founder alone. They may be unable to
 * reach each other, and none has to. TCPPING also refuses a port that the kernel chooses.
 */
final class Seek extends Discovery {

    private static final long AGAIN_MILLIS = 1_000;

    private final @Nullable PhysicalAddress founder;
    private final long patienceMillis;

    private Seek(@Nullable PhysicalAddress founder, long patienceMillis) {
        this.founder = founder;
        this.patienceMillis = patienceMillis;
        setId(ClassConfigurator.getProtocolId(TCPPING.class));
    }

    /** Returns what a founder uses. */
    static Seek nobody() {
        return new Seek(null, 0);
    }

    /** Returns what a node uses, which seeks its founder for that time at most. */
    static Seek founderAt(PhysicalAddress founder, long patienceMillis) {
        return new Seek(founder, patienceMillis);
    }

    /** Thrown in the thread that connects when nobody answers as a founder. */
    static final class NoFounderException extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    @Override
    public boolean isDynamic() {
        return true;
    }

    @Override
    public Responses findMembers(
            @Nullable List<Address> members, boolean initialDiscovery, boolean async, long timeoutMillis) {
        Responses responses = super.findMembers(members, initialDiscovery, async, timeoutMillis);
        if (founder == null || !initialDiscovery) {
            return responses.done();
        }
        long deadline = System.nanoTime() + patienceMillis * 1_000_000;
        for (long left = patienceMillis; left > 0; left = (deadline - System.nanoTime()) / 1_000_000) {
            if (responses.waitFor(Math.min(left, AGAIN_MILLIS))) {
                return responses;
            }
            // A founder that is just starting, or whose packet was lost with its connection.
            findMembers(members, true, responses);
        }
        responses.done();
        for (PingData response : responses) {
            if (response.isCoord()) {
                return responses;
            }
        }
        throw new NoFounderException();
    }

    @Override
    protected void findMembers(@Nullable List<Address> members, boolean initialDiscovery, Responses responses) {
        if (founder == null || !initialDiscovery) {
            return;
        }
        PhysicalAddress own = (PhysicalAddress) down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
        PingData data = new PingData(local_addr, false, NameCache.get(local_addr), own);
        Message request = new BytesMessage(founder)
                .setFlag(Message.Flag.DONT_BUNDLE, Message.Flag.OOB)
                .setFlag(Message.TransientFlag.DONT_LOOPBACK)
                .putHeader(
                        id,
                        new PingHeader(PingHeader.GET_MBRS_REQ)
                                .clusterName(cluster_name)
                                .initialDiscovery(true));
        request.setArray(marshal(data));
        down_prot.down(request);
    }

    @Override
    protected @Nullable Object handle(PingHeader header, Message message) {
        boolean asks = header.type() == PingHeader.GET_MBRS_REQ;
        return asks && founder != null ? null : super.handle(header, message);
    }
}
