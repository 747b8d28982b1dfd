package io.ceiling.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.blocks.RpcDispatcher;
import org.jgroups.stack.IpAddress;
import org.jspecify.annotations.Nullable;

/**
 * This process' membership in the cluster of harness and load agents.
 *
 * <p>The harness is its first member; a run ends with it. Members talk plain TCP on the given address: who can reach it can
 * command the agents, so it must be loopback or a network that is trusted.
 */
public final class Cluster implements AutoCloseable {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    private static final int JOIN_ATTEMPTS = 3;

    private final JChannel channel;
    private final RpcDispatcher dispatcher;
    private final RemoteAgents agents = new RemoteAgents(CALL_TIMEOUT);

    private Cluster(JChannel channel, RpcDispatcher dispatcher) {
        this.channel = channel;
        this.dispatcher = dispatcher;
    }

    /**
     * Founds a cluster that agents can join; takes some tens of milliseconds.
     *
     * @param bindAddress local address to listen on; the port is chosen by the kernel
     * @throws ClusterException if the address cannot be bound
     */
    public static Cluster forHarness(String name, String bindAddress) {
        try {
            JChannel channel = ClusterStack.channel(address(bindAddress), 0, null);
            channel.setName("harness");
            RpcDispatcher dispatcher = new RpcDispatcher(channel, null);
            Cluster cluster = new Cluster(channel, dispatcher);
            dispatcher.setReceiver(new Receiver() {
                @Override
                public void viewAccepted(View view) {
                    cluster.agents.accept(view, channel.getAddress(), dispatcher);
                }
            });
            channel.connect(name);
            return cluster;
        } catch (Exception e) {
            throw new ClusterException(
                    "cannot found cluster %s on %s: %s".formatted(name, bindAddress, e.getMessage()), e);
        }
    }

    /** Joins as an agent; {@code harnessLeft} is called once when the harness is no longer a member. */
    static Cluster forAgent(AgentOptions options, AgentCommands commands, Runnable harnessLeft) {
        try {
            for (int attempt = 0; attempt < JOIN_ATTEMPTS; attempt++) {
                JChannel channel = ClusterStack.channel(address(options.bind()), options.port(), options.harness());
                channel.setName("agent-" + ProcessHandle.current().pid());
                RpcDispatcher dispatcher = new RpcDispatcher(channel, commands);
                dispatcher.setMethodInvoker((target, id, arguments) -> AgentCall.run(commands, id, arguments));
                dispatcher.setReceiver(new HarnessWatch(channel, harnessLeft));
                channel.connect(options.cluster());
                if (channel.getView().size() > 1) {
                    return new Cluster(channel, dispatcher);
                }
                // Alone: the harness did not answer in time.
                dispatcher.close();
                channel.close();
            }
        } catch (Exception e) {
            throw new ClusterException(
                    "cannot join cluster %s from %s: %s".formatted(options.cluster(), options.bind(), e.getMessage()),
                    e);
        }
        throw new ClusterException("no harness of cluster %s answers at %s. Hint: start the harness first"
                .formatted(options.cluster(), HostPort.format(options.harness())));
    }

    /** Tells when the member that founded the cluster is gone. */
    private static final class HarnessWatch implements Receiver {

        private final JChannel channel;
        private final Runnable harnessLeft;
        private volatile @Nullable Address harness;

        HarnessWatch(JChannel channel, Runnable harnessLeft) {
            this.channel = channel;
            this.harnessLeft = harnessLeft;
        }

        @Override
        public void viewAccepted(View view) {
            Address founder = view.getCoord();
            if (harness == null && !founder.equals(channel.getAddress())) {
                harness = founder;
            }
            Address joined = harness;
            if (joined != null && !view.containsMember(joined)) {
                harnessLeft.run();
            }
        }
    }

    /** Where agents reach this member: {@code host:port}. */
    public String address() {
        IpAddress physical = (IpAddress) channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress()));
        return HostPort.format(new InetSocketAddress(physical.getIpAddress(), physical.getPort()));
    }

    /** The agents that joined; meaningful on the harness alone. */
    public RemoteAgents agents() {
        return agents;
    }

    /** Leaves the cluster; the agents of a harness that leaves end themselves. */
    @Override
    public void close() {
        try {
            dispatcher.close();
        } catch (java.io.IOException e) {
            // The channel is closed next, whatever the dispatcher says.
        }
        channel.close();
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new ClusterException("bind address %s is not an address of this host".formatted(text), e);
        }
    }
}
