package io.ceiling.proxy;

import static io.ceiling.harness.scenario.LimitingFactor.PROXY_MAX_CONNECTIONS;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_REFUSAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.TargetSockets;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The settings that files and counters of proxies tell. */
class ProxySettingsTest {

    @TempDir
    Path folder;

    private static NginxConf nginx(String text, Map<String, String> files) {
        return NginxConf.parse(text, pattern -> files.containsKey(pattern) ? List.of(files.get(pattern)) : List.of());
    }

    @Test
    void aDirectiveOfNginxCountsInItsOwnBlockAlone() {
        NginxConf conf = nginx(
                """
                # worker_rlimit_nofile 1;
                worker_rlimit_nofile 4096;
                error_log "/var/log/my nginx.log" warn;
                events { worker_connections 64; } # worker_connections 1;
                http { server { set $a "x;y{"; set $b ${c}; error_log /other; } }
                """,
                Map.of());

        assertThat(conf.value("", "worker_rlimit_nofile")).hasValue("4096");
        assertThat(conf.value("events", "worker_connections")).hasValue("64");
        assertThat(conf.value("", "error_log")).hasValue("/var/log/my nginx.log");
        assertThat(conf.value("http/server", "error_log")).hasValue("/other");
        assertThat(conf.value("http", "error_log")).isEmpty();
    }

    @Test
    void anIncludedFileOfNginxIsReadInItsPlaceAndOneThatIncludesItselfEnds() {
        NginxConf conf = nginx(
                "events { include events/*; } include loop;",
                Map.of("events/*", "worker_connections 768;", "loop", "include loop; user www;"));

        assertThat(conf.value("events", "worker_connections")).hasValue("768");
        assertThat(conf.value("", "user")).hasValue("www");
    }

    @Test
    @Timeout(30)
    void aFileThatIncludesItselfTenTimesOverEndsBothForNginxAndForApache() throws IOException {
        NginxConf conf =
                nginx("include loop; user www;", Map.of("loop", "include loop;".repeat(10) + "worker_processes 3;"));
        Path apache = folder.resolve("loop.conf");
        Files.writeString(apache, "Include loop.conf\n".repeat(20) + "MaxRequestWorkers 40\n");

        assertThat(conf.value("", "user")).hasValue("www");
        assertThat(conf.value("", "worker_processes")).hasValue("3");
        assertThat(ApacheSettings.of(Optional.of(apache), Optional.empty(), Map.of())
                        .lines())
                .containsExactly("MaxRequestWorkers 40 (%s)".formatted(apache));
    }

    @Test
    void theLimitsByWhichNginxRefusesAreThoseOfTheirZones() {
        NginxConf conf = nginx(
                """
                http {
                  limit_conn_zone $binary_remote_addr zone=z:1m;
                  limit_req_zone $binary_remote_addr zone=q:1m rate=100r/s;
                  limit_req_zone $uri zone=slow:1m rate=30r/m;
                  server { limit_conn z 70; location / { limit_req zone=q burst=200 nodelay; limit_req zone=slow; limit_req zone=none; } }
                }
                """,
                Map.of());

        assertThat(NginxLimits.uses(conf))
                .extracting(
                        ProxyLimitUse::factor,
                        ProxyLimitUse::setting,
                        ProxyLimitUse::where,
                        ProxyLimitUse::limit,
                        ProxyLimitUse::used)
                .containsExactly(
                        tuple(PROXY_MAX_CONNECTIONS, "limit_conn", "zone \"z\"", Limit.of(70), Observation.NOT_SEEN),
                        tuple(
                                PROXY_REFUSAL,
                                "requests a second of limit_req",
                                "zone \"q\"",
                                Limit.of(100),
                                Observation.NOT_SEEN),
                        tuple(
                                PROXY_REFUSAL,
                                "requests a minute of limit_req",
                                "zone \"slow\"",
                                Limit.of(30),
                                Observation.NOT_SEEN));
    }

    @Test
    void theAdminPortOfEnvoyTellsTheLimitsOfEachClusterAndTheirUse() {
        List<String> clusters = List.of(
                "HTTP/1.1 200 OK",
                "",
                "up::observability_name::up",
                "up::default_priority::max_connections::1024",
                "up::default_priority::max_retries::3",
                "up::high_priority::max_connections::7",
                "big::default_priority::max_requests::4294967295");
        List<String> stats = List.of("cluster.up.upstream_cx_active: 1024", "cluster.up.upstream_rq_active: 5");

        assertThat(EnvoyStats.uses(clusters, stats, 8081))
                .extracting(ProxyLimitUse::setting, ProxyLimitUse::where, ProxyLimitUse::used, ProxyLimitUse::limit)
                .containsExactly(tuple("max_connections", "cluster up", Observation.of(1024), Limit.of(1024)));
    }

    @Test
    void aClusterOfEnvoyWithOtherServersIsLeftOutWhereOneHasTheServer() {
        List<String> clusters = List.of(
                "up::127.0.0.1:8081::cx_active::3", "up::default_priority::max_connections::1024",
                "old::127.0.0.1:8099::cx_active::7", "old::default_priority::max_connections::7");

        assertThat(EnvoyStats.uses(clusters, List.of(), 8081))
                .extracting(ProxyLimitUse::where)
                .containsExactly("cluster up");
        assertThat(EnvoyStats.uses(clusters, List.of(), 9000)).hasSize(2);
    }

    @Test
    void onlyAnAdminPortOfEnvoyOnLoopbackIsAsked() {
        String admin = "admin: {address: {socket_address: {address: %s, port_value: 9901}}}";

        assertThat(EnvoySettings.admin(admin.formatted("127.0.0.1")))
                .hasValueSatisfying(address -> assertThat(address.getPort()).isEqualTo(9901));
        assertThat(EnvoySettings.admin(admin.formatted("0.0.0.0")))
                .hasValueSatisfying(address ->
                        assertThat(address.getAddress().isLoopbackAddress()).isTrue());
        assertThat(EnvoySettings.admin(admin.formatted("192.0.2.1"))).isEmpty();
        assertThat(EnvoySettings.admin("static_resources: {}")).isEmpty();
        assertThat(EnvoySettings.admin("admin: [}")).isEmpty();
    }

    @Test
    void theNumberOfWorkersOfApacheIsTheOneThatIsReadLast() throws IOException {
        Path log = Files.writeString(folder.resolve("err.log"), "");
        Files.writeString(folder.resolve("mpm.conf"), "  MaxRequestWorkers 40\n");
        Path conf = Files.writeString(
                folder.resolve("apache.conf"),
                """
                # MaxRequestWorkers 1
                MaxRequestWorkers 150
                ErrorLog "${LOGS}/err.log"
                IncludeOptional mpm*.conf
                Include none/*.conf
                """);

        ProxySettings settings =
                ApacheSettings.of(Optional.of(conf), Optional.empty(), Map.of("LOGS", folder.toString()));

        assertThat(settings.lines()).containsExactly("MaxRequestWorkers 40 (%s)".formatted(folder.resolve("mpm.conf")));
        assertThat(settings.errorLog()).hasValue(log);
        assertThat(settings.blindSpots()).isEmpty();
        assertThat(ApacheSettings.of(Optional.of(conf), Optional.empty(), Map.of())
                        .blindSpots())
                .containsExactly("apache's error log");
        assertThat(ApacheSettings.of(Optional.of(log), Optional.empty(), Map.of())
                        .blindSpots())
                .hasSize(2);
    }

    private static final String HAPROXY =
            """
            global
                maxconn 2000 # of all
                stats socket unix@/run/haproxy.sock mode 600 level user
            defaults
                maxconn 500
            frontend shop
                bind 127.0.0.1:8080
                default_backend b
            frontend other
                bind *:9090
                maxconn 7
            backend b
                server one 127.0.0.1:8081 check maxconn 20
                server two 127.0.0.1:8082 maxconn 30
            """;

    private static final TargetSockets FRONT = new TargetSockets(
            new TargetSockets.ServerSockets(Observation.of(40), Observation.of(3), Observation.of(0)),
            TargetSockets.ClientSockets.NOT_SEEN);
    private static final TargetSockets UPSTREAM = new TargetSockets(
            TargetSockets.ServerSockets.NOT_SEEN,
            new TargetSockets.ClientSockets(Observation.of(0), Observation.of(20), Observation.of(20)));

    @Test
    void withoutItsCountersTheLimitsOfHaproxyAreThoseOfTheFileAndTheirUseIsTheKernels() {
        HaproxyConf conf = HaproxyConf.parse(HAPROXY.lines().toList());

        assertThat(conf.statisticsSocket()).hasValue("/run/haproxy.sock");
        assertThat(conf.uses(8080, 8081, FRONT, UPSTREAM))
                .extracting(ProxyLimitUse::where, ProxyLimitUse::used, ProxyLimitUse::limit, ProxyLimitUse::waiting)
                .containsExactly(
                        tuple("global", Observation.of(40), Limit.of(2000), Observation.of(3)),
                        tuple("frontend shop", Observation.of(40), Limit.of(500), Observation.of(3)),
                        tuple("server b/one", Observation.of(20), Limit.of(20), Observation.NOT_SEEN));
    }

    @Test
    void theCountersOfHaproxyAreReadByTheNamesOfTheirColumns() {
        List<String> answer = List.of(
                "Maxconn: 50", "CurrConns: 49",
                "", "# pxname,svname,qcur,qmax,scur,smax,slim,stot",
                "shop,FRONTEND,,,49,50,50,60", "b,one,7,9,20,20,20,44",
                "b,two,0,0,1,1,,44", "b,BACKEND,7,9,21,21,5,88");

        assertThat(HaproxyStats.uses(answer, Observation.of(12), (proxy, server) -> true))
                .extracting(ProxyLimitUse::where, ProxyLimitUse::used, ProxyLimitUse::limit, ProxyLimitUse::waiting)
                .containsExactly(
                        tuple("global", Observation.of(49), Limit.of(50), Observation.of(12)),
                        tuple("frontend shop", Observation.of(49), Limit.of(50), Observation.of(12)),
                        tuple("server b/one", Observation.of(20), Limit.of(20), Observation.of(7)));
    }

    @Test
    void ofASharedHaproxyOnlyWhatTheClientsComeToIsRead() {
        HaproxyConf conf = HaproxyConf.parse((HAPROXY
                        + """
                        backend old
                            server one 127.0.0.1:8081 maxconn 3
                        backend many
                            server-template web 4 127.0.0.1:8081
                        """)
                .lines()
                .toList());

        assertThat(conf.concerns("shop", "FRONTEND", 8080, 8081)).isTrue();
        assertThat(conf.concerns("b", "one", 8080, 8081)).isTrue();
        assertThat(conf.concerns("learned", "later", 8080, 8081)).isTrue();
        assertThat(conf.concerns("other", "FRONTEND", 8080, 8081)).isFalse();
        assertThat(conf.concerns("b", "two", 8080, 8081)).isFalse();
        assertThat(conf.concerns("old", "one", 8080, 8081)).isFalse();
        assertThat(conf.concerns("many", "web1", 8080, 8081)).isFalse();
        assertThat(conf.concerns("many", "web1", 7070, 8081)).isTrue();
        assertThat(conf.uses(8080, 8081, FRONT, UPSTREAM))
                .extracting(ProxyLimitUse::where)
                .doesNotContain("server old/one");
    }

    @Test
    void aBackendWhoseNameIsComputedMayBeAny() {
        HaproxyConf conf = HaproxyConf.parse(HAPROXY.replace("default_backend b", "use_backend %[req.hdr(host)]")
                .lines()
                .toList());

        assertThat(conf.concerns("b", "one", 8080, 8081)).isTrue();
        assertThat(conf.concerns("b", "two", 8080, 8081)).isFalse();
    }

    @Test
    void aSocketThatNobodyAnswersIsNoAnswer() throws IOException {
        Path socket = folder.resolve("s");
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(socket));
            assertThat(HaproxyStats.ask(socket)).isEmpty();
        }
        assertThat(HaproxyStats.ask(folder.resolve("none"))).isEmpty();
    }

    @Test
    void onlyLinesThatCameSinceAreNew() throws IOException {
        Path log = Files.writeString(folder.resolve("error.log"), "old\n");
        LogTail lines = new LogTail(log);
        Files.writeString(log, "old\nnew\n");

        assertThat(lines.next()).containsExactly("new");
        assertThat(lines.next()).isEmpty();
        Files.delete(log);
        assertThat(lines.next()).isEmpty();
    }
}
