package io.ceiling.harness.container;

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
    public List<ServerProgram> serverPrograms() {
        return List.of(new ServerProgram(
                "vertx", "io.ceiling.reference.vertx.VertxMain", false, nonBlocking(), Releases.NONE));
    }

    @Override
    public int defaultMaxThreads() {
        return 1;
    }

    @Override
    public String smallHeap() {
        return "16m";
    }
}
