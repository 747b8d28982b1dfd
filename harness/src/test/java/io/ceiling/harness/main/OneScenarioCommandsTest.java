package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.command.climb.ClimbPlan;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that take one scenario. */
class OneScenarioCommandsTest extends CommandLineFixture {

    OneScenarioCommandsTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void climbStartsWithTheDefaultsOfAShell() {
        assertThat(execute("climb", "--container=tomcat", "--hold=1s")).isZero();

        assertThat(climbs).singleElement().satisfies(climb -> {
            assertThat(climb.plans()).singleElement().satisfies(plan -> assertThat(plan.name())
                    .isEqualTo("tomcat nio platform recursive"));
            assertThat(climb.run().scenarios()).singleElement().satisfies(start -> {
                assertThat(start.nofile()).isEqualTo(Limit.of(1024));
                assertThat(start.jvm().heapMaxBytes()).isEqualTo(Limit.of(512L << 20));
                assertThat(start.sizes().maxThreads()).isEqualTo(Limit.DEFAULT);
                assertThat(start.capConnections()).isEqualTo(20_000);
            });
            assertThat(climb.run().ramp().hold()).isEqualTo(Duration.ofSeconds(1));
            assertThat(climb.run().folders().name()).isEqualTo("climb-tomcat");
            assertThat(climb.run().commandLine()).containsExactly("climb", "--container=tomcat", "--hold=1s");
        });
    }

    @Test
    void theArticleIsClimbedThreeTimes() {
        assertThat(execute("climb", "--preset=article")).isZero();

        assertThat(climbs).singleElement().satisfies(climb -> assertThat(climb.plans())
                .extracting(ClimbPlan::name)
                .containsExactly(
                        "tomcat platform recursive", "tomcat virtual recursive", "tomcat platform recursive-async"));
    }

    @Test
    void aDryClimbPrintsItsStartAndStartsNothing() {
        assertThat(execute("climb", "--workload=hold-async", "--dry-run")).isZero();

        assertThat(text(out)).startsWith("tomcat-nio-platform-hold-async-heap512m-nofile1024-");
        assertThat(climbs).isEmpty();
    }

    @Test
    void roomsFillTheGridOfTheirExperimentAsFarAsDescriptorsAllow() {
        assertThat(execute("rooms", "--container=jetty")).isZero();

        assertThat(grids).singleElement().satisfies(grid -> {
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

        assertThat(grids)
                .flatMap(grid -> grid.run().scenarios())
                .singleElement()
                .satisfies(server -> {
                    assertThat(server.messaging().orElseThrow().transport()).isEqualTo(transport);
                    assertThat(server.sizes().maxConnections()).isEqualTo(Limit.DEFAULT);
                });
    }

    @Test
    void roomsOfSeveralServersTakeTurnsOverTheTransportsThatEachHas() {
        assertThat(execute(
                        "rooms",
                        "--container=cometd,jetty,netty",
                        "--transport=long-polling,websocket",
                        "--forks=2",
                        "--users=1000"))
                .as(text(err))
                .isZero();

        assertThat(grids)
                .flatMap(grid -> grid.run().scenarios())
                .extracting(server -> "%s %s %d"
                        .formatted(
                                server.container(),
                                server.messaging().orElseThrow().transport(),
                                server.fork()))
                .containsExactly(
                        "cometd long-polling 1",
                        "jetty long-polling 1",
                        "jetty websocket 1",
                        "netty websocket 1",
                        "cometd long-polling 2",
                        "jetty long-polling 2",
                        "jetty websocket 2",
                        "netty websocket 2");
        assertThat(grids)
                .singleElement()
                .satisfies(grid -> assertThat(grid.run().folders().name()).isEqualTo("rooms-all"));
    }

    @Test
    void serveRefusesAPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            int exitCode = execute("serve", "--port=" + taken.getLocalPort());

            assertThat(exitCode).isEqualTo(3);
            assertThat(text(err).lines())
                    .singleElement()
                    .asString()
                    .startsWith("ceiling: --port must be free, %d is not: ".formatted(taken.getLocalPort()));
        }
    }

    @Test
    void doctorShowsLimitsAndWhatBindsFirst() {
        assertThat(execute("doctor", "--nofile=1000", "--threads=50")).isZero();

        assertThat(text(out))
                .containsPattern("open files, hard +20000 ")
                .containsPattern("cgroup memory\\.max +none ")
                .contains("with nofile=1000 heap=6144m (a quarter of the memory); an estimate, nothing was started:")
                .containsPattern("hold-blocking .*~50 .*threads=50 ")
                .containsPattern("hold-async .*~97\\d \\(\\d+..\\d+\\) nofile=1000 \\[\\d+]")
                .containsPattern(
                        "\n  \\[\\d+] descriptors: 25 without a connection, 1 more with each; \\d+ servers of results/reference: quick-tomcat");
    }

    @Test
    void doctorAnswersForTheLimitsThatAServerHereTakes() {
        assertThat(execute("doctor")).isZero();

        assertThat(text(out))
                .contains("with nofile=20000 (the hard limit here) heap=6144m (a quarter of the memory); an estimate,");
    }

    @Test
    void doctorTakesCostsOfARunOfYours(@TempDir Path folder) {
        assertThat(execute("doctor", "--heap=64m", "--from=../results/reference/tls"))
                .as(text(err))
                .isZero();
        assertThat(text(out)).containsPattern("heap: .*; 1 server of /.*results/reference/tls");
        assertThat(execute("doctor", "--from=" + folder)).isEqualTo(2);
        assertThat(text(err))
                .contains(
                        "--from must be the folder of a run with rows of servers that it started, of the releases of this build, was '");
    }

    @Test
    void doctorCountsAllServers() {
        assertThat(execute("doctor", "--nofile=1000", "--instances=3")).isZero();

        assertThat(text(out))
                .contains(
                        "with nofile=1000 heap=6144m (a quarter of the memory) for each of 3 servers; an estimate, nothing was started:")
                .containsPattern("recursive-async .*~14[56]\\d .*nofile=1000 x3 ")
                .containsPattern("websocket .*~29[123]\\d .*nofile=1000 x3 ");
    }
}
