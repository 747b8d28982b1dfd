package io.ceiling.it.planted;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What decides in a draw, and around which server; a deck has each as often as it says. */
enum DrawKind {
    /** The server's own maximum, in a server that the command starts. */
    CONNECTIONS("maximum of connections, our server", 2),
    /** The same in a stock server: an attribute of a Tomcat's connector, a module of a Jetty. */
    CONNECTIONS_STOCK("maximum of connections, stock server", 2),
    THREADS("threads, our server", 2),
    THREADS_STOCK("threads, stock server", 1),
    DESCRIPTORS("descriptors, our server", 1),
    DESCRIPTORS_STOCK("descriptors, stock server", 1),
    IDLE("idle time-out, our server", 1),
    IDLE_STOCK("idle time-out, stock server", 1),
    HEAP("heap, our server", 1),
    DIRECT("direct memory, our server", 1),
    /** The proxy is what the clients reach, and has less room than the server behind it. */
    PROXY_NGINX("worker_connections of nginx", 1),
    PROXY_HAPROXY("maxconn of haproxy", 1),
    /** The proxy has room, the server behind it has a limit. */
    BEHIND_PROXY("server behind a proxy with room", 1),
    CONTROL("nothing, our server", 1),
    CONTROL_STOCK("nothing, stock server", 1);

    private final String label;
    private final int times;

    DrawKind(String label, int times) {
        this.label = label;
        this.times = times;
    }

    String label() {
        return label;
    }

    /** Each of them as often as a deck has it. */
    static List<DrawKind> deck() {
        return Arrays.stream(values())
                .flatMap(kind -> Collections.nCopies(kind.times, kind).stream())
                .toList();
    }
}
