package io.ceiling.harness.scenario;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A server that the harness did not start, with the facts that can be seen in addition to its answers.
 *
 * @param endpoint address of its application
 * @param onThisHost true if it runs on the kernel of this host
 * @param pid process id, of a server with several processes that of the master; empty if it cannot be seen
 * @param processes number of its processes when it was found; 0 if they cannot be seen
 * @param software software of the server
 * @param blindSpots facts that cannot be seen, as text for the user
 * @param proxy the proxy to which the address belongs; empty if it is the server's own
 * @param forwarder program of this host that takes connections and passes them to the container of the server, such as
 *     {@code docker-proxy (pid 812)}; empty if there is none
 */
public record Target(
        Endpoint endpoint,
        boolean onThisHost,
        OptionalLong pid,
        int processes,
        Software software,
        List<String> blindSpots,
        Optional<Proxy> proxy,
        Optional<String> forwarder) {

    /**
     * The address of an application.
     *
     * @param serverName host name as in its URL
     * @param address IP address of that name
     * @param port TCP port
     * @param contextPath {@code ""} or {@code "/name"}
     * @param tls true for https
     * @param trustsAnyCertificate true to accept any certificate
     * @param headers headers of every request, each {@code Name: value}
     */
    public record Endpoint(
            String serverName,
            String address,
            int port,
            String contextPath,
            boolean tls,
            boolean trustsAnyCertificate,
            List<String> headers) {

        public Endpoint {
            headers = List.copyOf(headers);
        }

        /** Returns a text without the values of headers, which may be secrets. */
        @Override
        public String toString() {
            return "Endpoint[%s at %s, %d headers]".formatted(url(), address, headers.size());
        }

        /** Returns the URL of the application, without a trailing slash. */
        public String url() {
            // Not formatted: a locale may have other digits, which no URL has.
            return (tls ? "https" : "http") + "://" + bracketed(serverName) + ":" + port + contextPath;
        }

        private static String bracketed(String host) {
            return host.contains(":") ? "[" + host + "]" : host;
        }
    }

    /**
     * The software as the server reports it; each part is empty if the server does not report it.
     *
     * @param container container of the server
     * @param containerVersion version of the container
     * @param connector connector of the container
     * @param jdk version of the JDK
     * @param program name of its process
     */
    public record Software(String container, String containerVersion, String connector, String jdk, String program) {

        static final Software NOT_SEEN = new Software("", "", "", "", "");
    }

    public Target {
        blindSpots = List.copyOf(blindSpots);
    }

    /** Returns a server of which only the address is known. */
    public static Target withAddressOnly(Endpoint endpoint, boolean onThisHost) {
        return new Target(
                endpoint,
                onThisHost,
                OptionalLong.empty(),
                0,
                Software.NOT_SEEN,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns the same server with one more fact that cannot be seen. */
    public Target withBlindSpot(String fact) {
        List<String> more = Stream.concat(blindSpots.stream(), Stream.of(fact)).toList();
        return new Target(endpoint, onThisHost, pid, processes, software, more, proxy, forwarder);
    }

    /** Returns the same server with the root of its host in place of an application's. */
    public Target atRoot() {
        Endpoint root = new Endpoint(
                endpoint.serverName(),
                endpoint.address(),
                endpoint.port(),
                "",
                endpoint.tls(),
                endpoint.trustsAnyCertificate(),
                endpoint.headers());
        return new Target(root, onThisHost, pid, processes, software, blindSpots, proxy, forwarder);
    }

    /** Returns the part of a scenario's name. */
    String name() {
        return "probe-%s-%d".formatted(endpoint.serverName().replaceAll("[^A-Za-z0-9.-]", "_"), endpoint.port());
    }
}
