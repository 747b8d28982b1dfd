package io.ceiling.container;

import java.util.Locale;

/** The kind of I/O with which a container serves its sockets. */
public enum Connector {
    /** Blocking I/O, one thread per connection; Tomcat up to 8.0 only. */
    BIO,
    /** Non-blocking I/O with a selector. */
    NIO,
    /** Asynchronous channels; Tomcat only. */
    NIO2;

    /** Returns the name in commands, files and tables, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the connector with this label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Connector of(String label) {
        return Labels.parse("connector", label, values(), Connector::label);
    }
}
