package io.ceiling.container;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The settings requested of a container; an empty value leaves the container's own default.
 *
 * @param war WAR file of the web application, which must exist; {@link #NO_WAR} for a server that deploys none
 * @param contextPath path of the web application, {@code ""} or {@code "/name"}
 * @param bindAddress IP address to listen on, such as {@link #LOOPBACK}; {@code 0.0.0.0} for all
 * @param port TCP port to listen on; 0 for a free one
 * @param connector connector to use
 * @param threadKind kind of threads that run requests. Virtual threads need JDK 21 or newer; the container checks this,
 *     because the server's JDK matters
 * @param sizes sizes of the connector
 * @param idleTimeout idle timeout of connections; zero for none
 */
public record ContainerSettings(
        Path war,
        String contextPath,
        String bindAddress,
        int port,
        Connector connector,
        ThreadKind threadKind,
        ConnectorSettings sizes,
        Duration idleTimeout) {

    /** The address that only clients of the same host reach. */
    public static final String LOOPBACK = "127.0.0.1";

    /** The empty path: a server that is an application by itself deploys no WAR. */
    public static final Path NO_WAR = Path.of("");

    // An address in digits: a name needs a lookup, which may return another address.
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private static final Pattern CONTEXT_PATH = Pattern.compile("(/[A-Za-z0-9_.-]+)*");
    private static final int UNLIMITED = -1;
    private static final Duration LONGEST_IDLE_TIMEOUT = Duration.ofMillis(Integer.MAX_VALUE);

    public ContainerSettings {
        // Containers differ in how they write any other character.
        if (!CONTEXT_PATH.matcher(contextPath).matches()) {
            throw new IllegalArgumentException(
                    "context path must be empty or '/' with letters, digits, '-', '_', '.', was '%s'"
                            .formatted(contextPath));
        }
        if (!isAddress(bindAddress)) {
            throw new IllegalArgumentException(
                    "bind address must be an IP address such as 127.0.0.1 or 0.0.0.0, was '%s'".formatted(bindAddress));
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be 0..65535, was %s".formatted(port));
        }
        // The containers take whole milliseconds as int; less than one would become zero, which means no timeout.
        if (idleTimeout.isNegative()
                || idleTimeout.compareTo(LONGEST_IDLE_TIMEOUT) > 0
                || (idleTimeout.toMillis() == 0 && !idleTimeout.isZero())) {
            throw new IllegalArgumentException("idle timeout must be 0 or %s..%s, was %s"
                    .formatted(Duration.ofMillis(1), LONGEST_IDLE_TIMEOUT, idleTimeout));
        }
    }

    /**
     * Returns settings for a WAR at {@code /ceiling} on a free port of loopback, with platform threads, no idle
     * timeout, and the container's own sizes.
     */
    public static ContainerSettings defaults(Path war, Connector connector) {
        return new ContainerSettings(
                war, "/ceiling", LOOPBACK, 0, connector, ThreadKind.PLATFORM, ConnectorSettings.DEFAULT, Duration.ZERO);
    }

    /** Returns true if the text is an IP address in digits, which needs no name lookup. */
    public static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /** Returns these settings as arguments of the server's main method, to be read by {@link #parse}. */
    public List<String> toArguments() {
        List<String> arguments = new ArrayList<>();
        arguments.add("--war=" + war);
        arguments.add("--context-path=" + contextPath);
        arguments.add("--bind=" + bindAddress);
        arguments.add("--port=" + port);
        arguments.add("--connector=" + connector.label());
        arguments.add("--thread-kind=" + threadKind.label());
        add(arguments, "--max-threads=", sizes.maxThreads());
        add(arguments, "--max-connections=", sizes.maxConnections());
        add(arguments, "--accept-count=", sizes.acceptCount());
        sizes.bufferBytes().ifPresent(value -> arguments.add("--buffer-bytes=" + value));
        if (sizes.tls().isOn()) {
            arguments.add("--tls=" + sizes.tls().label());
        }
        if (sizes.deflate().isOn()) {
            arguments.add("--deflate=" + sizes.deflate().label());
        }
        sizes.headerCacheNodes().ifPresent(value -> arguments.add("--header-cache-nodes=" + value));
        arguments.add("--idle-timeout-ms=" + idleTimeout.toMillis());
        return List.copyOf(arguments);
    }

    /**
     * Parses the result of {@link #toArguments}.
     *
     * @throws IllegalArgumentException with one line that names the argument, its value and what is allowed
     */
    public static ContainerSettings parse(List<String> arguments) {
        KeyValues given = KeyValues.ofArguments(arguments);
        ContainerSettings settings = new ContainerSettings(
                Path.of(given.required("war")),
                given.optional("context-path").orElse("/ceiling"),
                given.optional("bind").orElse(LOOPBACK),
                given.optionalInt("port").orElse(0),
                Connector.of(given.optional("connector").orElse("nio")),
                ThreadKind.of(given.optional("thread-kind").orElse("platform")),
                new ConnectorSettings(
                        limit(given, "max-threads"),
                        limit(given, "max-connections"),
                        limit(given, "accept-count"),
                        given.optionalInt("buffer-bytes"),
                        Tls.of(given.optional("tls").orElse("off")),
                        Deflate.of(given.optional("deflate").orElse("off")),
                        given.optionalInt("header-cache-nodes")),
                Duration.ofMillis(given.optionalInt("idle-timeout-ms").orElse(0)));
        given.rejectUnread();
        return settings;
    }

    private static void add(List<String> arguments, String name, Limit limit) {
        if (!limit.isDefault()) {
            arguments.add(name + limit.orElse(UNLIMITED));
        }
    }

    private static Limit limit(KeyValues given, String name) {
        OptionalInt value = given.optionalInt(name);
        if (value.isEmpty()) {
            return Limit.DEFAULT;
        }
        if (value.getAsInt() == UNLIMITED && name.equals("max-connections")) {
            return Limit.UNLIMITED;
        }
        // A number below 1 is refused with the name of the setting.
        return value.getAsInt() < 1 ? refuse(name, value.getAsInt()) : Limit.of(value.getAsInt());
    }

    private static Limit refuse(String name, int value) {
        throw new IllegalArgumentException("%s%s must be >= 1, was %d"
                .formatted(name.replace('-', ' '), name.equals("max-connections") ? " (-1 is no limit)" : "", value));
    }
}
