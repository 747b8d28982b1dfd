package io.ceiling.container;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a started container really runs with, read back from its live connector, and the READY line that tells it.
 *
 * <p>{@code READY pid=812 port=40123 container=tomcat ...}: one line on standard output, values percent-encoded.
 *
 * @param port the one it listens on, never 0
 * @param containerVersion of the jar that runs, such as {@code 11.0.25}
 * @param endpointClass the class that owns the server socket; the proof of the connector
 * @param maxThreads -1 where no limit exists (virtual threads)
 * @param minSpareThreads -1 where no pool exists (virtual threads)
 * @param maxConnections -1 where no limit exists
 * @param idleTimeoutMillis 0 is for ever
 * @param buffers every buffer knob of the container with its value in bytes
 * @param nextInstance address and port that the web application's recursion calls in place of its own; empty without a ring
 */
public record RunningSettings(
        long pid,
        int port,
        String contextPath,
        String container,
        String containerVersion,
        Connector connector,
        String endpointClass,
        ThreadKind threadKind,
        int maxThreads,
        int minSpareThreads,
        int maxConnections,
        int acceptCount,
        long idleTimeoutMillis,
        Map<String, Integer> buffers,
        String jdk,
        String nextInstance) {

    /** Setting of the web application, and the context attribute in which it tells what it uses. */
    public static final String NEXT_INSTANCE = "ceiling.recursion.next";

    private static final String PREFIX = "READY ";

    public RunningSettings {
        buffers = Map.copyOf(buffers);
    }

    public String toReadyLine() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("pid", Long.toString(pid));
        values.put("port", Integer.toString(port));
        values.put("context_path", contextPath);
        values.put("container", container);
        values.put("container_version", containerVersion);
        values.put("connector", connector.label());
        values.put("endpoint_class", endpointClass);
        values.put("thread_kind", threadKind.label());
        values.put("max_threads", Integer.toString(maxThreads));
        values.put("min_spare_threads", Integer.toString(minSpareThreads));
        values.put("max_connections", Integer.toString(maxConnections));
        values.put("accept_count", Integer.toString(acceptCount));
        values.put("idle_timeout_ms", Long.toString(idleTimeoutMillis));
        values.put(
                "buffers",
                buffers.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> entry.getKey() + ":" + entry.getValue())
                        .collect(Collectors.joining(",")));
        values.put("jdk", jdk);
        values.put("next_instance", nextInstance);
        return PREFIX
                + values.entrySet().stream()
                        .map(entry ->
                                entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining(" "));
    }

    /** The settings in a READY line; empty for any other line. */
    public static Optional<RunningSettings> parse(String line) {
        if (!line.startsWith(PREFIX)) {
            return Optional.empty();
        }
        KeyValues values = KeyValues.ofArguments(
                Arrays.stream(line.substring(PREFIX.length()).trim().split(" "))
                        .map(pair -> "--" + URLDecoder.decode(pair, StandardCharsets.UTF_8))
                        .toList());
        Map<String, Integer> buffers = new LinkedHashMap<>();
        for (String buffer : values.required("buffers").split(",")) {
            int colon = buffer.lastIndexOf(':');
            if (colon > 0) {
                buffers.put(buffer.substring(0, colon), Integer.valueOf(buffer.substring(colon + 1)));
            }
        }
        return Optional.of(new RunningSettings(
                Long.parseLong(values.required("pid")),
                Integer.parseInt(values.required("port")),
                values.required("context_path"),
                values.required("container"),
                values.required("container_version"),
                Connector.of(values.required("connector")),
                values.required("endpoint_class"),
                ThreadKind.of(values.required("thread_kind")),
                Integer.parseInt(values.required("max_threads")),
                Integer.parseInt(values.required("min_spare_threads")),
                Integer.parseInt(values.required("max_connections")),
                Integer.parseInt(values.required("accept_count")),
                Long.parseLong(values.required("idle_timeout_ms")),
                buffers,
                values.required("jdk"),
                values.required("next_instance")));
    }
}
