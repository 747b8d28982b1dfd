package io.ceiling.harness.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * A server that the harness did not start: where it is, and what can be seen of it beside its answers.
 *
 * @param serverName as in its URL
 * @param address of that name
 * @param contextPath {@code ""} or {@code "/name"}
 * @param unchecked whether its certificate is not checked
 * @param headers of every request, each {@code Name: value}
 * @param onThisHost whether the kernel of this host is the server's as well
 * @param pid of its process; empty if that cannot be seen
 * @param container as it says itself; empty if it does not say
 * @param containerVersion empty if it does not say
 * @param connector as it says itself; empty if it does not say
 * @param jdk version that it runs on; empty if that cannot be seen
 * @param blindSpots what cannot be seen, in words for the user
 */
public record Target(
        String serverName,
        String address,
        int port,
        String contextPath,
        boolean tls,
        boolean unchecked,
        List<String> headers,
        boolean onThisHost,
        OptionalLong pid,
        String container,
        String containerVersion,
        String connector,
        String jdk,
        List<String> blindSpots) {

    public Target {
        headers = List.copyOf(headers);
        blindSpots = List.copyOf(blindSpots);
    }

    /** Of which nothing is known but where it is. */
    public static Target unseen(
            String serverName,
            String address,
            int port,
            String contextPath,
            boolean tls,
            boolean unchecked,
            List<String> headers,
            boolean onThisHost) {
        return new Target(
                serverName,
                address,
                port,
                contextPath,
                tls,
                unchecked,
                headers,
                onThisHost,
                OptionalLong.empty(),
                "",
                "",
                "",
                "",
                List.of());
    }

    /** The URL of the application, without a slash at its end. */
    public String url() {
        return "%s://%s:%d%s".formatted(tls ? "https" : "http", bracketed(serverName), port, contextPath);
    }

    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** What could not be seen, as the end of a sentence; empty if everything could. */
    public String notSeen() {
        return blindSpots.isEmpty() ? "" : "; not seen: " + String.join("; ", blindSpots);
    }

    /** Part of a scenario's name. */
    String name() {
        return "probe-%s-%d".formatted(serverName.replaceAll("[^A-Za-z0-9.-]", "_"), port);
    }
}
