package io.ceiling.harness.verdict;

import static io.ceiling.harness.scenario.LimitingFactor.PROXY_CPU;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_FILE_DESCRIPTORS;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_LIMIT;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_MAX_CONNECTIONS;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_REFUSAL;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_UPSTREAM;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_UPSTREAM_PORTS;
import static io.ceiling.harness.scenario.LimitingFactor.PROXY_WORKER_CONNECTIONS;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_MAX_CONNECTIONS;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_THREADS;
import static io.ceiling.harness.scenario.LimitingFactor.UNKNOWN;
import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.load.report.FailureCause;
import java.util.List;

/** Rows of a proxy before the server: its limits, and those of the server behind it. */
final class ProxyEvidenceRows {

    /** Size of the range of local ports of the evidence. */
    private static final long PORTS = 28_232;

    private static final String BAD_GATEWAY = "expected status 2xx, got: HTTP/1.1 502 Bad Gateway";
    private static final String GATEWAY_TIMEOUT = "expected status 2xx, got: HTTP/1.1 504 Gateway Time-out";
    private static final String UNAVAILABLE = "expected status 2xx, got: HTTP/1.1 503 Service Unavailable";
    private static final String SERVER_ERROR = "expected status 2xx, got: HTTP/1.1 500 Internal Server Error";

    private ProxyEvidenceRows() {}

    private static ProxyLimitUse worker(long used, long limit) {
        return use(PROXY_WORKER_CONNECTIONS, "worker_connections", "worker 813", used, limit, -1);
    }

    private static ProxyLimitUse maxconn(String where, long used, long limit, long waiting) {
        return use(PROXY_MAX_CONNECTIONS, "maxconn", where, used, limit, waiting);
    }

    private static ProxyLimitUse descriptors(long used, long limit) {
        return use(PROXY_FILE_DESCRIPTORS, "open descriptors", "worker 813", used, limit, -1);
    }

    private static ProxyLimitUse use(
            LimitingFactor factor, String setting, String where, long used, long limit, long waiting) {
        return new ProxyLimitUse(factor, setting, where, Seen.of(used), Limit.of(limit), Seen.ofNegativeNot(waiting));
    }

    private static TargetSockets upstream(long ports, long waiting) {
        return new TargetSockets(
                new TargetSockets.ServerSockets(Seen.of(100), Seen.of(waiting), Seen.of(0)),
                new TargetSockets.Client(Seen.of(0), Seen.of(100), Seen.of(ports)));
    }

    private static TargetSockets calm() {
        return upstream(100, 0);
    }

    static List<Row> proxies() {
        return List.of(
                is(PROXY_WORKER_CONNECTIONS, "a worker is full and closes clients at once", e -> e.behind(
                                calm(), worker(64, 64))
                        .fails(FailureCause.CLOSED_BEFORE_ANSWER, 200)),
                is(PROXY_WORKER_CONNECTIONS, "a worker closes idle clients while a sixteenth is free", e -> e.behind(
                                calm(), worker(960, 1024))
                        .fails(FailureCause.CLOSED_WHILE_HELD, 200)),
                is(PROXY_WORKER_CONNECTIONS, "a full worker answers 500", e -> e.behind(calm(), worker(63, 64))
                        .fails(FailureCause.UNEXPECTED_STATUS, 200, SERVER_ERROR)),
                is(PROXY_WORKER_CONNECTIONS, "the error log says it, and no reading was taken in time", e -> {
                    e.behind(calm(), worker(30, 64)).fails(FailureCause.CLOSED_BEFORE_ANSWER, 200);
                    e.proxyLog.add("2026/11/24 20:00:00 [alert] 813#813: 64 worker_connections are not enough");
                }),
                looksLike(
                        PROXY_WORKER_CONNECTIONS,
                        UNKNOWN,
                        "a worker with an eighth free, and late answers, closes nothing",
                        e -> e.behind(calm(), worker(896, 1024)).fails(FailureCause.ANSWER_TIMEOUT, 200)),
                looksLike(
                        PROXY_WORKER_CONNECTIONS,
                        SERVER_MAX_CONNECTIONS,
                        "a worker with half of its connections before a Tomcat that has all of them",
                        e -> {
                            e.behind(calm(), worker(512, 1024)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                            e.connections = e.maxConnections = 100;
                        }),
                is(PROXY_MAX_CONNECTIONS, "all of haproxy, and clients wait in its queue", e -> e.behind(
                                calm(), maxconn("global", 50, 50, 12), maxconn("frontend shop", 50, 2000, 12))
                        .fails(FailureCause.ANSWER_TIMEOUT, 200)),
                is(
                        PROXY_MAX_CONNECTIONS,
                        "a server of haproxy, which answers 503 after its timeout queue",
                        e -> e.behind(calm(), maxconn("global", 700, 2000, 0), maxconn("server b/s1", 20, 20, 600))
                                .fails(
                                        FailureCause.UNEXPECTED_STATUS,
                                        200,
                                        "expected status 2xx, got: HTTP/1.1 503 Service Unavailable")),
                looksLike(
                        PROXY_MAX_CONNECTIONS,
                        SERVER_THREADS,
                        "haproxy has room, and the threads of the server have none",
                        e -> {
                            e.behind(calm(), maxconn("global", 700, 2000, 0)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                            e.inFlight = true;
                            e.busy = e.maxThreads = e.poolThreads = 8;
                            e.queued = 90;
                            e.pending = 200;
                        }),
                looksLike(
                        PROXY_MAX_CONNECTIONS,
                        PROXY_UPSTREAM,
                        "haproxy has room and answers 503 for a server that refuses",
                        e -> e.behind(calm(), maxconn("global", 700, 2000, 0))
                                .fails(
                                        FailureCause.UNEXPECTED_STATUS,
                                        200,
                                        "expected status 2xx, got: HTTP/1.1 503 Service Unavailable")),
                is(PROXY_FILE_DESCRIPTORS, "a worker has no descriptor left", e -> e.behind(
                                calm(), worker(250, 1024), descriptors(256, 256))
                        .fails(FailureCause.ANSWER_TIMEOUT, 200)),
                is(PROXY_FILE_DESCRIPTORS, "the error log says it", e -> {
                    e.behind(calm(), descriptors(200, 256)).fails(FailureCause.UNEXPECTED_STATUS, 200, SERVER_ERROR);
                    e.proxyLog.add("[crit] 813#813: accept4() failed (24: Too many open files)");
                }),
                looksLike(
                        PROXY_FILE_DESCRIPTORS,
                        SERVER_MAX_CONNECTIONS,
                        "the server's connections are full, the proxy's descriptors nearly",
                        e -> {
                            e.behind(calm(), descriptors(240, 256)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                            e.connections = e.maxConnections = 100;
                        }),
                looksLike(
                        PROXY_FILE_DESCRIPTORS,
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "it is the server that has no descriptor left",
                        e -> {
                            e.behind(calm(), descriptors(900, 4096)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                            e.descriptors = e.maxDescriptors = 300;
                        }),
                is(PROXY_UPSTREAM_PORTS, "every port towards the server is taken", e -> e.behind(
                                upstream(PORTS, 0), worker(30_000, 100_000))
                        .fails(FailureCause.UNEXPECTED_STATUS, 200, BAD_GATEWAY)),
                is(PROXY_UPSTREAM_PORTS, "the error log says it", e -> {
                    e.behind(upstream(20_000, 0), worker(30_000, 100_000))
                            .fails(FailureCause.UNEXPECTED_STATUS, 200, BAD_GATEWAY);
                    e.proxyLog.add("[crit] 813#813: *9 connect() to 127.0.0.1:8081 failed (99: Cannot assign requested"
                            + " address) while connecting to upstream");
                }),
                looksLike(
                        PROXY_UPSTREAM_PORTS,
                        PROXY_UPSTREAM,
                        "a twentieth of the ports is free, and the server refuses",
                        e -> e.behind(upstream(PORTS - PORTS / 20, 0), worker(30_000, 100_000))
                                .fails(FailureCause.UNEXPECTED_STATUS, 200, BAD_GATEWAY)),
                looksLike(
                        PROXY_UPSTREAM_PORTS,
                        LimitingFactor.LOAD_EPHEMERAL_PORTS,
                        "the load agents have no port towards the proxy",
                        e -> e.behind(calm(), worker(30_000, 100_000)).fails(FailureCause.NO_LOCAL_PORT, 200)),
                is(PROXY_REFUSAL, "503, and who comes past the proxy is answered", e -> {
                    e.behind(calm()).fails(FailureCause.UNEXPECTED_STATUS, 200, UNAVAILABLE);
                    e.hops = HopsTest.control(List.of(HopsTest.REFUSED), List.of(HopsTest.USUAL), 100);
                }),
                is(
                        PROXY_REFUSAL,
                        "clients are closed, and the server behind, which nobody asked, has no connection more",
                        e -> e.behind(upstream(50, 0)).fails(FailureCause.CLOSED_BEFORE_ANSWER, 200)),
                looksLike(PROXY_REFUSAL, LimitingFactor.REFUSED_BY_SERVER, "503, past the proxy as well", e -> {
                    e.behind(calm()).fails(FailureCause.UNEXPECTED_STATUS, 200, UNAVAILABLE);
                    e.hops = HopsTest.control(List.of(HopsTest.REFUSED), List.of(HopsTest.REFUSED), 100);
                }),
                looksLike(PROXY_REFUSAL, PROXY_LIMIT, "late, and not refused", e -> {
                    e.behind(calm()).fails(FailureCause.ANSWER_TIMEOUT, 200);
                    e.hops = HopsTest.control(List.of(HopsTest.LATE), List.of(HopsTest.USUAL), 100);
                }),
                is(PROXY_CPU, "its thread is full, and who comes past the proxy is answered at once", e -> {
                    e.behind(upstream(40, 0)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                    e.hops = HopsTest.busy(0.98, List.of(HopsTest.LATE), List.of(HopsTest.USUAL));
                }),
                is(PROXY_CPU, "its thread is full, while the threads of the server are not", e -> {
                    e.behind(calm(), maxconn("global", 700, 2000, 0)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                    e.hops = HopsTest.busy(0.92, List.of(HopsTest.LATE), List.of(HopsTest.USUAL));
                }),
                looksLike(PROXY_CPU, PROXY_LIMIT, "its busiest thread has time", e -> {
                    e.behind(upstream(40, 0)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                    e.hops = HopsTest.busy(0.4, List.of(HopsTest.LATE), List.of(HopsTest.USUAL));
                }),
                looksLike(
                        PROXY_CPU, SERVER_MAX_CONNECTIONS, "its thread is full, and the server is late as well", e -> {
                            e.behind(calm()).fails(FailureCause.ANSWER_TIMEOUT, 200);
                            e.connections = e.maxConnections = 100;
                            e.hops = HopsTest.busy(0.98, List.of(HopsTest.LATE), List.of(HopsTest.LATE));
                        }),
                is(PROXY_LIMIT, "late, and who comes past the proxy is answered at once", e -> {
                    e.behind(upstream(40, 0)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                    e.hops = HopsTest.control(List.of(HopsTest.LATE), List.of(HopsTest.USUAL), 40);
                }),
                is(PROXY_LIMIT, "23 are served at once over 23 connections, and nobody could be asked", e -> {
                    LawEvidenceRows.served23(e);
                    e.behind(calm());
                    e.hops = HopsTest.control(List.of(), List.of(), 23, 23);
                }),
                looksLike(
                        PROXY_LIMIT,
                        LimitingFactor.CONCURRENCY_LIMIT,
                        "23 are served at once, over as many connections as requests",
                        e -> {
                            LawEvidenceRows.served23(e);
                            e.behind(calm());
                            e.hops = HopsTest.control(List.of(), List.of(), 500, 750);
                        }),
                looksLike(PROXY_LIMIT, SERVER_MAX_CONNECTIONS, "late, past the proxy as well", e -> {
                    e.behind(calm()).fails(FailureCause.ANSWER_TIMEOUT, 200);
                    e.connections = e.maxConnections = 100;
                    e.hops = HopsTest.control(List.of(HopsTest.LATE), List.of(HopsTest.LATE), 100);
                }),
                is(PROXY_UPSTREAM, "504, and nothing is seen of the server", e -> {
                    e.behind(upstream(100, 40), worker(200, 4096))
                            .fails(FailureCause.UNEXPECTED_STATUS, 200, GATEWAY_TIMEOUT);
                    e.maxConnections = e.maxThreads = -1;
                }),
                is(PROXY_UPSTREAM, "clients wait, and their connections are in the server's listen queue", e -> {
                    e.behind(upstream(100, 150), worker(1700, 4096)).fails(FailureCause.ANSWER_TIMEOUT, 200);
                    e.maxConnections = e.maxThreads = -1;
                }),
                looksLike(
                        PROXY_UPSTREAM,
                        SERVER_MAX_CONNECTIONS,
                        "504, since the server accepts no more than its maxConnections",
                        e -> {
                            e.behind(upstream(100, 40), worker(200, 4096))
                                    .fails(FailureCause.UNEXPECTED_STATUS, 200, GATEWAY_TIMEOUT);
                            e.connections = e.maxConnections = 100;
                        }),
                is(PROXY_UPSTREAM, "502 of a proxy that nobody sees", e -> {
                    e.ofTarget(false);
                    e.fails(FailureCause.UNEXPECTED_STATUS, 200, BAD_GATEWAY + ", Server: nginx");
                }),
                is(PROXY_UPSTREAM, "504 of a proxy that nobody sees", e -> {
                    e.ofTarget(false);
                    e.fails(FailureCause.UNEXPECTED_STATUS, 200, GATEWAY_TIMEOUT);
                }),
                looksLike(
                        PROXY_UPSTREAM,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "503, which an application may answer behind a proxy that nobody sees",
                        e -> {
                            e.ofTarget(false);
                            e.fails(FailureCause.UNEXPECTED_STATUS, 200, UNAVAILABLE + ", Server: nginx");
                        }),
                looksLike(
                        PROXY_UPSTREAM,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "most connections are closed, and a few are answered 502",
                        e -> {
                            e.ofTarget(false);
                            e.fails(FailureCause.CLOSED_BEFORE_ANSWER, 200)
                                    .fails(FailureCause.UNEXPECTED_STATUS, 20, BAD_GATEWAY);
                        }),
                looksLike(
                        PROXY_UPSTREAM,
                        LimitingFactor.REFUSED_BY_SERVER,
                        "the server itself answers 500 behind a proxy with room",
                        e -> e.behind(calm(), worker(200, 4096))
                                .fails(FailureCause.UNEXPECTED_STATUS, 200, SERVER_ERROR)));
    }
}
