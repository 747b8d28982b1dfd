package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.Served;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Who gets in: in any server, whatever sends the request. */
final class AccessChecks {

    private static final int REFUSALS = 9;

    private static final List<String> REQUESTS = List.of(
            "GET /ceiling/recursive?number=1&limit=1", "GET /ceiling/recursive-async?number=1&limit=1",
            "GET /ceiling/hold/blocking", "GET /ceiling/hold/async",
            "POST /ceiling/hold/release", "GET /ceiling/length?length=1",
            "GET /ceiling/ws/upper", "GET /ceiling/channels?X-Atmosphere-Transport=long-polling",
            "POST /ceiling/channels", "POST /ceiling/publisher?per-second=1&bytes=200&identifiers=1&seconds=1",
            "POST /ceiling/publisher/stop", "GET /ceiling/counters",
            "GET /ceiling/", "GET /ceiling/nowhere");

    private static final List<String> UPGRADES = List.of("/ws/upper", "/channels?X-Atmosphere-Transport=websocket");

    private static final String UPGRADE = String.join(
            "\r\n", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "");

    private final Served server;
    private final String allowed;

    AccessChecks(Served server, String allowed) {
        this.server = server;
        this.allowed = allowed;
    }

    /** Not even with an allowed address in every header that a proxy might set. */
    void nobodyGetsInFrom(String notAllowed) throws Exception {
        String forged = String.join(
                "\r\n",
                "Content-Length: 0",
                "X-Forwarded-For: " + allowed,
                "X-Real-IP: " + allowed,
                "Forwarded: for=" + allowed,
                "");
        long before = server.gauge(REFUSALS);

        for (String request : REQUESTS) {
            String answer = RawHttp.exchange(notAllowed, server.port(), request, forged);
            assertThat(RawHttp.status(answer)).as(request).isEqualTo(403);
            assertThat(RawHttp.body(answer)).contains("ceiling.allow");
        }
        for (String path : UPGRADES) {
            assertThat(upgradeStatus(notAllowed, path, forged))
                    .as("upgrade of " + path)
                    .isEqualTo(403);
            assertThat(upgradeStatus(allowed, path, ""))
                    .as("upgrade of " + path)
                    .isEqualTo(101);
        }

        assertThat(server.gauge(REFUSALS)).isEqualTo(before + REQUESTS.size() + UPGRADES.size());
    }

    /** From an address that is not allowed. */
    void whoeverHasTheTokenGetsIn(String notAllowed, String token) throws Exception {
        String line = "GET /ceiling/length?length=1";

        String right = RawHttp.exchange(notAllowed, server.port(), line, "Authorization: Bearer " + token + "\r\n");
        String wrong = RawHttp.exchange(notAllowed, server.port(), line, "Authorization: Bearer guess\r\n");

        assertThat(RawHttp.status(right)).isEqualTo(200);
        assertThat(RawHttp.status(wrong)).isEqualTo(403);
    }

    /** A page of another site, in a browser that runs where clients are allowed. */
    void noForeignPageGetsIn() throws Exception {
        for (String header : List.of(
                "Origin: https://evil.example", "Origin: null",
                "Origin: http://localhost:1", "Sec-Fetch-Site: cross-site")) {
            for (String request : REQUESTS) {
                String answer = RawHttp.exchange(allowed, server.port(), request, header + "\r\nContent-Length: 0\r\n");
                assertThat(RawHttp.status(answer))
                        .as(request + " with " + header)
                        .isEqualTo(403);
                assertThat(RawHttp.body(answer)).contains("comes from another site");
            }
            for (String path : UPGRADES) {
                assertThat(upgradeStatus(allowed, path, header + "\r\n"))
                        .as("upgrade of " + path + " with " + header)
                        .isEqualTo(403);
            }
        }
    }

    /** The server's own page gets in, be it by an image, by a script or by a WebSocket. */
    void itsOwnPageGetsIn() throws Exception {
        String own = "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n";

        assertThat(RawHttp.status(RawHttp.exchange(allowed, server.port(), "GET /ceiling/length?length=1", own)))
                .isEqualTo(200);
        for (String path : UPGRADES) {
            assertThat(upgradeStatus(allowed, path, own))
                    .as("upgrade of " + path)
                    .isEqualTo(101);
        }
    }

    /** DNS rebinding: a page whose name resolves to this server is of the same origin, and Host tells. */
    void aNameThatIsNotKnownNeedsTheToken(String token) throws Exception {
        String rebound = "rebound.example:" + server.port();
        String headers = "Origin: http://" + rebound + "\r\nSec-Fetch-Site: same-origin\r\n";

        for (String path : UPGRADES) {
            assertThat(upgradeStatus(allowed, path, rebound, headers))
                    .as("upgrade of " + path)
                    .isEqualTo(403);
        }
        String answer = exchange(rebound, headers);
        assertThat(RawHttp.status(answer)).isEqualTo(403);
        assertThat(RawHttp.body(answer))
                .contains("host '" + rebound + "' is not known")
                .contains("ceiling.hosts");
        assertThat(RawHttp.status(exchange(rebound, headers + "Authorization: Bearer " + token + "\r\n")))
                .isEqualTo(200);
    }

    private String exchange(String host, String headers) throws Exception {
        try (Socket socket = RawHttp.connect(allowed, server.port())) {
            RawHttp.send(
                    socket,
                    "GET /ceiling/length?length=1 HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + headers
                            + "\r\n");
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private int upgradeStatus(String from, String path, String headers) throws Exception {
        return upgradeStatus(from, path, "localhost", headers);
    }

    private int upgradeStatus(String from, String path, String host, String headers) throws Exception {
        try (Socket socket = RawHttp.connect(from, server.port())) {
            RawHttp.send(
                    socket, "GET /ceiling" + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + UPGRADE + "\r\n");
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            return RawHttp.status(String.valueOf(line));
        }
    }
}
