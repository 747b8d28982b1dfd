package io.ceiling.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jspecify.annotations.Nullable;

/**
 * The JGroups protocols under the cluster: TCP on the given address alone, no multicast, no diagnostics socket.
 *
 * <p>Notes on failure detection. A process that ends closes its sockets, which its neighbour notices at once (FD_SOCK2);
 * after two seconds of asking back (VERIFY_SUSPECT2) it is out. A process that lives but is silent, because of a long
 * collection or because the server under test has the processors, is given 40 seconds (FD_ALL3), and 12 where a new
 * neighbour greets it just then; JGroups' default for the greeting is one second, which loses a member when others join or leave an
 * overloaded host. To lose an agent at the very ceiling that a run is looking for would be worse than to wait. MERGE3 is left
 * out: an agent without its harness ends.
 */
final class ClusterStack {

    /**
     * Classes that may be read from the network, see {@link java.io.ObjectInputFilter}: the records of this package and the
     * collections and numbers in them. JGroups reads the property once, when its classes are loaded.
     */
    private static final String FILTER_PROPERTY = "jgroups.deserialization.filter";

    private static final String FILTER =
            "maxdepth=10;maxbytes=16777216;maxarray=1000000;io.ceiling.load.**;java.lang.*;java.util.*;!*";

    private static final int SILENCE_MILLIS = 40_000;
    private static final int HEARTBEAT_MILLIS = 8_000;
    private static final int GREETING_MILLIS = 10_000;
    private static final int VERIFY_MILLIS = 2_000;
    private static final int AGENT_JOIN_MILLIS = 3_000;
    /** Nobody is there that the harness could join. */
    private static final int HARNESS_JOIN_MILLIS = 20;

    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int MAX_THREADS = 16;

    /**
     * There from the first messages on and kept: at its ceiling a server may hold the last thread of the host, and a timer's
     * task that finds no thread is not only late but lost, be it the one that repeats what was not delivered.
     */
    private static final int LASTING_THREADS = 8;

    private static final long LASTING_MILLIS = 86_400_000;
    private static final int FD_SOCK_PORTS = 10;

    static {
        if (System.getProperty(FILTER_PROPERTY) == null) {
            System.setProperty(FILTER_PROPERTY, FILTER);
        }
        // What matters of its log comes as exceptions and views; the rest would only disturb the console of a run.
        LogFactory.useNoopLogger(true);
    }

    private ClusterStack() {}

    /** @param harness null if this is the harness */
    static JChannel channel(InetAddress bind, int port, @Nullable InetSocketAddress harness) throws Exception {
        TCP transport = new TCP();
        transport.setBindAddress(bind).setBindPort(port).setPortRange(0);
        transport.setBufferedInputStreamSize(BUFFER_BYTES).setBufferedOutputStreamSize(BUFFER_BYTES);
        transport
                .getThreadPool()
                .setMinThreads(LASTING_THREADS)
                .setMaxThreads(MAX_THREADS)
                .setKeepAliveTime(LASTING_MILLIS);
        transport.setDiagnosticsHandler(transport.createDiagnosticsHandler().setEnabled(false));
        Discovery discovery = new Discovery();
        if (harness != null) {
            discovery.setInitialHosts(List.of(harness));
        }
        GMS membership = new GMS();
        membership
                .setJoinTimeout(harness == null ? HARNESS_JOIN_MILLIS : AGENT_JOIN_MILLIS)
                .printLocalAddress(false);
        return new JChannel(
                transport,
                discovery,
                new FD_SOCK2().setPortRange(FD_SOCK_PORTS).setValue("connect_timeout", GREETING_MILLIS),
                new FD_ALL3().setTimeout(SILENCE_MILLIS).setInterval(HEARTBEAT_MILLIS),
                new VERIFY_SUSPECT2().setTimeout(VERIFY_MILLIS),
                new NAKACK2().useMcastXmit(false).setXmitTableNumRows(8).setXmitTableMsgsPerRow(64),
                new UNICAST3().setXmitTableNumRows(8).setXmitTableMsgsPerRow(64),
                new STABLE(),
                membership,
                new FRAG4());
    }

    /**
     * Finds the cluster at the harness' address alone.
     *
     * <p>It says that it is dynamic, since nobody has to know an agent's port beforehand; else JGroups would refuse a port
     * that the kernel chooses. From the harness' answer an agent learns the addresses of the others.
     */
    private static final class Discovery extends TCPPING {

        Discovery() {
            setId(ClassConfigurator.getProtocolId(TCPPING.class));
            returnEntireCache(true);
            setPortRange(0);
        }

        @Override
        public boolean isDynamic() {
            return true;
        }
    }
}
