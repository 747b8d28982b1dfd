package io.ceiling.harness.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * A server that the harness did not start: where it is, and what can be seen of it beside its answers.
 *
 * @param onThisHost true if the kernel of this host is the server's as well
 * @param pid of its process; empty if that cannot be seen
 * @param blindSpots what cannot be seen, in words for the user
 */
public record Target(
        Endpoint endpoint, boolean onThisHost, OptionalLong pid, Software software, List<String> blindSpots) {

    /**
     * Where the application of a server is reached.
     *
     * @param serverName as in its URL
     * @param address of that name
     * @param contextPath {@code ""} or {@code "/name"}
     * @param unchecked true if its certificate is not checked
     * @param headers of every request, each {@code Name: value}
     */
    public record Endpoint(
            String serverName,
            String address,
            int port,
            String contextPath,
            boolean tls,
            boolean unchecked,
            List<String> headers) {

        public Endpoint {
            headers = List.copyOf(headers);
        }

        /** Returns the URL of the application, without a slash at its end. */
        public String url() {
            return "%s://%s:%d%s".formatted(tls ? "https" : "http", bracketed(serverName), port, contextPath);
        }

        private static String bracketed(String host) {
            return host.contains(":") ? "[" + host + "]" : host;
        }
    }

    /**
     * The software as the server names it; each part is empty if the server does not say.
     *
     * @param jdk version that it runs on
     */
    public record Software(String container, String containerVersion, String connector, String jdk) {

        static final Software NOT_SEEN = new Software("", "", "", "");
    }

    public Target {
        blindSpots = List.copyOf(blindSpots);
    }

    /** Returns a server of which nothing is known but where it is. */
    public static Target unseen(Endpoint endpoint, boolean onThisHost) {
        return new Target(endpoint, onThisHost, OptionalLong.empty(), Software.NOT_SEEN, List.of());
    }

    /** Returns what could not be seen, as the end of a sentence; empty if everything could. */
    public String notSeen() {
        return blindSpots.isEmpty() ? "" : "; not seen: " + String.join("; ", blindSpots);
    }

    /** Returns the part of a scenario's name. */
    String name() {
        return "probe-%s-%d".formatted(endpoint.serverName().replaceAll("[^A-Za-z0-9.-]", "_"), endpoint.port());
    }
}
