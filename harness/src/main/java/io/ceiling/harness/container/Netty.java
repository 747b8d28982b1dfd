package io.ceiling.harness.container;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Workload;
import java.util.List;

/** Netty on its native epoll transport; its event loops are its request threads. */
final class Netty extends Reference {

    /** For each processor. */
    private static final int EVENT_LOOPS = 2;

    @Override
    public String name() {
        return "netty";
    }

    @Override
    public String title() {
        return "Netty";
    }

    @Override
    public List<Server> servers() {
        return List.of(
                new Server("netty", "io.ceiling.reference.netty.NettyMain", false, nonBlocking(), Releases.NONE));
    }

    @Override
    public int defaultMaxThreads() {
        return EVENT_LOOPS * Runtime.getRuntime().availableProcessors();
    }

    @Override
    public long heapBytesPerConnection(Scenario scenario) {
        return scenario.workload().keeps() == Workload.Keeps.WEBSOCKET ? 2_500 : 2_000;
    }

    @Override
    public long directBytesPerConnection(Scenario scenario) {
        return 0;
    }

    @Override
    public String smallHeap() {
        return "16m";
    }
}
