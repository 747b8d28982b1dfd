package io.ceiling.harness.cluster;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jspecify.annotations.Nullable;

/**
 * The one member of a cluster whom all nodes obey. Thread-safe. Nodes come and go while it runs; only those that have the
 * key, the same version and a name of their own are let in.
 */
public final class Founder implements AutoCloseable {

    private static final int MOST_REFUSED = 100;
    private static final int MOST_STRANGERS = 20;
    private static final String LEFT = "it has left";
    private static final String GONE = "it has ended, or cannot be reached any more";
    private static final String CLOSED = "the cluster was closed";

    private final Identity identity;
    private final Stack stack;

    private final Object lock = new Object();
    /** The nodes that are there, and the members that were one or were refused; guarded by the lock, as all below. */
    private final Map<Address, MemberLink> nodes = new LinkedHashMap<>();

    private final Set<Address> finished = new HashSet<>();
    private Set<Address> viewed = Set.of();
    private final List<LostNode> lost = new ArrayList<>();
    private final Deque<String> refused = new ArrayDeque<>();
    /** Apart from the refused nodes: whoever has no key can send any number of packets, and must not push those out. */
    private final Set<String> strangers = new LinkedHashSet<>();

    private boolean closed;

    private Founder(String bindAddress, int port, ClusterKey key, Identity identity, Waits waits) throws Exception {
        this.identity = identity;
        this.stack = Stack.ofFounder(
                Stack.ownAddress(bindAddress), port, new Seal(key), waits, this::stranger, new Member());
    }

    /**
     * Listens on that address alone, and returns the founder of a new cluster.
     *
     * @param bindAddress an address of an interface of this host, by which nodes reach it
     * @param port a TCP port, or 0 for one that is free
     * @throws ClusterException with one line, if the address is not of this host or the port is taken
     */
    public static Founder found(String bindAddress, int port, ClusterKey key, Identity identity) {
        return found(bindAddress, port, key, identity, Waits.USUAL);
    }

    static Founder found(String bindAddress, int port, ClusterKey key, Identity identity, Waits waits) {
        Founder founder = null;
        try {
            founder = new Founder(bindAddress, port, key, identity, waits);
            founder.stack.connect();
            return founder;
        } catch (ClusterException e) {
            throw e;
        } catch (Exception e) {
            if (founder != null) {
                founder.stack.close();
            }
            String why =
                    Stack.portTaken(e) ? "the port is taken; give another, or 0 for one that is free" : Words.of(e);
            throw new ClusterException(
                    "cannot listen for the cluster at %s:%d: %s".formatted(bindAddress, port, why), e);
        }
    }

    /** Returns the TCP port to which nodes connect. */
    public int port() {
        return stack.port();
    }

    /** Returns the names of the nodes that are there, in the order in which they were let in. */
    public List<String> members() {
        return nodes().stream().map(NodeLink::name).toList();
    }

    /** Returns the links to the nodes that are there, in the order in which they were let in. */
    public List<NodeLink> nodes() {
        synchronized (lock) {
            return List.copyOf(nodes.values());
        }
    }

    /** Returns the nodes that were let in and are there no more, in the order in which they were lost; the last 100 of them. */
    public List<LostNode> lost() {
        synchronized (lock) {
            return List.copyOf(lost);
        }
    }

    /**
     * Returns a line for each of the last 100 nodes that asked to be let in and were refused, and for each of the first 20
     * addresses whose packets do not open.
     */
    public List<String> refused() {
        synchronized (lock) {
            return Stream.concat(refused.stream(), strangers.stream()).toList();
        }
    }

    /**
     * Blocks until that many nodes are there, and returns the links to all that are.
     *
     * @throws ClusterException with one line, if fewer are there in time; it has the lines of the nodes that were refused
     */
    public List<NodeLink> awaitNodes(int count, Duration patience) {
        await(() -> nodes.size() >= count, count + " nodes", patience);
        return nodes();
    }

    /**
     * Blocks until nodes of these names are there, and returns the links to them in this order.
     *
     * @throws ClusterException with one line, if one is missing after that time
     */
    public List<NodeLink> awaitNodes(Collection<String> names, Duration patience) {
        List<NodeLink> found = new ArrayList<>();
        await(
                () -> {
                    found.clear();
                    names.forEach(name -> named(name).ifPresent(found::add));
                    return found.size() == names.size();
                },
                "nodes " + String.join(", ", names),
                patience);
        return List.copyOf(found);
    }

    /** Blocks until the condition, which is asked with the lock held, is true. */
    private void await(BooleanSupplier there, String expected, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        synchronized (lock) {
            while (!there.getAsBoolean()) {
                long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
                if (leftMillis <= 0 || closed) {
                    throw new ClusterException(missing(expected, patience));
                }
                try {
                    lock.wait(leftMillis);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ClusterException("interrupted while %s were awaited".formatted(expected), e);
                }
            }
        }
    }

    private String missing(String expected, Duration patience) {
        List<String> there = nodes.values().stream().map(MemberLink::name).toList();
        StringBuilder line = new StringBuilder("expected %s within %d s, got %s"
                .formatted(expected, patience.toSeconds(), there.isEmpty() ? "none" : String.join(", ", there)));
        lost.forEach(node -> line.append("; node %s: %s".formatted(node.name(), node.reason())));
        refused().forEach(refusal -> line.append("; ").append(refusal));
        return line.toString();
    }

    private Optional<MemberLink> named(String name) {
        return nodes.values().stream().filter(node -> node.name().equals(name)).findFirst();
    }

    /** Receives what JGroups tells the founder. Its threads must not be kept waiting. */
    private final class Member implements Receiver {

        @Override
        public void receive(Message message) {
            // Others have objects in them, which nobody here reads.
            if (message instanceof BytesMessage && message.hasArray()) {
                Frame.read(message.getArray(), message.getOffset(), message.getLength())
                        .ifPresent(frame -> take(message.getSrc(), frame));
            }
        }

        @Override
        public void viewAccepted(View view) {
            Set<Address> now = Set.copyOf(view.getMembers());
            Set<Address> gone;
            synchronized (lock) {
                gone = new HashSet<>(viewed);
                gone.removeAll(now);
                viewed = now;
                finished.removeAll(gone);
            }
            gone.forEach(address -> lose(address, GONE));
        }
    }

    private void take(Address from, Frame frame) {
        switch (frame.kind()) {
            case HELLO -> frame.identity().ifPresent(node -> admit(from, node));
            case ANSWER, FAILED -> {
                MemberLink node = node(from);
                if (node == null) {
                    bye(from);
                } else {
                    node.answered(frame);
                }
            }
            case BYE -> {
                lose(from, LEFT);
                // The node awaits it before it goes.
                bye(from);
            }
            default -> {
                // Only founders say these.
            }
        }
    }

    private @Nullable MemberLink node(Address address) {
        synchronized (lock) {
            return nodes.get(address);
        }
    }

    private void admit(Address address, Identity node) {
        Frame answer;
        synchronized (lock) {
            if (closed || nodes.containsKey(address) || finished.contains(address)) {
                return;
            }
            String refusal = refusal(node);
            if (refusal == null) {
                nodes.put(address, new MemberLink(node.name(), frame -> send(address, frame)));
                answer = Frame.of(Frame.Kind.WELCOME, identity);
            } else {
                finished.add(address);
                note(refusal);
                answer = Frame.of(Frame.Kind.REFUSED, 0, refusal);
            }
            lock.notifyAll();
        }
        try {
            send(address, answer);
        } catch (Exception e) {
            lose(address, GONE);
        }
    }

    /** Returns why a node is not let in, or null if it is. The line stands on both sides. */
    private @Nullable String refusal(Identity node) {
        if (!node.version().equals(identity.version())) {
            return "node %s was refused: it has version %s and the founder has %s; install one version on both hosts"
                    .formatted(node.name(), node.version(), identity.version());
        }
        if (node.name().equals(identity.name()) || named(node.name()).isPresent()) {
            return "node %s was refused: a member of that name is there already; give it another name"
                    .formatted(node.name());
        }
        return null;
    }

    private void stranger(String address) {
        synchronized (lock) {
            if (strangers.size() < MOST_STRANGERS) {
                boolean ignored = strangers.add(
                        "a stranger at %s was refused: its packets do not open with the key of this cluster"
                                .formatted(Words.line(address)));
            }
        }
    }

    private void note(String line) {
        refused.add(line);
        if (refused.size() > MOST_REFUSED) {
            refused.remove();
        }
    }

    private void lose(Address address, String reason) {
        synchronized (lock) {
            MemberLink node = nodes.remove(address);
            if (node == null) {
                return;
            }
            if (viewed.contains(address)) {
                finished.add(address);
            }
            node.lost(reason);
            lost.add(new LostNode(node.name(), reason));
            if (lost.size() > MOST_REFUSED) {
                lost.remove(0);
            }
            lock.notifyAll();
        }
    }

    /** Tells a node that it is no member any more. */
    private void bye(Address to) {
        try {
            send(to, Frame.of(Frame.Kind.BYE));
        } catch (Exception e) {
            // The node misses the heartbeats instead.
        }
    }

    private void send(Address to, Frame frame) throws Exception {
        stack.channel().send(new BytesMessage(to, frame.bytes()));
    }

    /**
     * Leaves the cluster, which thereby ends: every node hears that its founder is gone. Nodes are not lost by this, but
     * calls to them fail. Blocks for a moment.
     */
    @Override
    public void close() {
        List<Address> there;
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            there = List.copyOf(nodes.keySet());
            nodes.values().forEach(node -> node.lost(CLOSED));
            nodes.clear();
            lock.notifyAll();
        }
        there.forEach(this::bye);
        stack.close();
    }
}
