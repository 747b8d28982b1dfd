package io.ceiling.container.tomcat;

import io.ceiling.container.ServerMain;

/** Main class of a Tomcat server process. */
public final class TomcatMain {

    private TomcatMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new TomcatContainer(), arguments);
    }
}
