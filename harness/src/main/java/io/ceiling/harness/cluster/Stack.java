package io.ceiling.harness.cluster;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Global;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.DefaultThreadFactory;

/**
 * The JGroups protocols of a cluster, made for few nodes on hosts that need reach the founder alone.
 *
 * <p>Notes. A process whose host lives is missed at once: its connection ends, and one more second is given to deny it. A
 * host that is cut off or a process that is stopped is missed after seven seconds without a heartbeat.
 * Nothing merges: a node that was given up joins anew or not at all. Sends never block, since one thread that waits for a
 * stopped node would keep back the heartbeats of all others; packets that find a queue full are sent again later.
 */
final class Stack {

    private static final String CLUSTER = "ceiling";
    private static final long JOIN_MILLIS = 3_000;
    /** JGroups gives up before this attempt. */
    private static final int JOIN_ATTEMPTS = 3;

    private static final int LEAVE_MILLIS = 500;
    private static final long CLOSE_MILLIS = 3_000;
    private static final int CONNECT_MILLIS = 1_000;
    private static final int STRANGER_MILLIS = 1_000;
    private static final int FRAGMENT_BYTES = 60_000;
    /** Packets of at most 64 KB that wait for one node: a few calls of the longest kind at once. */
    private static final int QUEUED_PACKETS = 2_048;

    static {
        // JGroups prints warnings to standard error; users are told one line, by an exception. With
        // -Djgroups.use.jdk_logger=true it prints them again.
        if (!LogFactory.useJdkLogger()) {
            LogFactory.useNoopLogger(true);
        }
        // No message of this cluster has serialized objects in it; JGroups shall read none from a member either.
        if (System.getProperty(Global.DESERIALIZATION_FILTER) == null) {
            System.setProperty(Global.DESERIALIZATION_FILTER, "!*");
        }
    }

    private final JChannel channel;
    private final SealedTcp tcp;

    private Stack(JChannel channel, SealedTcp tcp) {
        this.channel = channel;
        this.tcp = tcp;
    }

    JChannel channel() {
        return channel;
    }

    /** Returns the port at which this member listens. */
    int port() {
        return tcp.port();
    }

    /** Connects, and blocks until the founder has let this member in or it is known that nobody does. */
    void connect() throws Exception {
        channel.connect(CLUSTER);
    }

    /** Leaves. Blocks for a bounded time: what JGroups would write to a stopped process is cut off. */
    void close() {
        Thread closing = new Thread(channel::close, "cluster-closes");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(CLOSE_MILLIS);
            if (closing.isAlive()) {
                tcp.cutAll();
                closing.join(CLOSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            tcp.cutAll();
        }
    }

    /** @param strangers gets the address of each sender whose packets do not open; must not block */
    static Stack ofFounder(
            InetAddress bind, int port, Seal seal, Waits waits, Consumer<String> strangers, Receiver receiver)
            throws Exception {
        SealedTcp tcp = new SealedTcp(seal, strangers);
        return of(
                bind,
                port,
                tcp,
                Seek.nobody(),
                receiver,
                List.of(heartbeats(new FD_ALL3(), waits), new VERIFY_SUSPECT2().setTimeout(waits.verifyMillis())));
    }

    /**
     * @param suspected gets each member that cannot be reached any more; must not block
     */
    static Stack ofNode(
            InetAddress bind,
            Seal seal,
            InetSocketAddress founder,
            Waits waits,
            Consumer<Address> suspected,
            Receiver receiver)
            throws Exception {
        SealedTcp tcp = new SealedTcp(seal, stranger -> {});
        Seek seek = Seek.founderAt(new IpAddress(founder.getAddress(), founder.getPort()), waits.answerMillis());
        return of(
                bind,
                0,
                tcp,
                seek,
                receiver,
                List.of(
                        heartbeats(new FounderWatch(suspected), waits),
                        new VERIFY_SUSPECT2().setTimeout(waits.verifyMillis()),
                        new Suspicions(suspected)));
    }

    private static FD_ALL3 heartbeats(FD_ALL3 detection, Waits waits) {
        return detection.setTimeout(waits.silenceMillis()).setInterval(waits.heartbeatMillis());
    }

    private static Stack of(
            InetAddress bind, int port, SealedTcp tcp, Discovery discovery, Receiver receiver, List<Protocol> detection)
            throws Exception {
        tcp.setBindAddress(bind);
        tcp.setBindPort(port);
        tcp.setPortRange(0);
        tcp.setThreadFactory(new DefaultThreadFactory("cluster", true, true));
        tcp.setSockConnTimeout(CONNECT_MILLIS);
        tcp.setPeerAddrReadTimeout(STRANGER_MILLIS);
        tcp.tcpNodelay(true);
        tcp.enableSuspectEvents(true);
        tcp.nonBlockingSends(true);
        tcp.maxSendQueue(QUEUED_PACKETS);
        tcp.setBundlerType("transfer-queue");

        List<Protocol> protocols = new ArrayList<>(List.of(tcp, discovery));
        protocols.addAll(detection);
        protocols.add(new NAKACK2().useMcastXmit(false));
        protocols.add(new UNICAST3());
        protocols.add(new STABLE());
        protocols.add(new GMS()
                .printLocalAddress(false)
                .setJoinTimeout(JOIN_MILLIS)
                .setLeaveTimeout(LEAVE_MILLIS)
                .setMaxJoinAttempts(JOIN_ATTEMPTS));
        protocols.add(new FRAG4().setFragSize(FRAGMENT_BYTES));
        JChannel channel = new JChannel(protocols);
        channel.setDiscardOwnMessages(true);
        channel.setReceiver(receiver);
        return new Stack(channel, tcp);
    }

    /**
     * Returns that address of this host.
     *
     * @throws ClusterException with one line, if it is none
     */
    static InetAddress ownAddress(String address) {
        try {
            InetAddress own = InetAddress.getByName(address);
            if (own.isAnyLocalAddress()) {
                throw new ClusterException(
                        "cannot listen for the cluster at %s: other hosts are told this address; give the one of an interface"
                                .formatted(address));
            }
            if (NetworkInterface.getByInetAddress(own) != null) {
                return own;
            }
        } catch (UnknownHostException | SocketException e) {
            throw new ClusterException("cannot listen for the cluster at %s: %s".formatted(address, Words.of(e)), e);
        }
        throw new ClusterException(
                "cannot listen for the cluster at %s: no interface of this host has that address".formatted(address));
    }

    /** Tells whether a connect failed because the port is taken. */
    static boolean portTaken(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return true;
            }
        }
        return false;
    }
}
