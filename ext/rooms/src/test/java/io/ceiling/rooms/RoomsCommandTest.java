package io.ceiling.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.main.CommandLineFixture;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoomsCommandTest extends CommandLineFixture {

    RoomsCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void roomsFillTheGridOfTheirExperimentAsFarAsDescriptorsAllow() {
        assertThat(execute("rooms", "--container=jetty")).isZero();

        assertThat(others(RoomsRequest.class)).singleElement().satisfies(grid -> {
            assertThat(grid.users()).containsExactly(1000, 5000, 10_000, 19_000);
            assertThat(grid.rooms()).containsExactly(100, 1000);
            assertThat(grid.run().scenarios()).singleElement().satisfies(server -> {
                assertThat(server.name()).startsWith("jetty-nio-platform-broadcast-websocket");
                assertThat(server.sizes().maxConnections()).isEqualTo(Limit.UNLIMITED);
            });
            assertThat(grid.run().commandLine()).containsExactly("rooms", "--container=jetty");
        });
    }

    @ParameterizedTest
    @CsvSource({"cometd, long-polling", "netty, websocket", "node, websocket"})
    void roomsOfAReferenceAreOverItsTransportWithoutALimitToLift(String container, String transport) {
        assertThat(execute("rooms", "--container=" + container, "--threads=1"))
                .as(text(err))
                .isZero();

        assertThat(others(RoomsRequest.class))
                .flatMap(grid -> grid.run().scenarios())
                .singleElement()
                .satisfies(server -> {
                    assertThat(server.messaging().orElseThrow().transport()).isEqualTo(transport);
                    assertThat(server.sizes().maxConnections()).isEqualTo(Limit.DEFAULT);
                });
    }

    @Test
    void roomsOfSeveralServersTakeTurnsOverTheTransportsThatEachHas() {
        assertThat(
                        execute(
                                "rooms --container=cometd,jetty,netty --transport=long-polling,websocket --forks=2 --users=1000"))
                .as(text(err))
                .isZero();

        assertThat(others(RoomsRequest.class))
                .flatMap(grid -> grid.run().scenarios())
                .extracting(server -> "%s %s %d"
                        .formatted(
                                server.container(),
                                server.messaging().orElseThrow().transport(),
                                server.fork()))
                .containsExactly(
                        "cometd long-polling 1", "jetty long-polling 1",
                        "jetty websocket 1", "netty websocket 1",
                        "cometd long-polling 2", "jetty long-polling 2",
                        "jetty websocket 2", "netty websocket 2");
        assertThat(others(RoomsRequest.class))
                .singleElement()
                .satisfies(grid -> assertThat(grid.run().folders().name()).isEqualTo("rooms-all"));
    }
}
