package io.ceiling.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The limits of an Envoy towards the servers behind it, from its admin port, whose address is in the configuration that its
 * command line names. Only {@code /clusters} and {@code /stats} are requested, and only on loopback.
 */
final class EnvoySettings {

    static final String NAME = "envoy";

    private static final int PATIENCE_MILLIS = 500;
    private static final int MAX_BYTES = 4 << 20;
    private static final String CLUSTERS = "/clusters";
    private static final String STATS = "/stats";

    // Queries: of some thousands of counters, three of each cluster are needed.
    private static final Map<String, String> FILTERED =
            Map.of(CLUSTERS, "format=text", STATS, "filter=upstream_(cx|rq|rq_pending)_active");

    private EnvoySettings() {}

    /**
     * Asks the admin port once.
     *
     * @param upstreamPort port of the server behind it
     */
    static ProxySettings of(Path proc, ProxyProcesses processes, int upstreamPort) {
        List<String> words = ProxyFiles.commandLine(proc, processes.master());
        Optional<Path> file = ProxyFiles.workingFolder(proc, processes.master())
                .flatMap(folder -> ProxyFiles.option(words, "-c")
                        .or(() -> ProxyFiles.option(words, "--config-path"))
                        .flatMap(ProxyFiles::path)
                        .map(folder::resolve));
        Optional<String> text = file.flatMap(ProxyFiles::text).or(() -> ProxyFiles.option(words, "--config-yaml"));
        Optional<InetSocketAddress> admin = text.flatMap(EnvoySettings::admin);
        List<ProxyLimitUse> uses = uses(admin, upstreamPort);
        List<String> lines = uses.stream()
                .map(use -> "%s %s of %s (its admin port)".formatted(use.setting(), use.limit(), use.where()))
                .toList();
        String blind = "the limits of envoy (%s)"
                .formatted(
                        admin.isPresent()
                                ? "its admin port %s does not answer".formatted(admin.get())
                                : "no admin port on loopback in the configuration of its command line");
        return new ProxySettings(
                lines,
                uses.isEmpty() ? List.of(blind) : List.of(),
                Optional.empty(),
                (now, front, upstream) -> uses(admin, upstreamPort));
    }

    /** Returns the address of the admin port in a configuration; empty if there is none on loopback. */
    static Optional<InetSocketAddress> admin(String yaml) {
        try {
            JsonNode socket = new YAMLMapper()
                    .readTree(yaml)
                    .path("admin")
                    .path("address")
                    .path("socket_address");
            String address = socket.path("address").asText();
            int port = socket.path("port_value").asInt();
            if (!address.matches("[0-9.]+|[0-9a-fA-F:]+") || port < 1 || port > 65_535) {
                return Optional.empty();
            }
            InetAddress where = InetAddress.getByName(address);
            InetAddress loopback = where.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : where;
            return loopback.isLoopbackAddress() ? Optional.of(new InetSocketAddress(loopback, port)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static List<ProxyLimitUse> uses(Optional<InetSocketAddress> admin, int upstreamPort) {
        return admin.map(at -> EnvoyStats.uses(ask(at, CLUSTERS), ask(at, STATS), upstreamPort))
                .orElse(List.of());
    }

    // Returns the lines of an answer; none if there is none in time.
    private static List<String> ask(InetSocketAddress admin, String path) {
        try {
            String address = admin.getAddress().getHostAddress();
            URL url = new URI("http", null, address, admin.getPort(), path, FILTERED.get(path), null).toURL();
            URLConnection connection = url.openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            try (InputStream in = connection.getInputStream()) {
                return new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1)
                        .lines()
                        .toList();
            }
        } catch (IOException | URISyntaxException e) {
            return List.of();
        }
    }
}
