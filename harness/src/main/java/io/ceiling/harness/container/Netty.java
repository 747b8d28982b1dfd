package io.ceiling.harness.container;

import java.util.List;

/** Netty on its native epoll transport; its event loops are its request threads. */
final class Netty extends Reference {

    // For each processor.
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
    public List<ServerProgram> serverPrograms() {
        return List.of(new ServerProgram(
                "netty", "io.ceiling.reference.netty.NettyMain", false, nonBlocking(), Releases.NONE));
    }

    @Override
    public int defaultMaxThreads() {
        return EVENT_LOOPS * Runtime.getRuntime().availableProcessors();
    }

    @Override
    public String smallHeap() {
        return "16m";
    }
}
