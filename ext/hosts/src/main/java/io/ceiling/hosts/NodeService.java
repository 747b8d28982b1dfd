package io.ceiling.hosts;

import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.observe.HostProbe;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.hosts.pipe.Handler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Executes the orders of the harness on a node. Thread-safe. */
final class NodeService implements Handler, NodeWork, AutoCloseable {

    private final NodeRules rules;
    private final NodeFacts facts;
    private final NodeLoad load;
    private final NodeServers servers;
    private final HostProbe host = new HostProbe();
    private final CompletableFuture<String> endReason = new CompletableFuture<>();
    // The threads that execute orders, one for each order; guarded by itself.
    private final List<Thread> orderThreads = new ArrayList<>();
    // True once this node accepts no more orders; guarded by the list of threads.
    private boolean closed;

    NodeService(NodeRules rules, NodeFacts facts, NodeLoad load, NodeServers servers) {
        this.rules = rules;
        this.facts = facts;
        this.load = load;
        this.servers = servers;
    }

    @Override
    public byte[] answer(byte[] request) throws InterruptedException {
        NodeCall<?> order = NodeCall.FORMAT.read(request, NodeCall.class);
        return NodeCall.FORMAT.of(execute(order, this));
    }

    /**
     * Executes an order if the rules of this node allow it.
     *
     * @throws ScenarioNotRunException if they do not
     */
    <A> A execute(NodeCall<A> order, NodeWork work) throws InterruptedException {
        synchronized (orderThreads) {
            if (closed) {
                throw new ScenarioNotRunException("the run is over");
            }
            orderThreads.add(Thread.currentThread());
        }
        try {
            return executeIfAllowed(order, work);
        } finally {
            synchronized (orderThreads) {
                orderThreads.remove(Thread.currentThread());
                orderThreads.notifyAll();
            }
        }
    }

    private <A> A executeIfAllowed(NodeCall<A> order, NodeWork work) throws InterruptedException {
        boolean starts = order instanceof NodeCall.StartServer;
        // Orders may arrive at the same time, so a place is reserved before the rules decide whether it is free.
        int others = starts ? servers.reservePlace() : 0;
        boolean done = false;
        try {
            Optional<String> refusal = rules.refusal(order, others);
            if (refusal.isPresent()) {
                throw new ScenarioNotRunException(refusal.get());
            }
            A answer = order.run(work);
            done = true;
            return answer;
        } finally {
            if (starts && !done) {
                servers.releasePlace();
            }
        }
    }

    @Override
    public void harnessGone(String why) {
        boolean ignored = endReason.complete(why);
    }

    /** Blocks until the harness is gone, and returns why, in words that follow its name. */
    String awaitEnd() {
        return endReason.join();
    }

    @Override
    public synchronized LoadHost.State state() {
        return new LoadHost.State(
                facts.environment().machine().cpuCount(),
                facts.environment().limits().memoryFloorBytes(),
                host.reading());
    }

    @Override
    public NodeLoad agents() {
        return load;
    }

    @Override
    public NodeServers servers() {
        return servers;
    }

    /**
     * Ends all servers and agents, and blocks until they are gone. The harness may end while a server or an agent
     * starts: that start is interrupted and awaited, so that nothing is left running.
     */
    @Override
    public void close() {
        awaitOrders();
        servers.endAll();
        load.end();
    }

    private void awaitOrders() {
        boolean interrupted = false;
        synchronized (orderThreads) {
            closed = true;
            orderThreads.forEach(Thread::interrupt);
            while (!orderThreads.isEmpty()) {
                try {
                    orderThreads.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
