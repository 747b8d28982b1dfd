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
 * The settings of a started container, read back from its live connector, and the READY line that reports them.
 *
 * <p>The line has the form {@code READY pid=812 port=40123 container=tomcat ...} on standard output, with
 * percent-encoded values.
 *
 * @param pid process id of the server
 * @param jdk version of the server's JDK
 * @param port TCP port that the server listens on, never 0
 * @param contextPath path of the web application, {@code ""} or {@code "/name"}
 * @param container identity of the container
 * @param sizes sizes of the connector
 * @param nextInstance address and port that the web application's recursion calls instead of its own; empty without a
 *     ring
 */
public record RunningSettings(
        long pid,
        String jdk,
        int port,
        String contextPath,
        ContainerIdentity container,
        ConnectorReadback sizes,
        String nextInstance) {

    /** Name of the web application's setting, and of the context attribute with the value in use. */
    public static final String NEXT_INSTANCE = "ceiling.recursion.next";

    private static final String PREFIX = "READY ";

    public RunningSettings with(TlsReadback tls) {
        return new RunningSettings(pid, jdk, port, contextPath, container, sizes.with(tls), nextInstance);
    }

    public String toReadyLine() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("pid", Long.toString(pid));
        values.put("port", Integer.toString(port));
        values.put("context_path", contextPath);
        values.put("container", container.name());
        values.put("container_version", container.version());
        values.put("connector", container.connector().label());
        values.put("endpoint_class", container.endpointClass());
        values.put("thread_kind", container.threadKind().label());
        values.put("max_threads", sizes.maxThreads().toString());
        values.put("max_connections", sizes.maxConnections().toString());
        values.put("accept_count", sizes.acceptCount().toString());
        values.put("idle_timeout_ms", sizes.idleTimeoutMillis().toString());
        values.put(
                "buffers",
                sizes.buffers().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> entry.getKey() + ":" + entry.getValue())
                        .collect(Collectors.joining(",")));
        TlsReadback tls = sizes.tls();
        if (tls.isOn()) {
            values.put("tls_protocol", tls.protocol());
            values.put("tls_cipher_suite", tls.cipherSuite());
            values.put("tls_key", tls.key());
            values.put("tls_certificate", tls.certificate());
        }
        if (sizes.deflate().isOn()) {
            values.put("deflate", sizes.deflate().label());
        }
        if (sizes.headerCacheNodes().isSeen()) {
            values.put("header_cache_nodes", sizes.headerCacheNodes().toString());
        }
        values.put("jdk", jdk);
        values.put("next_instance", nextInstance);
        return PREFIX
                + values.entrySet().stream()
                        .map(entry ->
                                entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining(" "));
    }

    /** Returns the settings in a READY line; empty for any other line. */
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
                values.required("jdk"),
                Integer.parseInt(values.required("port")),
                values.required("context_path"),
                new ContainerIdentity(
                        values.required("container"),
                        values.required("container_version"),
                        Connector.of(values.required("connector")),
                        values.required("endpoint_class"),
                        ThreadKind.of(values.required("thread_kind"))),
                new ConnectorReadback(
                        Limit.parse(values.required("max_threads")),
                        Limit.parse(values.required("max_connections")),
                        Limit.parse(values.required("accept_count")),
                        Limit.parse(values.required("idle_timeout_ms")),
                        buffers,
                        new TlsReadback(
                                values.optional("tls_protocol").orElse(""),
                                values.optional("tls_cipher_suite").orElse(""),
                                values.optional("tls_key").orElse(""),
                                values.optional("tls_certificate").orElse("")),
                        Deflate.of(values.optional("deflate").orElse("off")),
                        Limit.parse(values.optional("header_cache_nodes").orElse(""))),
                values.required("next_instance")));
    }
}
