package io.ceiling.container;

import java.util.Locale;

/** The way a container waits for its sockets. */
public enum Connector {
    /** Blocking I/O, one thread per connection; Tomcat up to 8.0 only. */
    BIO,
    /** Non-blocking I/O with a selector. */
    NIO,
    /** Asynchronous channels; Tomcat only. */
    NIO2;

    /** The name in commands, files and tables: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The connector of that label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Connector of(String label) {
        return Labels.parse("connector", label, values(), Connector::label);
    }
}
