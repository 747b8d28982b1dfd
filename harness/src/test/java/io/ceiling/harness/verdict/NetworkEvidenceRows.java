package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.GIB;
import static io.ceiling.harness.verdict.EvidenceRows.SERVER_SATURATED;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static io.ceiling.harness.verdict.EvidenceRows.both;
import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import java.util.List;

/** Rows of the kernel's network stack. */
final class NetworkEvidenceRows {

    private NetworkEvidenceRows() {}

    static List<Row> network() {
        return List.of(
                is(LimitingFactor.ACCEPT_QUEUE, "overflows and connects that time out, nothing else full", e -> {
                    e.acceptCount = Limit.of(1);
                    e.listenBacklog = 1;
                    e.listenWaiting = 2;
                    e.overflows = e.drops = 412;
                    e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                }),
                is(
                        LimitingFactor.ACCEPT_QUEUE,
                        "the acceptor stalls: connected clients that were never accepted",
                        both(TIMED_OUT, e -> {
                            e.overflows = e.drops = 40;
                            e.listenWaiting = 101;
                            e.pending = 100;
                        })),
                is(LimitingFactor.ACCEPT_QUEUE, "a full queue whose length only the server's settings tell", e -> {
                    e.acceptCount = Limit.of(50);
                    e.listenBacklog = -1;
                    e.listenWaiting = 51;
                    e.overflows = e.drops = 412;
                    e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                }),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.UNKNOWN,
                        "the queue of a neighbour runs over, and the own one is nearly empty",
                        e -> {
                            e.listenWaiting = 3;
                            e.overflows = e.drops = 412;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.UNKNOWN,
                        "some queue runs over, and the own one cannot be seen",
                        e -> {
                            e.listenWaiting = -1;
                            e.overflows = e.drops = 412;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "the queue runs over behind maxConnections",
                        e -> {
                            e.overflows = e.drops = 412;
                            e.listenWaiting = 101;
                            e.connections = e.maxConnections = 800;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.SERVER_CPU,
                        "the queue runs over behind full processors",
                        both(SERVER_SATURATED, e -> {
                            e.listenWaiting = 101;
                            e.overflows = e.drops = 412;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 20);
                        })),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.UNKNOWN,
                        "the queue of a server that is stopped runs over",
                        e -> {
                            e.serverCores = 0;
                            e.listenWaiting = 101;
                            e.overflows = e.drops = 412;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.SERVER_IDLE_TIMEOUT,
                        "overflows of another server, our connections were closed by a time-out",
                        e -> {
                            e.overflows = e.drops = 412;
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                            e.closeMinAge = 2_000_000_000L;
                            e.closeMaxAge = 2_400_000_000L;
                        }),
                is(
                        LimitingFactor.MEMBERS_GIVEN_UP,
                        "the application gave up members that it could not keep up with",
                        e -> {
                            e.workload = Workloads.WEBSOCKET;
                            e.publishes(10, 200);
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                        }),
                is(LimitingFactor.MEMBERS_GIVEN_UP, "it gave up all of one age in one burst", e -> {
                    e.publishes(400, 200);
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                    e.closeMinAge = 2_000_000_000L;
                    e.closeMaxAge = 2_400_000_000L;
                }),
                looksLike(
                        LimitingFactor.MEMBERS_GIVEN_UP,
                        LimitingFactor.SERVER_IDLE_TIMEOUT,
                        "messages came, and the container closed who was idle",
                        e -> {
                            e.publishes(10, 0);
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                            e.closeMinAge = 2_000_000_000L;
                            e.closeMaxAge = 2_400_000_000L;
                        }),
                looksLike(
                        LimitingFactor.MEMBERS_GIVEN_UP,
                        LimitingFactor.LOAD_CPU,
                        "the publisher itself was late with most of its messages",
                        e -> {
                            e.publishes(800, 200);
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                        }),
                is(
                        LimitingFactor.SERVER_CPU,
                        "messages are late since the thread that publishes and serves is full",
                        e -> {
                            e.container = "node";
                            e.served = e.target;
                            e.publishes(800, 0);
                            e.serverCores = 1.02;
                            e.busiestThread = 0.99;
                        }),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.LOAD_CPU,
                        "messages are late although that thread has time left",
                        e -> {
                            e.container = "node";
                            e.served = e.target;
                            e.publishes(800, 0);
                            e.serverCores = 0.5;
                            e.busiestThread = 0.48;
                        }),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.LOAD_CPU,
                        "a full thread of a server whose publisher has one of its own",
                        e -> {
                            e.served = e.target;
                            e.publishes(800, 0);
                            e.serverCores = 1.02;
                            e.busiestThread = 0.99;
                        }),
                is(
                        LimitingFactor.LOAD_EPHEMERAL_PORTS,
                        "agents find no local port",
                        e -> e.fails(
                                FailureCause.NO_LOCAL_PORT,
                                200,
                                "connect(..) failed with error(-99): Cannot assign requested address")),
                is(
                        LimitingFactor.LOAD_EPHEMERAL_PORTS,
                        "some of the agents' starts alone",
                        e -> e.fails(FailureCause.NO_LOCAL_PORT, 3)),
                looksLike(
                        LimitingFactor.LOAD_EPHEMERAL_PORTS,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "the server was full before the ports were",
                        both(TIMED_OUT, e -> {
                            e.connections = e.maxConnections = 800;
                            e.fails(FailureCause.NO_LOCAL_PORT, 20);
                        })),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.SERVER_CPU,
                        "just as many as are allowed, late behind a full processor",
                        both(SERVER_SATURATED, e -> {
                            e.connections = e.maxConnections = 1000;
                            e.fails(FailureCause.ANSWER_TIMEOUT, 200);
                        })),
                is(LimitingFactor.EPHEMERAL_PORTS, "the log of a recursion says it", e -> {
                    e.workload = Workloads.RECURSIVE;
                    e.logs("java.net.BindException: Cannot assign requested address");
                }),
                looksLike(
                        LimitingFactor.EPHEMERAL_PORTS,
                        LimitingFactor.LOAD_EPHEMERAL_PORTS,
                        "it was the agents that found no port",
                        e -> e.fails(FailureCause.NO_LOCAL_PORT, 200)
                                .logs("java.net.BindException: Cannot assign requested address")),
                looksLike(
                        LimitingFactor.LOAD_EPHEMERAL_PORTS,
                        LimitingFactor.SERVER_THREADS,
                        "the pool ran out long before the ports",
                        e -> {
                            e.workload = Workloads.HOLD_BLOCKING;
                            e.served = e.busy = e.poolThreads = 200;
                            e.fails(FailureCause.ANSWER_TIMEOUT, 700).fails(FailureCause.NO_LOCAL_PORT, 100);
                        }),
                is(LimitingFactor.KERNEL_TCP_MEMORY, "pressure above tcp_mem", both(TIMED_OUT, e -> {
                    e.pressures = 3;
                    e.socketMemory = GIB * 9 / 10;
                })),
                is(LimitingFactor.KERNEL_TCP_MEMORY, "the kernel says it", both(TIMED_OUT, e -> {
                    e.kernel.add("TCP: out of memory -- consider tuning tcp_mem");
                    e.pressures = 1;
                })),
                looksLike(
                        LimitingFactor.KERNEL_TCP_MEMORY,
                        LimitingFactor.SERVER_CPU,
                        "the kernel says it of another network namespace, and the server's processors are full",
                        both(SERVER_SATURATED, e -> e.kernel.add("TCP: out of memory -- consider tuning tcp_mem"))),
                looksLike(
                        LimitingFactor.KERNEL_TCP_MEMORY,
                        LimitingFactor.UNKNOWN,
                        "pressure counted, sockets hold little",
                        both(TIMED_OUT, e -> e.pressures = 1)),
                looksLike(
                        LimitingFactor.KERNEL_TCP_MEMORY,
                        LimitingFactor.UNKNOWN,
                        "sockets hold much, no pressure",
                        both(TIMED_OUT, e -> e.socketMemory = GIB * 9 / 10)),
                is(LimitingFactor.CONNTRACK_TABLE, "table full, packets dropped", e -> {
                    e.conntrack = e.conntrackMax = 1024;
                    e.conntrackDrops = 600;
                    e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                }),
                is(LimitingFactor.CONNTRACK_TABLE, "table full, the kernel says it, its drops hidden", e -> {
                    e.conntrack = e.conntrackMax = 1024;
                    e.kernel.add("nf_conntrack: nf_conntrack: table full, dropping packet");
                    e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                }),
                looksLike(
                        LimitingFactor.CONNTRACK_TABLE,
                        LimitingFactor.SERVER_CPU,
                        "the kernel says it of another network namespace, the table here is nearly empty",
                        both(SERVER_SATURATED, e -> {
                            e.conntrack = 100;
                            e.conntrackMax = 1024;
                            e.conntrackDrops = 0;
                            e.kernel.add("nf_conntrack: nf_conntrack: table full, dropping packet");
                            e.fails(FailureCause.CONNECT_TIMEOUT, 20);
                        })),
                looksLike(
                        LimitingFactor.CONNTRACK_TABLE,
                        LimitingFactor.BEFORE_LISTENER,
                        "the kernel says it of some network namespace, nothing of this one is seen",
                        e -> {
                            e.kernel.add("nf_conntrack: nf_conntrack: table full, dropping packet");
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }),
                looksLike(
                        LimitingFactor.CONNTRACK_TABLE,
                        LimitingFactor.BEFORE_LISTENER,
                        "drops for another reason, table half empty",
                        e -> {
                            e.conntrack = 500;
                            e.conntrackMax = 1024;
                            e.conntrackDrops = 3;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }),
                looksLike(
                        LimitingFactor.CONNTRACK_TABLE,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "table full, nothing dropped, the server full",
                        both(TIMED_OUT, e -> {
                            e.conntrack = e.conntrackMax = 1024;
                            e.conntrackDrops = 0;
                            e.connections = e.maxConnections = 800;
                        })));
    }
}
