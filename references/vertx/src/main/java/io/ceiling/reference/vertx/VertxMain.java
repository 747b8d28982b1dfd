package io.ceiling.reference.vertx;

import io.ceiling.container.ServerMain;

/** Main class of a Vert.x server process. */
public final class VertxMain {

    private VertxMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new VertxServer(), arguments);
    }
}
