package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SingleClientsTest {

    private static ServerSocket listen(int backlog) throws IOException {
        return new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    }

    private static SingleClients clients(int count, int port) {
        LoadPlan plan = LoadPlan.of(new ServerAddress("127.0.0.1", port, "", null), LoadWorkload.KEEP_ALIVE);
        return new SingleClients(Collections.nCopies(count, plan));
    }

    /** Looks until the condition holds; the time limit of the class ends this otherwise. */
    private static List<SingleClients.ClientState> await(
            SingleClients clients, Predicate<List<SingleClients.ClientState>> condition) {
        List<SingleClients.ClientState> sights = clients.observe();
        while (!condition.test(sights)) {
            Thread.onSpinWait();
            sights = clients.observe();
        }
        return sights;
    }

    @Test
    void refusedClientsHaveFailedWithoutAConnect() throws IOException {
        int port;
        try (ServerSocket gone = listen(1)) {
            port = gone.getLocalPort();
        }
        try (SingleClients clients = clients(2, port)) {
            clients.connect();

            List<SingleClients.ClientState> sights =
                    await(clients, all -> all.stream().noneMatch(SingleClients.ClientState::isWaiting));

            assertThat(sights).hasSize(2).allSatisfy(sight -> {
                assertThat(sight.connectNanos()).isEmpty();
                assertThat(sight.failures().count(FailureCause.CONNECT_REFUSED)).isEqualTo(1);
            });
        }
    }

    @Test
    void clientsInAFullQueueAreToldFromThoseBehindIt() throws IOException {
        try (ServerSocket deaf = listen(1);
                SingleClients clients = clients(6, deaf.getLocalPort())) {
            clients.connect();

            // A queue of Linux holds one more than its backlog.
            List<SingleClients.ClientState> sights = await(
                    clients,
                    all -> all.stream()
                                    .filter(sight -> sight.connectNanos().isPresent())
                                    .count()
                            >= 2);

            assertThat(sights).hasSize(6).allMatch(SingleClients.ClientState::isWaiting);
            assertThat(sights).anyMatch(sight -> sight.connectNanos().isEmpty());
        }
    }

    @Test
    void aClosedClientIsSeenByItselfBesideOneThatWaits() throws IOException {
        try (ServerSocket server = listen(10);
                SingleClients clients = clients(2, server.getLocalPort())) {
            clients.connect();
            try (Socket kept = server.accept()) {
                server.accept().close();

                List<SingleClients.ClientState> sights = await(clients, all -> all.stream()
                        .anyMatch(sight -> sight.failures().total() > 0));

                assertThat(kept.isConnected()).isTrue();
                assertThat(sights)
                        .filteredOn(SingleClients.ClientState::isWaiting)
                        .hasSize(1);
                assertThat(sights)
                        .filteredOn(sight -> !sight.isWaiting())
                        .singleElement()
                        .satisfies(sight -> assertThat(sight.failures().count(FailureCause.CLOSED_BEFORE_ANSWER))
                                .isEqualTo(1));
            }
        }
    }
}
