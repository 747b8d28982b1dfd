package io.ceiling.harness.scenario;

import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * An executable jar of Spring Boot, with the properties by which such an application gets its settings.
 *
 * @param file the jar
 * @param bootVersion version of Spring Boot, such as {@code 4.1.2}
 * @param container name of the embedded container, such as {@code tomcat}
 * @param properties further properties with their values, which are none of the server's settings
 */
public record BootJar(Path file, String bootVersion, String container, Map<String, String> properties) {

    /** Spring Boot ignores a negative limit of connections. An application with this number of them has no limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    // A property of Spring Boot in the remedy of a pool.
    private static final Pattern OF_A_POOL = Pattern.compile("\\bspring\\.[a-z0-9.-]*[a-z0-9]");

    // Limits that an application has as a property of Spring Boot.
    private enum Setting {
        THREADS,
        MAX_CONNECTIONS,
        ACCEPT_COUNT
    }

    public BootJar {
        properties = Map.copyOf(properties);
    }

    /** Creates a jar whose properties are left to it. */
    public BootJar(Path file, String bootVersion, String container) {
        this(file, bootVersion, container, Map.of());
    }

    public BootJar with(String property, String value) {
        Map<String, String> more = new TreeMap<>(properties);
        more.put(property, value);
        return new BootJar(file, bootVersion, container, more);
    }

    // Returns the property of a setting; empty if Spring Boot has none for this container.
    private Optional<String> property(Setting setting) {
        return switch (container) {
            case "tomcat" ->
                Optional.of(
                        switch (setting) {
                            case THREADS -> "server.tomcat.threads.max";
                            case MAX_CONNECTIONS -> "server.tomcat.max-connections";
                            case ACCEPT_COUNT -> "server.tomcat.accept-count";
                        });
            case "jetty" ->
                switch (setting) {
                    case THREADS -> Optional.of("server.jetty.threads.max");
                    case MAX_CONNECTIONS -> Optional.of("server.jetty.max-connections");
                    case ACCEPT_COUNT -> Optional.empty();
                };
            case "undertow" ->
                setting == Setting.THREADS ? Optional.of("server.undertow.threads.worker") : Optional.empty();
            default -> Optional.empty();
        };
    }

    /**
     * Returns the arguments of the application for these settings; a setting that is left to the application adds none.
     *
     * @param address IP address on which it listens
     * @param port TCP port
     */
    public List<String> arguments(ServerSettings server, String address, int port) {
        List<String> arguments = new ArrayList<>(List.of("--server.address=" + address, "--server.port=" + port));
        if (container.equals("tomcat")) {
            // Without it no MBean has the connections and threads of Tomcat.
            arguments.add("--server.tomcat.mbeanregistry.enabled=true");
        }
        if (server.threadKind() == ThreadKind.VIRTUAL) {
            arguments.add("--spring.threads.virtual.enabled=true");
        }
        add(arguments, Setting.THREADS, server.sizes().maxThreads());
        add(arguments, Setting.MAX_CONNECTIONS, server.sizes().maxConnections());
        add(arguments, Setting.ACCEPT_COUNT, server.sizes().acceptCount());
        new TreeMap<>(properties).forEach((name, value) -> arguments.add("--%s=%s".formatted(name, value)));
        return List.copyOf(arguments);
    }

    private void add(List<String> arguments, Setting setting, Limit limit) {
        if (!limit.isDefault()) {
            property(setting)
                    .ifPresent(name -> arguments.add("--%s=%s".formatted(name, limit.isNumber() ? limit : UNLIMITED)));
        }
    }

    /** Returns why an application of this jar cannot have these settings; empty if it can. */
    public Optional<String> refusal(ServerSettings server) {
        if (server.sizes().bufferBytes().isPresent()) {
            return Optional.of("--buffer: Spring Boot has no property for buffers");
        }
        if (server.sizes().headerCacheNodes().isPresent()) {
            return Optional.of("--header-cache: Spring Boot has no property for the header cache");
        }
        if (server.sizes().tls().isOn()) {
            return Optional.of(
                    "--tls must be off with --jar, was %s: it is for the containers of this project. Hint: start the application with its own certificate and give its URL to ceiling probe"
                            .formatted(server.sizes().tls().label()));
        }
        if (server.release().isPresent()) {
            return Optional.of(
                    "--container-version must be default with --jar, was %s: an executable jar brings its own container"
                            .formatted(server.release().get()));
        }
        if (server.sizes().deflate().isOn()) {
            return Optional.of("--deflate must be off with --jar, was %s: it is for the containers of this project"
                    .formatted(server.sizes().deflate().label()));
        }
        return refusal(Setting.THREADS, "--threads", server.sizes().maxThreads())
                .or(() -> refusal(
                        Setting.MAX_CONNECTIONS,
                        "--max-connections",
                        server.sizes().maxConnections()))
                .or(() -> refusal(
                        Setting.ACCEPT_COUNT, "--accept-count", server.sizes().acceptCount()));
    }

    private Optional<String> refusal(Setting setting, String option, Limit limit) {
        return limit.isDefault() || property(setting).isPresent()
                ? Optional.empty()
                : Optional.of("%s: Spring Boot has no such property for %s".formatted(option, container));
    }

    /**
     * Returns the property that moves a limit; empty if no property of Spring Boot does.
     *
     * @param relief the relief in words; that of the pool of a known library has its property
     */
    public Optional<String> property(LimitingFactor factor, String relief) {
        return switch (factor) {
            case APPLICATION_POOL ->
                OF_A_POOL.matcher(relief).results().map(MatchResult::group).findFirst();
            case SERVER_THREADS -> property(Setting.THREADS);
            case SERVER_MAX_CONNECTIONS -> property(Setting.MAX_CONNECTIONS);
            case ACCEPT_QUEUE -> property(Setting.ACCEPT_COUNT);
            default -> Optional.empty();
        };
    }
}
