package io.ceiling.harness.command.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.workload.CustomPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeCommandTest extends CommandLineFixture {

    ProbeCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void asksTheWebApplicationOnLoopbackAsItComes() {
        assertThat(execute("probe http://127.0.0.1:8080/ceiling/"))
                .as(text(err))
                .isZero();

        assertThat(probes).singleElement().satisfies(request -> {
            assertThat(request.servers().get(0).target())
                    .isEqualTo(Target.withAddressOnly(
                            new Target.Endpoint("127.0.0.1", "127.0.0.1", 8080, "/ceiling", false, false, List.of()),
                            true));
            assertThat(request.load().workloads()).containsExactly(Workloads.KEEP_ALIVE);
            assertThat(request.load().custom()).isEmpty();
            assertThat(request.load().maxConnections()).isEmpty();
            assertThat(request.timeLimit()).isEqualTo(Duration.ofMinutes(10));
            assertThat(request.run().folders().name()).isEqualTo("probe-127.0.0.1-8080");
        });
    }

    @ParameterizedTest
    @CsvSource({"node shop.js --token=secret,node ...", "TOKEN=secret node shop.js,...", "node,node ..."})
    void ofACommandOnlyItsProgramIsRecorded(String line, String recorded) {
        assertThat(execute("probe", "http://127.0.0.1/", "--get=/", "--command=" + line))
                .as(text(err))
                .isZero();

        assertThat(probes.get(0).command()).contains(line);
        assertThat(probes.get(0).run().commandLine()).contains("--command=" + recorded);
    }

    @Test
    void allWorkloadsAreThoseOfTheWar() {
        assertThat(execute("probe http://localhost:8080/ceiling --workload=all --cap=300"))
                .as(text(err))
                .isZero();

        assertThat(probes.get(0).load().workloads())
                .isEqualTo(Workloads.ofWebApplication())
                .hasSize(7);
        assertThat(probes.get(0).load().maxConnections()).hasValue(300);
    }

    @Test
    void asksTheUsersOwnApplication() {
        assertThat(execute(
                        "probe",
                        "wss://127.0.0.1/shop",
                        "--websocket=/chat?room=1",
                        "--send=hello",
                        "--expect-answer=^h.*o$",
                        "--insecure",
                        "--header=Authorization: Bearer secret",
                        "--pid=812",
                        "--jmx=127.0.0.1:9010"))
                .as(text(err))
                .isZero();

        assertThat(probes).singleElement().satisfies(request -> {
            assertThat(request.load().custom())
                    .hasValue(new CustomRequest(CustomPlan.Kind.WEBSOCKET, "/chat?room=1", "hello", "^h.*o$"));
            assertThat(request.servers().get(0).target().endpoint().port()).isEqualTo(443);
            assertThat(request.servers().get(0).target().endpoint().trustsAnyCertificate())
                    .isTrue();
            assertThat(request.servers().get(0).target().endpoint().headers())
                    .containsExactly("Authorization: Bearer secret");
            assertThat(request.servers().get(0).pid()).hasValue(812);
            assertThat(request.servers().get(0).jmx()).hasValue("127.0.0.1:9010");
            assertThat(request.run().commandLine())
                    .contains("--header=Authorization: ...", "--insecure", "--websocket=/chat?room=...")
                    .noneMatch(argument -> argument.contains("secret"));
        });
    }

    @Test
    void keepsRequestsInFlightAtTheirPace() {
        assertThat(execute("probe", "http://127.0.0.1/shop", "--in-flight=/slow?id=7", "--think=1s..5s", "--slo=2s"))
                .as(text(err))
                .isZero();
        assertThat(execute("probe", "http://127.0.0.1/shop", "--in-flight=/slow", "--rate=200"))
                .as(text(err))
                .isZero();

        RequestPace thinking = new RequestPace(Duration.ofSeconds(1), Duration.ofSeconds(5), OptionalInt.empty());
        RequestPace open = new RequestPace(Duration.ZERO, Duration.ZERO, OptionalInt.of(200));
        assertThat(probes)
                .extracting(request -> request.load().custom().orElseThrow())
                .containsExactly(CustomRequest.inFlight("/slow?id=7", thinking), CustomRequest.inFlight("/slow", open));
        assertThat(probes)
                .extracting(request -> request.run().ramp().times().sloGiven())
                .containsExactly(true, false);
        assertThat(probes.get(0).run().commandLine()).contains("--in-flight=/slow?id=...");
    }

    @Test
    void aFileKeepsHeadersOutOfTheListOfProcesses() throws IOException {
        Path file = Files.writeString(home.resolve("headers"), "--header \"Authorization: Bearer secret\"\n");

        assertThat(execute("probe", "http://127.0.0.1/shop", "--get=/", "@" + file))
                .as(text(err))
                .isZero();

        assertThat(probes).singleElement().satisfies(request -> {
            assertThat(request.servers().get(0).target().endpoint().headers())
                    .containsExactly("Authorization: Bearer secret");
            assertThat(request.toString()).doesNotContain("secret");
            assertThat(request.run().commandLine()).contains("--header=Authorization: ...");
        });
    }

    @Test
    void theFolderIsItsOwnersAlone() {
        execute("probe", "http://127.0.0.1/shop", "--get=/");

        assertThat(probes.get(0).run().folders().ownerOnly()).isTrue();
    }

    @Test
    void anotherHostIsAskedByItsOwnerWithACap() {
        assertThat(execute("probe http://192.0.2.7/app --get=/ --cap=50 --i-own-this-server"))
                .as(text(err))
                .isZero();

        assertThat(probes.get(0).servers().get(0).target().onThisHost()).isFalse();
        assertThat(probes.get(0).load().maxConnections()).hasValue(50);
    }

    @Test
    void severalUrlsAreServersOfOneProbe() {
        assertThat(
                        execute(
                                "probe http://127.0.0.1:8081/shop,http://localhost:8082/shop/,ws://127.0.0.2:8081/shop --get=/ --pid=11,12,13 --jmx=127.0.0.1:9011,127.0.0.1:9012,127.0.0.1:9013"))
                .as(text(err))
                .isZero();

        assertThat(probes).singleElement().satisfies(request -> {
            assertThat(request.servers())
                    .extracting(server -> server.target().endpoint().url())
                    .containsExactly(
                            "http://127.0.0.1:8081/shop", "http://localhost:8082/shop", "http://127.0.0.2:8081/shop");
            assertThat(request.servers())
                    .extracting(server -> server.pid().orElseThrow())
                    .containsExactly(11L, 12L, 13L);
            assertThat(request.servers())
                    .extracting(server -> server.jmx().orElseThrow())
                    .containsExactly("127.0.0.1:9011", "127.0.0.1:9012", "127.0.0.1:9013");
            assertThat(request.run().folders().name()).isEqualTo("probe-127.0.0.1-8081-x3");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:8080",
                "ftp://127.0.0.1/",
                "http:///ceiling",
                "http://127.0.0.1:0/",
                "http://127.0.0.1:65536/",
                "http://127.0.0.1:port/",
                "http://127.0.0.1/#there",
                "http://127.0.0.1/a%zz",
                "nowhere"
            })
    void refusesWhatIsNoUrlOfAnApplication(String url) {
        assertThat(execute("probe", url)).isEqualTo(2);

        assertThat(text(err).lines()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("ceiling: URL must begin with http, https, ws or wss and have no fragment")
                .contains("was '" + url + "'"));
        assertThat(probes).isEmpty();
    }

    @Test
    void aPasswordInAUrlIsNotRepeated() {
        assertThat(execute("probe", "http://user:secret@127.0.0.1/")).isEqualTo(2);

        assertThat(text(err).lines()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("ceiling: URL must have no user or password before the host")
                .doesNotContain("secret"));
        assertThat(probes).isEmpty();
    }

    @Test
    void aHeaderCannotSmuggleAnotherOne() {
        assertThat(execute("probe", "http://127.0.0.1/", "--header=X: a\r\nHost: b"))
                .isEqualTo(2);

        assertThat(text(err).lines())
                .containsExactly(
                        "ceiling: --header must be 'Name: value' in printable ASCII, was 13 characters that are not shown, as they may be a secret");
    }

    @ParameterizedTest
    @CsvSource({
        "http://[::1]:8080/a/b/, ::1, 8080, /a/b",
        "https://Example.org, Example.org, 443, ''",
        "WS://127.1.2.3//, 127.1.2.3, 80, ''"
    })
    void readsUrls(String text, String host, int port, String path) {
        TargetUrl url = TargetUrl.parse(text);

        assertThat(url.host()).isEqualTo(host);
        assertThat(url.port()).isEqualTo(port);
        assertThat(url.contextPath()).isEqualTo(path);
    }

    @Test
    void onlyWhatIsLoopbackThroughoutIsLoopback() throws Exception {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 3, 4, 5});
        InetAddress loopback6 = InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7});

        assertThat(TargetRules.isLoopback(List.of(loopback, loopback6))).isTrue();
        assertThat(TargetRules.isLoopback(List.of(loopback, elsewhere))).isFalse();
        assertThat(TargetRules.isLoopback(List.of())).isFalse();
    }

    @Test
    void runTakesTheUsersOwnWarThroughTheMatrix() throws IOException {
        Path war = home.resolve("shop.war");
        try (ZipOutputStream archive = new ZipOutputStream(Files.newOutputStream(war))) {
            archive.putNextEntry(new ZipEntry("index.html"));
        }

        assertThat(execute(
                        "run",
                        "--war=" + war,
                        "--hold-request=/poll",
                        "--hold=200ms",
                        "--container=tomcat",
                        "--connector=nio",
                        "--thread-kind=platform"))
                .as(text(err))
                .isZero();

        assertThat(requests).singleElement().satisfies(request -> {
            assertThat(request.ramp().hold()).isEqualTo(Duration.ofMillis(200));
            assertThat(request.scenarios()).isNotEmpty().allSatisfy(scenario -> {
                assertThat(scenario.workload()).isEqualTo(Workloads.CUSTOM);
                assertThat(scenario.name()).contains("-hold-poll-");
                assertThat(scenario.application().orElseThrow().war()).hasValue(war);
            });
            assertThat(request.commandLine()).contains("--war=" + war, "--hold-request=/poll", "--hold=200ms");
        });
    }

    @Test
    void aFileThatIsNoArchiveStartsNoServer() throws IOException {
        Path war = Files.writeString(home.resolve("notes.war"), "no archive");

        assertThat(execute("run", "--war=" + war, "--get=/")).isEqualTo(2);

        assertThat(text(err).lines()).containsExactly("ceiling: --war must be a WAR file, was '%s'".formatted(war));
        assertThat(requests).isEmpty();
    }
}
