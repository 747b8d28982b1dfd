package io.ceiling.container.undertow;

import io.ceiling.container.ServerMain;

/** The process of an Undertow. */
public final class UndertowMain {

    private UndertowMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new UndertowContainer(), arguments);
    }
}
