package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;

/** Which container has which connector with which kind of threads. */
enum Combination {
    TOMCAT_NIO("tomcat", Connector.NIO, true),
    TOMCAT_NIO2("tomcat", Connector.NIO2, true),
    TOMCAT_BIO("tomcat", Connector.BIO, false),
    JETTY_NIO("jetty", Connector.NIO, true);

    /** For messages. */
    static final String ALL =
            "tomcat has nio and nio2 (platform, virtual) and bio (platform), jetty has nio (platform, virtual)";

    private final String container;
    private final Connector connector;
    private final boolean virtual;

    Combination(String container, Connector connector, boolean virtual) {
        this.container = container;
        this.connector = connector;
        this.virtual = virtual;
    }

    static boolean exists(String container, Connector connector, ThreadKind threadKind) {
        for (Combination combination : values()) {
            if (combination.container.equals(container) && combination.connector == connector) {
                return combination.virtual || threadKind == ThreadKind.PLATFORM;
            }
        }
        return false;
    }
}
