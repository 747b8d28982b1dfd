package io.ceiling.container.tomcatbio;

import io.ceiling.container.ServerMain;

/** Main class of a server process with Tomcat's blocking connector. */
public final class TomcatBioMain {

    private TomcatBioMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new TomcatBioContainer(), arguments);
    }
}
