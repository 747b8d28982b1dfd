package io.ceiling.container;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What a container is asked to run with; an empty value leaves the container's own default.
 *
 * @param war the web application, an existing file
 * @param contextPath where it is served: {@code ""} or {@code "/name"}
 * @param port 0 takes a free one
 * @param threadKind virtual threads need JDK 21; the check is the container's, since it is the server's JDK that counts
 * @param maxThreads upper limit of the request thread pool; without meaning for virtual threads
 * @param maxConnections connections the connector serves at once; -1 is no limit
 * @param acceptCount length of the kernel's listen queue
 * @param bufferBytes one size for all buffers a connection owns; how it maps on the container's knobs is in
 *     docs/containers.md and in {@link RunningSettings#buffers()}
 * @param idleTimeout how long an idle connection lives; zero is for ever
 */
public record ContainerSettings(
        Path war,
        String contextPath,
        int port,
        Connector connector,
        ThreadKind threadKind,
        OptionalInt maxThreads,
        OptionalInt minSpareThreads,
        OptionalInt maxConnections,
        OptionalInt acceptCount,
        OptionalInt bufferBytes,
        Duration idleTimeout) {

    private static final Pattern CONTEXT_PATH = Pattern.compile("(/[A-Za-z0-9_.-]+)*");
    private static final Duration LONGEST_IDLE_TIMEOUT = Duration.ofMillis(Integer.MAX_VALUE);

    public ContainerSettings {
        // Containers differ in how they write any other character.
        if (!CONTEXT_PATH.matcher(contextPath).matches()) {
            throw new IllegalArgumentException(
                    "context path must be empty or '/' with letters, digits, '-', '_', '.', was '%s'"
                            .formatted(contextPath));
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be 0..65535, was %s".formatted(port));
        }
        requireAtLeast("max threads", maxThreads, 1);
        requireAtLeast("min spare threads", minSpareThreads, 1);
        if (maxConnections.isPresent() && maxConnections.getAsInt() != -1) {
            requireAtLeast("max connections (-1 is no limit)", maxConnections, 1);
        }
        requireAtLeast("accept count", acceptCount, 1);
        requireAtLeast("buffer bytes", bufferBytes, 256);
        if (maxThreads.isPresent()
                && minSpareThreads.isPresent()
                && minSpareThreads.getAsInt() > maxThreads.getAsInt()) {
            throw new IllegalArgumentException("min spare threads must be <= max threads, was %s > %s"
                    .formatted(minSpareThreads.getAsInt(), maxThreads.getAsInt()));
        }
        // The containers take whole milliseconds as int; less than one would turn into zero, which is for ever.
        if (idleTimeout.isNegative()
                || idleTimeout.compareTo(LONGEST_IDLE_TIMEOUT) > 0
                || (idleTimeout.toMillis() == 0 && !idleTimeout.isZero())) {
            throw new IllegalArgumentException("idle timeout must be 0 or %s..%s, was %s"
                    .formatted(Duration.ofMillis(1), LONGEST_IDLE_TIMEOUT, idleTimeout));
        }
    }

    /** The given WAR at {@code /ceiling} on a free port, platform threads, no idle timeout, all else as the container has it. */
    public static ContainerSettings defaults(Path war, Connector connector) {
        return new ContainerSettings(
                war,
                "/ceiling",
                0,
                connector,
                ThreadKind.PLATFORM,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Duration.ZERO);
    }

    /** The arguments of the server's main method; {@link #parse} reads them. */
    public List<String> toArguments() {
        List<String> arguments = new ArrayList<>();
        arguments.add("--war=" + war);
        arguments.add("--context-path=" + contextPath);
        arguments.add("--port=" + port);
        arguments.add("--connector=" + connector.label());
        arguments.add("--thread-kind=" + threadKind.label());
        maxThreads.ifPresent(value -> arguments.add("--max-threads=" + value));
        minSpareThreads.ifPresent(value -> arguments.add("--min-spare-threads=" + value));
        maxConnections.ifPresent(value -> arguments.add("--max-connections=" + value));
        acceptCount.ifPresent(value -> arguments.add("--accept-count=" + value));
        bufferBytes.ifPresent(value -> arguments.add("--buffer-bytes=" + value));
        arguments.add("--idle-timeout-ms=" + idleTimeout.toMillis());
        return List.copyOf(arguments);
    }

    /**
     * Reads what {@link #toArguments} wrote.
     *
     * @throws IllegalArgumentException with one line that names the argument, its value and what is allowed
     */
    public static ContainerSettings parse(List<String> arguments) {
        KeyValues given = KeyValues.ofArguments(arguments);
        ContainerSettings settings = new ContainerSettings(
                Path.of(given.required("war")),
                given.optional("context-path").orElse("/ceiling"),
                given.optionalInt("port").orElse(0),
                Connector.of(given.optional("connector").orElse("nio")),
                ThreadKind.of(given.optional("thread-kind").orElse("platform")),
                given.optionalInt("max-threads"),
                given.optionalInt("min-spare-threads"),
                given.optionalInt("max-connections"),
                given.optionalInt("accept-count"),
                given.optionalInt("buffer-bytes"),
                Duration.ofMillis(given.optionalInt("idle-timeout-ms").orElse(0)));
        given.rejectUnread();
        return settings;
    }

    private static void requireAtLeast(String what, OptionalInt value, int least) {
        if (value.isPresent() && value.getAsInt() < least) {
            throw new IllegalArgumentException("%s must be >= %s, was %s".formatted(what, least, value.getAsInt()));
        }
    }
}
