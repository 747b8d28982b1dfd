package io.ceiling.reference.cometd;

import io.ceiling.container.ServerMain;

/** The process of a CometD server. */
public final class CometdMain {

    private CometdMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new CometdServer(), arguments);
    }
}
