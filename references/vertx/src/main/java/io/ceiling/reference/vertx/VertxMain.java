package io.ceiling.reference.vertx;

import io.ceiling.container.ServerMain;

/** The process of a Vert.x server. */
public final class VertxMain {

    private VertxMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new VertxServer(), arguments);
    }
}
