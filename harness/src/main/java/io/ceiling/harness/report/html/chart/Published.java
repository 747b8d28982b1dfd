package io.ceiling.harness.report.html.chart;

import java.util.List;

/**
 * A row of a table of 2010 to 2015 that is still copied, as it was published (docs/peers.md). Texts are shown as they are: most figures
 * were published as ranges, or not at all.
 *
 * @param server server and year
 * @param standsFor container of this project that was measured in its place; empty if none is its successor
 * @param connections connections that were held
 * @param messagesPerSecond messages or requests per second at that number
 * @param response average response time
 * @param bytesPerConnection memory of the server divided by its connections
 * @param broke what ended it
 */
public record Published(
        String server,
        String standsFor,
        String connections,
        String messagesPerSecond,
        String response,
        String bytesPerConnection,
        String broke) {

    private static final List<Published> PUSHED = List.of(
            new Published(
                    "Atmosphere on Jetty 8, 2012",
                    "jetty",
                    "3 500",
                    "934",
                    "2 ms",
                    "",
                    "the machine slowed to a crawl"),
            new Published("Netty 4.0 beta, 2012", "netty", "6 500", "847 to 977", "0 ms", "", "it crashed"),
            new Published(
                    "Node.js with ws, cluster of 5, 2012",
                    "node",
                    "23 000 to 24 000",
                    "241 to 259",
                    "1 to 2 ms",
                    "",
                    "slow; the client was out of memory"),
            new Published(
                    "Vert.x, 5 instances, 2012",
                    "vertx",
                    "25 000",
                    "5 108",
                    "3 ms",
                    "",
                    "the server was out of memory"));

    private static final List<Published> WEBSOCKETS = List.of(
            new Published(
                    "Gretty on Netty, 2010",
                    "netty",
                    "524 285",
                    "about 20 000",
                    "",
                    "about 5 KB of heap",
                    "a limit of the kernel or the network"),
            new Published("Netty, 2015", "netty", "1 000 000", "", "", "1.68 KB", "nothing"),
            new Published("Undertow, 2015", "undertow", "1 000 000", "", "", "4.02 KB", "nothing"),
            new Published("Vert.x, 2015", "vertx", "1 000 000", "", "", "6.37 KB", "nothing"),
            new Published("Jetty, 2015", "jetty", "not a million", "", "", "", "no reason was given"));

    private static final List<Published> KEPT_ALIVE =
            List.of(new Published("http-kit, 2013", "", "600 000", "18 765", "", "", "nothing"));

    /** Returns the published rows for that workload; none if there is no such table. */
    public static List<Published> of(String workload) {
        return switch (workload) {
            case "broadcast" -> PUSHED;
            case "websocket" -> WEBSOCKETS;
            case "keep-alive" -> KEPT_ALIVE;
            default -> List.of();
        };
    }
}
