package io.ceiling.container.undertow;

import io.ceiling.container.ServerMain;

/** Main class of an Undertow server process. */
public final class UndertowMain {

    private UndertowMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new UndertowContainer(), arguments);
    }
}
