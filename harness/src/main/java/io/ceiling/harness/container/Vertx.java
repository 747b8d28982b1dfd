package io.ceiling.harness.container;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Workload;
import java.util.List;

/** Vert.x on its native transport; an instance of its verticle is a request thread, and one is the default. */
final class Vertx extends Reference {

    @Override
    public String name() {
        return "vertx";
    }

    @Override
    public String title() {
        return "Vert.x";
    }

    @Override
    public List<Server> servers() {
        return List.of(
                new Server("vertx", "io.ceiling.reference.vertx.VertxMain", false, nonBlocking(), Releases.NONE));
    }

    @Override
    public int defaultMaxThreads() {
        return 1;
    }

    @Override
    public long heapBytesPerConnection(Scenario scenario) {
        return scenario.workload().keeps() == Workload.Keeps.WEBSOCKET ? 6_000 : 5_000;
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
