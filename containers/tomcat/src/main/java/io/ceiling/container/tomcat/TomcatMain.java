package io.ceiling.container.tomcat;

import io.ceiling.container.ServerMain;

/** The process of a Tomcat. */
public final class TomcatMain {

    private TomcatMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new TomcatContainer(), arguments);
    }
}
