package io.ceiling.aftermath;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.aftermath.NextClient.ClientOutcome;
import io.ceiling.harness.reading.Observation;
import io.ceiling.load.SingleClients.ClientState;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextClientsTest {

    private static final OptionalLong NEVER = OptionalLong.empty();
    private static final Observation FAILED = Observation.of(7_000_000);

    private static ClientState failed(FailureCause cause, String text) {
        return new ClientState(OptionalLong.of(300_000), NEVER, new Failures(Map.of(cause, 1L), Map.of(cause, text)));
    }

    @Test
    void clientWithoutConnectWasDroppedSilently() {
        NextClient client = NextClients.of(new ClientState(NEVER, NEVER, Failures.NONE), Observation.NOT_SEEN);

        assertThat(client.outcome()).isEqualTo(ClientOutcome.SILENT_DROP);
        assertThat(client.afterNanos().isSeen()).isFalse();
    }

    @Test
    void clientThatConnectedAndWaitsIsNeverServed() {
        NextClient client =
                NextClients.of(new ClientState(OptionalLong.of(300_000), NEVER, Failures.NONE), Observation.NOT_SEEN);

        assertThat(client.outcome()).isEqualTo(ClientOutcome.NEVER_SERVED);
        assertThat(client.afterNanos()).isEqualTo(Observation.of(300_000));
    }

    @Test
    void clientWithAnAnswerWasServed() {
        NextClient client = NextClients.of(
                new ClientState(OptionalLong.of(300_000), OptionalLong.of(900_000), Failures.NONE),
                Observation.NOT_SEEN);

        assertThat(client.outcome()).isEqualTo(ClientOutcome.SERVED);
        assertThat(client.afterNanos()).isEqualTo(Observation.of(900_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CONNECT_REFUSED | finishConnect(..) failed with error(-111): Connection refused | refused",
                "CONNECT_TIMEOUT | not connected within 800 ms | silent-drop",
                "ANSWER_TIMEOUT | no answer within 800 ms | never-served",
                "UNEXPECTED_STATUS | expected status 200, got: HTTP/1.1 503 Service Unavailable | http-503",
                "UNEXPECTED_STATUS | expected status 101, got: HTTP/1.1 200 | http-200",
                "CLOSED_BEFORE_ANSWER | the server closed the connection | closed",
                "CLOSED_BEFORE_ANSWER | recvAddress(..) failed with error(-104): Connection reset by peer | reset",
                "CLOSED_BEFORE_ANSWER | Broken pipe | reset",
                "OTHER | Connection reset by peer | reset",
                "OTHER | something else | other",
                "NO_DESCRIPTOR | Too many open files | no-client",
            })
    void saysWhatAFailedClientSaw(FailureCause cause, String text, String expected) {
        NextClient client = NextClients.of(failed(cause, text), FAILED);

        assertThat(client.label()).isEqualTo(expected);
        assertThat(client.laterOutcome()).isEqualTo(NextClient.LaterOutcome.KNOWN_BEFORE);
    }

    @Test
    void timeOfAFailureIsThatAtWhichItWasSeen() {
        assertThat(NextClients.of(failed(FailureCause.UNEXPECTED_STATUS, "HTTP/1.1 503 Busy"), FAILED)
                        .afterNanos())
                .isEqualTo(FAILED);
    }

    @Test
    void answerAfterTheLoadWentBackCountsFromThen() {
        ClientState end =
                new ClientState(OptionalLong.of(3_000_000_000L), OptionalLong.of(5_000_000_000L), Failures.NONE);

        assertThat(NextClients.laterOutcome(end, 4_000_000_000L).servedNanos())
                .isEqualTo(Observation.of(1_000_000_000L));
        assertThat(NextClients.laterOutcome(new ClientState(NEVER, NEVER, Failures.NONE), 1)
                        .servedNanos()
                        .isSeen())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "4, 1, 3", "40, 10, 32", "204, 20, 163", "10000, 20, 8000"})
    void fewClientsAndFourFifthsOfTheLoad(int ceiling, int clients, int back) {
        assertThat(NextClients.count(ceiling)).isEqualTo(clients);
        assertThat(NextClients.loweredConnections(ceiling)).isEqualTo(back);
    }
}
