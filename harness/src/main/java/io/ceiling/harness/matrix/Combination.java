package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;

/** Which container has which connector. */
enum Combination {
    TOMCAT_BIO("tomcat", Connector.BIO),
    TOMCAT_NIO("tomcat", Connector.NIO),
    TOMCAT_NIO2("tomcat", Connector.NIO2),
    JETTY_NIO("jetty", Connector.NIO);

    /** For messages. */
    static final String ALL = "tomcat has bio, nio, nio2; jetty has nio";

    private final String container;
    private final Connector connector;

    Combination(String container, Connector connector) {
        this.container = container;
        this.connector = connector;
    }

    static boolean exists(String container, Connector connector) {
        for (Combination combination : values()) {
            if (combination.container.equals(container) && combination.connector == connector) {
                return true;
            }
        }
        return false;
    }
}
