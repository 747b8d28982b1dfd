package io.ceiling.harness.command.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.InFlight;
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
                    .isEqualTo(Target.unseen(
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
                .isEqualTo(Workloads.ofTheWar())
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
            assertThat(request.servers().get(0).target().endpoint().unchecked()).isTrue();
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

        InFlight thinking = new InFlight(Duration.ofSeconds(1), Duration.ofSeconds(5), OptionalInt.empty());
        InFlight open = new InFlight(Duration.ZERO, Duration.ZERO, OptionalInt.of(200));
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "http://192.0.2.7/ --get=/ | 192.0.2.7 is not loopback: a ramp may bring a server down, so --i-own-this-server must be given",
                "http://192.0.2.7/ --get=/ --cap=5 | 192.0.2.7 is not loopback: a ramp may bring a server down, so --i-own-this-server must be given",
                "http://192.0.2.7/ --get=/ --i-own-this-server | 192.0.2.7 is not loopback: --cap must be given, and is never exceeded",
                "http://192.0.2.7/ --get=/ --i-own-this-server --cap=5 --pid=1 | --pid must be of a server on this host, 192.0.2.7 is not",
                "http://127.0.0.1/ --get=/ --command= | --command must be the command line of a server, such as 'node server.js', was ''",
                "http://127.0.0.1/,http://127.0.0.1:81/ --get=/ --command=node | --command must come with one URL, that of the server it starts, was 2",
                "http://127.0.0.1/ --get=/ --pid=7 --command=node | --command and --pid exclude each other: it starts one server, and finds its process by the port of the URL, were 'node ...' and '7'",
                "http://127.0.0.1/ --get=relative | --get must be a path such as /events?id=7 (printable ASCII, begins with /, no blank, no #), was 'relative'",
                "http://127.0.0.1/ --sse=/a#b | --sse must be a path such as /events?id=7 (printable ASCII, begins with /, no blank, no #), was '/a#b'",
                "http://127.0.0.1/ --get=/ --hold-request=/x | --get and --hold-request exclude each other, were '/' and '/x'",
                "http://127.0.0.1/ --get=/ --workload=websocket | --workload is for ceiling.war, --get for your own application: give only one",
                "http://127.0.0.1/ --workload=custom | --workload must be one of recursive, recursive-async, hold-blocking, hold-async, keep-alive, websocket, broadcast or all, was 'custom'",
                "http://127.0.0.1/ --in-flight=slow | --in-flight must be a path such as /events?id=7 (printable ASCII, begins with /, no blank, no #), was 'slow'",
                "http://127.0.0.1/ --get=/ --in-flight=/x | --get and --in-flight exclude each other, were '/' and '/x'",
                "http://127.0.0.1/ --get=/ --think=2s | --think must come with --in-flight, was '2s'",
                "http://127.0.0.1/ --get=/ --rate=5 | --rate must come with --in-flight, was '5'",
                "http://127.0.0.1/ --in-flight=/ --rate=0 | --rate must be a whole number from 1 to 1000000, was '0'",
                "http://127.0.0.1/ --in-flight=/ --think=2s..1s | --think must have the shorter time first, such as 5s..45s, was '2s..1s'",
                "http://127.0.0.1/ --in-flight=/ --think=1s --rate=5 | --think and --rate exclude each other: an open loop waits for no answer, were '1s' and '5'",
                "http://127.0.0.1/ --get=/ --send=x | --send must come with --websocket, was 'x'",
                "http://127.0.0.1/ --websocket=/ --expect-answer=x | --expect-answer must come with --send, was 'x'",
                "http://127.0.0.1/ --websocket=/ --send=x --expect-answer=( | --expect-answer must be a regular expression, was '(': Unclosed group",
                "http://127.0.0.1/ --header=nonsense | --header must be 'Name: value' in printable ASCII, was 8 characters that are not shown, as they may be a secret",
                "http://127.0.0.1/ --header=Host:elsewhere | --header must not be Host, Connection, Upgrade, Content-Length, Transfer-Encoding, Expect or Sec-WebSocket-*, was 'Host'",
                "http://127.0.0.1/ --insecure | --insecure must come with https or wss, was 'http://127.0.0.1/'",
                "http://127.0.0.1/ --cap=0 | --cap must be a whole number from 1 to 10000000, was '0'",
                "http://127.0.0.1/ --cap=1 --workload=keep-alive,hold-async | --cap must be at least 2 for hold-async, because the harness itself uses one, was '1'",
                "http://127.0.0.1/ --pid=x | --pid must be a whole number from 1 to 2147483647, was 'x'",
                "http://127.0.0.1/ --jmx=9010 | --jmx must be HOST:PORT, was '9010'",
                "http://127.0.0.1/ --time-limit=0s | --time-limit must be a time such as 300ms, 2s or 1m, from 1000 ms to 60m, was '0s'",
                "http://127.0.0.1/ --hold-time=5s | --hold-time is called --hold now",
                "http://127.0.0.1/ --hold=/x | --hold must be a time such as 300ms, was '/x'. Hint: a request that stays open is --hold-request=/x",
                "http://127.0.0.1/ --workload=websockets | --workload must be one of recursive, recursive-async, hold-blocking, hold-async, keep-alive, websocket, broadcast or all, was 'websockets', did you mean 'websocket'?",
                "http://127.0.0.1/ --header='Authorization | --header must be 'Name: value' in printable ASCII, was 14 characters that are not shown, as they may be a secret",
                "http://127.0.0.1/ --hold=soon | --hold must be a time such as 300ms, 2s or 1m, from 0 ms to 60m, was 'soon'",
                "http://127.0.0.1:1/a,https://127.0.0.1:2/a | URL 2 of 2 must be http or ws as the first is, was 'https://127.0.0.1:2/a'. Hint: probe servers with and without TLS one after the other",
                "https://127.0.0.1:1/a,wss://127.0.0.1:2/a,ws://127.0.0.1:3/a | URL 3 of 3 must be https or wss as the first is, was 'ws://127.0.0.1:3/a'. Hint: probe servers with and without TLS one after the other",
                "http://127.0.0.1:1/a,http://127.0.0.1:2/b | URL 2 of 2 must have the path '/a/' as the first has, was 'http://127.0.0.1:2/b'. Hint: all must be the same application",
                "http://127.0.0.1:1/a,http://127.0.0.1:2 | URL 2 of 2 must have the path '/a/' as the first has, was 'http://127.0.0.1:2'. Hint: all must be the same application",
                "http://127.0.0.1:1/a,http://127.0.0.1:2/a,http://localhost:1/a/ | URL 3 of 3 must be another server than URL 1, which is at 127.0.0.1 port 1 as well, was 'http://localhost:1/a'",
                "http://127.0.0.1:1/, | URL must be that of an application's context root, such as http://127.0.0.1:8080/ceiling/ (http, https, ws or wss; no query or fragment), was ''",
                "http://127.0.0.1:1/,http://192.0.2.7:1/ | 192.0.2.7 is not loopback: a ramp may bring a server down, so --i-own-this-server must be given",
                "http://127.0.0.1:1/,http://127.0.0.1:2/ --upstream=127.0.0.1:3 | --upstream must come with one URL, that of the proxy, was 2",
                "http://127.0.0.1:1/ --upstream=127.0.0.1:2 --pid=7 | --pid must be two processes with --upstream, the proxy and the server behind it, was '7'",
                "http://127.0.0.1:1/ --upstream=2 | --upstream must be HOST:PORT, was '2'",
                "http://127.0.0.1:1/ --upstream=127.0.0.1:1 | --upstream must be the server behind the proxy, was the address of the URL itself: '127.0.0.1:1'",
                "http://127.0.0.1:1/,http://127.0.0.1:2/ --pid=1 | --pid must be one process for each URL, 2 in all, was 1: '1'",
                "http://127.0.0.1:1/ --pid=1,2 | --pid must be one process for each URL, 1 in all, was 2: '1,2'",
                "http://127.0.0.1:1/,http://127.0.0.1:2/ --pid=7,7 | --pid must be another process for each URL, was '7,7'",
                "http://127.0.0.1:1/,http://127.0.0.1:2/ --pid=7,x | --pid must be a whole number from 1 to 2147483647, was 'x'",
                "http://127.0.0.1:1/,http://127.0.0.1:2/ --jmx=127.0.0.1:9 | --jmx must be one JMX port for each URL, 2 in all, was 1: '127.0.0.1:9'",
                "http://127.0.0.1:1/,http://127.0.0.1:2/ --cap=1 | --cap must be at least 2, one for each URL, was '1'",
                "http://127.0.0.1:1/,http://127.0.0.1:2/ --cap=3 --workload=broadcast | --cap must be at least 4 for broadcast, because the harness itself uses one to each of 2 servers, was '3'",
                "http://127.0.0.1:1/,http://127.0.0.1:2/ --workload=keep-alive,recursive-async | --workload must hold connections if there are 2 URLs, was 'recursive-async', whose servers must know each other from their start. Hint: probe one URL, or start a ring with ceiling run --instances",
                "http://127.0.0.1/ --heap=1g | ceiling probe has no --heap, an option of run, traffic, doctor and others: the server runs already. Hint: set it there, or use ceiling run",
            })
    void refusesWhatCannotBeInOneLine(String arguments, String message) {
        assertThat(execute("probe " + arguments)).isEqualTo(2);

        assertThat(text(err).lines()).containsExactly("ceiling: " + message);
        assertThat(probes).isEmpty();
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
                "http://127.0.0.1/?a=b",
                "http://127.0.0.1/#there",
                "http://127.0.0.1/a%zz",
                "nowhere"
            })
    void refusesWhatIsNoUrlOfAnApplication(String url) {
        assertThat(execute("probe", url)).isEqualTo(2);

        assertThat(text(err).lines()).singleElement().satisfies(line -> assertThat(line)
                .startsWith("ceiling: URL must be that of an application's context root")
                .endsWith("was '" + url + "'"));
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--get=/ | --get must come with --war or --jar, was '/'. Hint: for a server that runs already: ceiling probe URL --get=...",
                "--hold-request=/poll | --hold-request must come with --war or --jar, was '/poll'. Hint: for a server that runs already: ceiling probe URL --hold-request=...",
                "--war=none.war --get=/ | --war must be a WAR file, was 'none.war'",
            })
    void refusesAnOwnWarThatCannotBe(String arguments, String message) {
        assertThat(execute("run " + arguments)).isEqualTo(2);

        assertThat(text(err).lines()).containsExactly("ceiling: " + message);
        assertThat(requests).isEmpty();
    }
}
