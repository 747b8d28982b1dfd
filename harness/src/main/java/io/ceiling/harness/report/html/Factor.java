package io.ceiling.harness.report.html;

import java.util.Map;

/** What a limiting factor is called in a sentence, and which of eight colours it has; pure functions. */
final class Factor {

    private record Known(String words, String family) {}

    private static final Map<String, Known> ALL = Map.ofEntries(
            Map.entry("server-threads", new Known("the request thread pool", "threads")),
            Map.entry("server-native-threads", new Known("the limit of native threads", "threads")),
            Map.entry("server-file-descriptors", new Known("file descriptors", "descriptors")),
            Map.entry("server-max-connections", new Known("maxConnections", "connections")),
            Map.entry("accept-queue", new Known("the listen queue", "connections")),
            Map.entry("server-idle-timeout", new Known("the idle timeout", "connections")),
            Map.entry("members-given-up", new Known("members that the application gave up", "processor")),
            Map.entry("server-heap", new Known("the heap", "memory")),
            Map.entry("server-direct-memory", new Known("direct memory", "memory")),
            Map.entry("server-memory", new Known("the server's memory limit", "memory")),
            Map.entry("server-cpu", new Known("the server's processors", "processor")),
            Map.entry("server-gc", new Known("garbage collection", "processor")),
            Map.entry("server-crash", new Known("a crash of the server", "processor")),
            Map.entry("ephemeral-ports", new Known("the server's local ports", "kernel")),
            Map.entry("kernel-tcp-memory", new Known("the kernel's TCP memory", "kernel")),
            Map.entry("conntrack-table", new Known("the connection tracking table", "kernel")),
            Map.entry("load-file-descriptors", new Known("the load generator's file descriptors", "load")),
            Map.entry("load-ephemeral-ports", new Known("the load generator's local ports", "load")),
            Map.entry("load-heap", new Known("the load generator's heap", "load")),
            Map.entry("load-cpu", new Known("the load generator's processors", "load")),
            Map.entry("host-memory", new Known("this host's memory", "load")),
            Map.entry("host-cpu", new Known("this host's processors", "load")));

    private Factor() {}

    /** Such as {@code file descriptors}; the label itself if it is new. */
    static String words(String label) {
        Known known = ALL.get(label);
        return known == null ? label : known.words();
    }

    /** Whether the words take a plural verb. */
    static boolean plural(String label) {
        String words = words(label);
        return words.startsWith("members")
                || words.endsWith("descriptors")
                || words.endsWith("processors")
                || words.endsWith("ports");
    }

    /** One of threads, descriptors, connections, memory, processor, kernel, load, unknown. */
    static String family(String label) {
        Known known = ALL.get(label);
        return known == null ? "unknown" : known.family();
    }
}
