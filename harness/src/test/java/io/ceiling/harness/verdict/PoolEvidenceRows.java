package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.SERVER_SATURATED;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static io.ceiling.harness.verdict.EvidenceRows.both;
import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import java.util.List;

/** Rows of request threads and connections at their limits, and of a server that is merely busy. */
final class PoolEvidenceRows {

    private PoolEvidenceRows() {}

    /** Of 800 connections that were asked once more, 600 wait for an answer. */
    private static void probedTomcat(EvidenceBuilder e) {
        e.ofTarget(true);
        e.workload = Workloads.KEEP_ALIVE;
        e.target = e.served = 800;
        e.connections = 800;
        e.maxConnections = 8192;
        e.poolThreads = e.maxThreads = 200;
        e.pending = 600;
        e.served = 200;
        e.fails(FailureCause.ANSWER_TIMEOUT, 600);
    }

    /** Requests of a second wait for one of 80 threads; the step ends at the first that is late. */
    static void requestsInFlight(EvidenceBuilder e) {
        e.ofTarget(true);
        e.inFlight = true;
        e.target = 300;
        e.served = 260;
        e.connections = 300;
        e.maxConnections = 8192;
        e.poolThreads = e.maxThreads = e.busy = 80;
        e.exchanges = 600;
        e.pending = 300;
        e.serverCores = 0.1;
        e.fails(FailureCause.ANSWER_TIMEOUT, 40);
    }

    static List<Row> inFlight() {
        return List.of(
                is(
                        LimitingFactor.SERVER_THREADS,
                        "requests in flight wait for a thread, and the listen queue overflowed while they were opened",
                        e -> {
                            requestsInFlight(e);
                            e.overflows = e.drops = 20;
                        }),
                is(
                        LimitingFactor.SERVER_THREADS,
                        "all are answered, the last of them a little later than the SLO",
                        e -> {
                            requestsInFlight(e);
                            e.failures.clear();
                            e.served = e.target;
                            e.responseP99 = e.serviceP99 = 1_020_000_000L;
                            e.failure = "slowest answer took 1020 ms, SLO 1000 ms";
                        }),
                is(
                        LimitingFactor.SERVER_THREADS,
                        "the threads wait for something else, on a host that others keep busy",
                        e -> {
                            requestsInFlight(e);
                            e.otherCores = 1.7;
                        }),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.SERVER_CPU,
                        "the requests compute, so that the threads wait for processors",
                        e -> {
                            requestsInFlight(e);
                            e.serverCores = 1.85;
                        }),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.UNKNOWN,
                        "virtual threads that all wait for something that cannot be seen",
                        e -> {
                            requestsInFlight(e);
                            e.maxThreads = e.poolThreads = e.busy = -1;
                        }),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "the connector accepts no more, and its threads are busy as well",
                        e -> {
                            requestsInFlight(e);
                            e.connections = e.maxConnections = 250;
                        }));
    }

    static List<Row> pools() {
        return List.of(
                is(LimitingFactor.SERVER_THREADS, "a blocking hold takes all 200", both(TIMED_OUT, e -> {
                    e.workload = Workloads.HOLD_BLOCKING;
                    e.served = e.busy = e.poolThreads = 200;
                    e.queued = 600;
                    e.connections = 1000;
                })),
                is(
                        LimitingFactor.SERVER_THREADS,
                        "those that wait for a thread use up descriptors",
                        both(TIMED_OUT, e -> {
                            e.workload = Workloads.HOLD_BLOCKING;
                            e.target = 2040;
                            e.served = e.busy = e.poolThreads = e.maxThreads = 2000;
                            e.connections = 2024;
                            e.descriptors = e.maxDescriptors = 2048;
                            e.logs("Socket accept failed", "java.io.IOException: Too many open files");
                        })),
                is(
                        LimitingFactor.SERVER_THREADS,
                        "the same where the container keeps some of the pool for itself",
                        both(TIMED_OUT, e -> {
                            e.workload = Workloads.HOLD_BLOCKING;
                            e.target = 1930;
                            e.served = 1896;
                            e.busy = e.poolThreads = e.maxThreads = 1900;
                            e.queued = 21;
                            e.maxConnections = -1;
                            e.descriptors = e.maxDescriptors = 1985;
                            e.logs("Accept Failure", "java.io.IOException: Too many open files");
                        })),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "a pool that is nearly all in use when descriptors end, and nothing waits for a thread",
                        both(TIMED_OUT, e -> {
                            e.workload = Workloads.HOLD_BLOCKING;
                            e.target = 1930;
                            e.served = 1896;
                            e.busy = e.poolThreads = 1897;
                            e.maxThreads = 1900;
                            e.queued = 0;
                            e.maxConnections = -1;
                            e.descriptors = e.maxDescriptors = 1985;
                            e.logs("Accept Failure", "java.io.IOException: Too many open files");
                        })),
                is(LimitingFactor.SERVER_THREADS, "recursion stalls at the pool's size", e -> {
                    e.recursion(200);
                    e.stalled();
                    e.busy = e.poolThreads = 200;
                    e.queued = 1;
                    e.connections = 201;
                }),
                is(LimitingFactor.SERVER_THREADS, "recursion gives no answer at all", e -> {
                    e.recursion(200);
                    e.answer = "no answer 10000 ms after the last level was reached";
                    e.busy = e.poolThreads = 200;
                }),
                is(
                        LimitingFactor.SERVER_THREADS,
                        "a probed Tomcat reports no queue: every thread was busy all the time, and the processors were not",
                        e -> {
                            probedTomcat(e);
                            e.busy = 200;
                        }),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.UNKNOWN,
                        "the same, and a thread was free in each reading",
                        e -> {
                            probedTomcat(e);
                            e.busy = 198;
                        }),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.SERVER_CPU,
                        "the same with every thread busy, and so are the processors",
                        e -> {
                            probedTomcat(e);
                            e.busy = 200;
                            e.serverCores = 1.85;
                        }),
                is(LimitingFactor.SERVER_THREADS, "Jetty keeps some of the pool for itself", both(TIMED_OUT, e -> {
                    e.workload = Workloads.HOLD_BLOCKING;
                    e.served = e.busy = 193;
                    e.poolThreads = 200;
                    e.queued = 600;
                    e.maxConnections = -1;
                })),
                is(LimitingFactor.SERVER_THREADS, "BIO, whose maxConnections follows maxThreads", both(TIMED_OUT, e -> {
                    e.connector = Connector.BIO;
                    e.workload = Workloads.WEBSOCKET;
                    e.served = e.busy = e.poolThreads = 200;
                    e.connections = e.maxConnections = 200;
                    e.overflows = e.drops = 80;
                })),
                is(LimitingFactor.SERVER_THREADS, "all of them blocked, processors idle", both(TIMED_OUT, e -> {
                    e.workload = Workloads.KEEP_ALIVE;
                    e.busy = e.poolThreads = 200;
                    e.queued = 600;
                })),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.SERVER_CPU,
                        "a full pool behind full processors",
                        both(SERVER_SATURATED, e -> {
                            e.busy = e.poolThreads = 200;
                            e.queued = 400;
                            e.fails(FailureCause.ANSWER_TIMEOUT, 100);
                        })),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "BIO with asynchronous holds, which free the thread",
                        both(TIMED_OUT, e -> {
                            e.connector = Connector.BIO;
                            e.served = 200;
                            e.connections = e.maxConnections = 200;
                        })),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "BIO with fewer connections than threads",
                        both(TIMED_OUT, e -> {
                            e.connector = Connector.BIO;
                            e.workload = Workloads.HOLD_BLOCKING;
                            e.maxConnectionsSet = Limit.of(150);
                            e.connections = e.maxConnections = e.served = e.busy = 150;
                            e.poolThreads = 150;
                        })),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.UNKNOWN,
                        "pool full, but everything was served and nothing waits",
                        e -> {
                            e.served = e.target;
                            e.busy = e.poolThreads = 200;
                            e.failure = "a wrong answer";
                            e.fails(FailureCause.WRONG_ANSWER, 1);
                        }),
                is(LimitingFactor.SERVER_MAX_CONNECTIONS, "virtual threads, 8192 connections", both(TIMED_OUT, e -> {
                    e.threadKind = ThreadKind.VIRTUAL;
                    e.workload = Workloads.HOLD_BLOCKING;
                    e.maxThreads = e.poolThreads = e.busy = -1;
                    e.connections = 8192;
                    e.served = 8192;
                    e.target = 16_000;
                    e.overflows = e.drops = 900;
                    e.fails(FailureCause.CONNECT_TIMEOUT, 900);
                })),
                is(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "exactly as many as allowed, and a further one of the harness has a place: one waits, while messages keep the server busy",
                        both(TIMED_OUT, e -> {
                            e.target = 8192;
                            e.served = 8191;
                            e.connections = 8192;
                            e.serverCores = 1.95;
                            e.listenWaiting = 1;
                            e.listenWaitingSamples = 2;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.UNKNOWN,
                        "exactly as many as allowed, all accepted, and one gets no answer",
                        both(TIMED_OUT, e -> {
                            e.target = 8192;
                            e.served = 8191;
                            e.connections = 8192;
                        })),
                is(LimitingFactor.SERVER_MAX_CONNECTIONS, "recursion stalls at maxConnections", e -> {
                    e.recursion(8191);
                    e.stalled();
                    e.threadKind = ThreadKind.VIRTUAL;
                    e.maxThreads = e.poolThreads = e.busy = -1;
                    e.connections = 8192;
                }),
                is(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "an idle server leaves connections in its listen queue, and tells no limit",
                        both(TIMED_OUT, e -> {
                            e.maxConnections = -1;
                            e.listenWaiting = 200;
                            e.listenWaitingSamples = 3;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.UNKNOWN,
                        "connections wait in the listen queue in the last reading alone",
                        both(TIMED_OUT, e -> {
                            e.maxConnections = -1;
                            e.listenWaiting = 200;
                            e.listenWaitingSamples = 1;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.UNKNOWN,
                        "nearly all that got no answer were accepted",
                        both(TIMED_OUT, e -> {
                            e.maxConnections = -1;
                            e.listenWaiting = 3;
                            e.listenWaitingSamples = 3;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.UNKNOWN,
                        "a server that is stopped accepts nothing, and tells nothing",
                        both(TIMED_OUT, e -> {
                            e.connections = e.maxConnections = -1;
                            e.listenWaiting = 200;
                            e.listenWaitingSamples = 3;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.SERVER_THREADS,
                        "connections full too, but the threads ran out long before",
                        both(TIMED_OUT, e -> {
                            e.workload = Workloads.HOLD_BLOCKING;
                            e.served = e.busy = e.poolThreads = 200;
                            e.queued = 100;
                            e.connections = e.maxConnections = 300;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.SERVER_CPU,
                        "exactly as many as allowed, all accepted, answers late",
                        both(SERVER_SATURATED, e -> {
                            e.served = e.target;
                            e.connections = e.maxConnections = e.target;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.UNKNOWN,
                        "no limit set",
                        both(TIMED_OUT, e -> e.maxConnections = -1)));
    }

    static List<Row> saturation() {
        return List.of(
                is(LimitingFactor.SERVER_CPU, "answers late, the server takes the host", SERVER_SATURATED),
                is(
                        LimitingFactor.SERVER_CPU,
                        "idle while connections were held, full while they were asked",
                        both(SERVER_SATURATED, e -> e.exchangingFrom = 4)),
                is(
                        LimitingFactor.SERVER_CPU,
                        "bound to one processor and using all of it",
                        both(SERVER_SATURATED, e -> {
                            e.serverCpuCount = 1;
                            e.serverCores = 0.98;
                            e.loadCores = 0.1;
                        })),
                is(
                        LimitingFactor.SERVER_CPU,
                        "a quota of one and a half processors used up, of which the JVM sees two",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 1.49;
                            e.quotaCores = 1.5;
                            e.throttledShare = 0.9;
                        })),
                is(
                        LimitingFactor.SERVER_CPU,
                        "a quota of half a processor used up, of which the JVM sees one",
                        both(SERVER_SATURATED, e -> {
                            e.serverCpuCount = 1;
                            e.serverCores = 0.5;
                            e.quotaCores = 0.5;
                            e.throttledShare = 0.97;
                        })),
                is(
                        LimitingFactor.SERVER_CPU,
                        "a quota used up, where the kernel does not count how often",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 0.5;
                            e.quotaCores = 0.5;
                        })),
                is(
                        LimitingFactor.SERVER_CPU,
                        "threads that run at once are stopped in most periods, and wait in between",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 0.6;
                            e.quotaCores = 1;
                            e.throttledShare = 0.6;
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.UNKNOWN,
                        "a quota that is far from used up, and late all the same",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 0.4;
                            e.quotaCores = 1.5;
                            e.throttledShare = 0.1;
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.UNKNOWN,
                        "as much used as the quota grants, and never stopped for it",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 0.9;
                            e.quotaCores = 1;
                            e.throttledShare = 0;
                        })),
                is(
                        LimitingFactor.SERVER_CPU,
                        "one thread uses all of a processor, the server half of two",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 1.02;
                            e.busiestThread = 0.99;
                        })),
                is(
                        LimitingFactor.SERVER_CPU,
                        "the queue runs over behind a thread that is full",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 1.02;
                            e.busiestThread = 0.99;
                            e.listenWaiting = 101;
                            e.overflows = e.drops = 412;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 20);
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.UNKNOWN,
                        "no thread is full, and each takes its turn",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 1.02;
                            e.busiestThread = 0.95;
                            e.busyThreads = 3;
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.UNKNOWN,
                        "a thread that was as busy while nobody asked anything",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 1.02;
                            e.exchangingFrom = 3;
                            e.busiestThread = 0.99;
                            e.busiestThreadBefore = 0.99;
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.UNKNOWN,
                        "a thread that is three quarters busy",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 0.8;
                            e.busiestThread = 0.75;
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.LOAD_CPU,
                        "a thread of the server is full, and so is the event loop of the agents",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 1.02;
                            e.busiestThread = 0.99;
                            e.fullestLoop = 0.97;
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "busy failing to accept",
                        both(TIMED_OUT, e -> {
                            e.serverCores = 1.9;
                            e.logs("java.io.IOException: Too many open files");
                            e.descriptors = 20_000;
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.UNKNOWN,
                        "a wrong answer under full processors",
                        both(SERVER_SATURATED, e -> e.fails(FailureCause.WRONG_ANSWER, 1))),
                is(LimitingFactor.SERVER_GC, "answers late, the collector at work", both(SERVER_SATURATED, e -> {
                    e.gcShare = 0.6;
                    e.gcCountRise = 200;
                })),
                is(LimitingFactor.SERVER_GC, "long pauses, processors half idle", both(TIMED_OUT, e -> {
                    e.gcShare = 0.4;
                    e.serverCores = 0.6;
                })),
                looksLike(
                        LimitingFactor.SERVER_GC,
                        LimitingFactor.SERVER_HEAP,
                        "collecting all the time because the heap is full",
                        both(TIMED_OUT, e -> {
                            e.gcShare = 0.9;
                            e.gcCountRise = 90;
                            e.heapUsed = e.heapMax * 99 / 100;
                        })),
                looksLike(
                        LimitingFactor.SERVER_GC,
                        LimitingFactor.SERVER_CPU,
                        "some collections, busy otherwise",
                        both(SERVER_SATURATED, e -> e.gcShare = 0.1)));
    }
}
