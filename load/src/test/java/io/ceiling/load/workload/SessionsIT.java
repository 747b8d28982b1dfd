package io.ceiling.load.workload;

import static io.ceiling.load.fixtures.Agents.FAST;
import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.exchange;
import static io.ceiling.load.fixtures.Agents.open;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.CustomServer;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.CustomPlan.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An application that begins a session for each request without the cookie of one. */
class SessionsIT {

    private static final int CONNECTIONS = 50;

    private static LoadPlan plan(CustomServer server, Kind kind, String path, String headers) {
        Access access = new Access("localhost", false, false, headers);
        return LoadPlan.custom(
                new ServerAddress("127.0.0.1", server.port(), "/app", access), new CustomPlan(kind, path));
    }

    @ParameterizedTest
    @EnumSource(names = {"GET", "IN_FLIGHT"})
    void aConnectionHasOneSessionHoweverOftenItAsks(Kind kind) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            open(agent, plan(server, kind, "/session", ""), CONNECTIONS);
            for (int round = 0; round < 3; round++) {
                exchange(agent, CONNECTIONS);
            }

            assertThat(server.sessions()).isEqualTo(CONNECTIONS);
            assertThat(agent.report().connections().withCookies()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void aRequestInFlightWhoseConnectionIsReplacedStaysInItsSession() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            open(agent, plan(server, Kind.IN_FLIGHT, "/session", ""), CONNECTIONS);
            server.closeConnections();
            exchange(agent, CONNECTIONS);

            assertThat(server.accepted()).isEqualTo(2 * CONNECTIONS);
            assertThat(server.sessions()).isEqualTo(CONNECTIONS);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET, /session", "SSE, /session-events", "WEBSOCKET, /session-socket"})
    void aConnectionThatIsOpenedAgainIsTheClientThatLeft(Kind kind, String path) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            LoadPlan plan = plan(server, kind, path, "");
            open(agent, plan, CONNECTIONS);
            agent.trim(CONNECTIONS / 2);
            agent.open(CONNECTIONS / 2, FAST);
            Await.report(agent, now -> now.connections().alive() == CONNECTIONS);
            open(agent, plan, CONNECTIONS);

            assertThat(server.sessions()).isEqualTo(CONNECTIONS);

            open(agent, plan, CONNECTIONS + 10);

            assertThat(server.sessions()).isEqualTo(CONNECTIONS + 10);
        }
    }

    @Test
    void clientsOfAnotherServerHaveNoCookieOfTheFirst() throws Exception {
        try (CustomServer first = new CustomServer();
                CustomServer second = new CustomServer();
                LoadAgent agent = agent(2)) {
            open(agent, plan(first, Kind.GET, "/session", ""), CONNECTIONS);
            open(agent, plan(second, Kind.GET, "/session", ""), CONNECTIONS);

            assertThat(second.sessions()).isEqualTo(CONNECTIONS);
            assertThat(agent.report().connections().withCookies()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void cookiesOfTheUserAreSentWithThoseOfTheServerInOneHeader() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(1)) {
            open(agent, plan(server, Kind.GET, "/session", "Cookie: user=u; theme=dark\r\nX-Other: 1\r\n"), 1);
            exchange(agent, 1);

            assertThat(server.lastHead).contains("\r\nX-Other: 1\r\nCookie: user=u; theme=dark; SID=1\r\n\r\n");
        }
    }

    @Test
    void aCookieThatTheUserGivesIsNotReplaced() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(1)) {
            open(agent, plan(server, Kind.GET, "/session", "Cookie: SID=mine\r\n"), 1);
            exchange(agent, 1);

            assertThat(server.sessions()).isEqualTo(2);
            assertThat(server.lastHead).contains("\r\nCookie: SID=mine\r\n");
            assertThat(agent.report().connections().withCookies()).isZero();
        }
    }
}
