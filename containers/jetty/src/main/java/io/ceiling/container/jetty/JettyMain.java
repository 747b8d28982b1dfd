package io.ceiling.container.jetty;

import io.ceiling.container.ServerMain;

/** Main class of a Jetty server process. */
public final class JettyMain {

    private JettyMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new JettyContainer(), arguments);
    }
}
