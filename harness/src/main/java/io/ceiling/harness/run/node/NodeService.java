package io.ceiling.harness.run.node;

import io.ceiling.harness.cluster.Handler;
import io.ceiling.harness.model.LoadHost;
import io.ceiling.harness.probe.HostProbe;
import java.util.concurrent.CountDownLatch;

/** Does what the harness orders a node to do. Thread-safe. */
final class NodeService implements Handler, NodeWork, AutoCloseable {

    private final NodeFacts facts;
    private final NodeLoad load;
    private final NodeServers servers;
    private final HostProbe host = new HostProbe();
    private final CountDownLatch over = new CountDownLatch(1);

    NodeService(NodeFacts facts, NodeLoad load, NodeServers servers) {
        this.facts = facts;
        this.load = load;
        this.servers = servers;
    }

    @Override
    public byte[] answer(byte[] request) throws InterruptedException {
        return NodeJson.bytes(NodeJson.call(request).run(this));
    }

    @Override
    public void founderGone() {
        over.countDown();
    }

    /** Blocks until the harness is gone. */
    void awaitEnd() throws InterruptedException {
        over.await();
    }

    @Override
    public NodeFacts facts() {
        return facts;
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

    /** Ends all servers and agents, and blocks until they are gone. */
    @Override
    public void close() {
        servers.endAll();
        load.end();
    }
}
