package io.ceiling.container.jetty;

import io.ceiling.container.ServerMain;

/** The process of a Jetty. */
public final class JettyMain {

    private JettyMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new JettyContainer(), arguments);
    }
}
