package io.ceiling.container.tomcatbio;

import io.ceiling.container.ServerMain;

/** The process of a Tomcat with the blocking connector. */
public final class TomcatBioMain {

    private TomcatBioMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new TomcatBioContainer(), arguments);
    }
}
