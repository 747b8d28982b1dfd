package io.ceiling.reference.cometd;

import io.ceiling.container.ServerMain;

/** Main class of a CometD server process. */
public final class CometdMain {

    private CometdMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new CometdServer(), arguments);
    }
}
