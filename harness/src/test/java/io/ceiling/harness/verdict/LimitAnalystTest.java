package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.GIB;
import static io.ceiling.harness.verdict.EvidenceBuilder.evidence;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Workload;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.load.FailureCause;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of evidence: what must be named, and what merely looks like it. */
class LimitAnalystTest {

    private static final String EMFILE = "java.net.SocketException: Too many open files";
    private static final String NO_THREAD =
            "java.lang.OutOfMemoryError: unable to create native thread: possibly out of"
                    + " memory or process/resource limits reached";
    private static final String HEAP = "java.lang.OutOfMemoryError: Java heap space";
    private static final String DIRECT =
            "java.lang.OutOfMemoryError: Cannot reserve 16384 bytes of direct buffer memory"
                    + " (allocated: 10485760, limit: 10485760)";
    private static final String NO_PORT = "java.net.ConnectException: Cannot assign requested address";

    /** One row: what happened, what must be said, and for a look-alike what must not be. */
    record Row(String name, LimitingFactor lookAlike, LimitingFactor expected, Fact fact) {
        @Override
        public String toString() {
            return "%s: %s".formatted(expected.label(), name);
        }
    }

    private static Row is(LimitingFactor expected, String name, Fact fact) {
        return new Row(name, expected, expected, fact);
    }

    /** Looks like the first, is the second. */
    private static Row looksLike(LimitingFactor lookAlike, LimitingFactor expected, String name, Fact fact) {
        return new Row(name, lookAlike, expected, fact);
    }

    private static final Fact TIMED_OUT = e -> e.fails(FailureCause.ANSWER_TIMEOUT, 200);

    /** Both processors taken, answers late, the agents on time. */
    private static final Fact SERVER_SATURATED = e -> {
        e.workload = Workload.KEEP_ALIVE;
        e.exchanges = 800;
        e.serverCores = 1.6;
        e.loadCores = 0.35;
        e.responseP99 = e.serviceP99 = 3_000_000_000L;
        e.failure = "response p99 3000 ms, SLO 1000 ms";
    };

    private static Fact both(Fact first, Fact second) {
        return e -> {
            first.apply(e);
            second.apply(e);
        };
    }

    static List<Row> rows() {
        return Stream.of(loadSide(), processEnd(), inWords(), readings(), pools(), network(), saturation(), nothing())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Row> loadSide() {
        return List.of(
                is(LimitingFactor.LOAD_FILE_DESCRIPTORS, "agent met EMFILE", e -> {
                    e.descriptorsShare = 1.0;
                    e.fails(FailureCause.NO_DESCRIPTOR, 200, "Too many open files");
                }),
                is(LimitingFactor.LOAD_FILE_DESCRIPTORS, "agent met EMFILE while the server met it too", e -> {
                    e.logs(EMFILE);
                    e.descriptors = 20_000;
                    e.fails(FailureCause.NO_DESCRIPTOR, 10).fails(FailureCause.ANSWER_TIMEOUT, 190);
                }),
                looksLike(
                        LimitingFactor.LOAD_FILE_DESCRIPTORS,
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "agent nearly full, the server out of descriptors",
                        both(TIMED_OUT, e -> {
                            e.descriptorsShare = 0.99;
                            e.logs("Socket accept failed", "java.io.IOException: Too many open files");
                            e.descriptors = 19_998;
                        })),
                looksLike(
                        LimitingFactor.LOAD_FILE_DESCRIPTORS,
                        LimitingFactor.UNKNOWN,
                        "agent nearly full, nothing refused",
                        both(TIMED_OUT, e -> e.descriptorsShare = 0.99)),
                is(
                        LimitingFactor.LOAD_HEAP,
                        "agent ran out of heap",
                        e -> e.fails(FailureCause.OTHER, 200, "java.lang.OutOfMemoryError: Java heap space")),
                is(
                        LimitingFactor.LOAD_HEAP,
                        "agent's heap never empties and it collects all the time",
                        both(TIMED_OUT, e -> {
                            e.heapShare = 0.97;
                            e.loadGcShare = 0.6;
                        })),
                looksLike(
                        LimitingFactor.LOAD_HEAP,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "agent's heap full of garbage, the server at its maxConnections",
                        both(TIMED_OUT, e -> {
                            e.heapShare = 0.97;
                            e.connections = e.maxConnections = 800;
                        })),
                looksLike(
                        LimitingFactor.LOAD_HEAP,
                        LimitingFactor.SERVER_HEAP,
                        "the server ran out of heap, not the agent",
                        both(TIMED_OUT, e -> e.logs(HEAP))),
                is(LimitingFactor.LOAD_CPU, "late sends make the answers late, the server is quick", e -> {
                    e.workload = Workload.KEEP_ALIVE;
                    e.exchanges = 800;
                    e.lateSends = 400;
                    e.loadCores = 1.0;
                    e.responseP99 = 2_000_000_000L;
                    e.serviceP99 = 3_000_000L;
                }),
                is(LimitingFactor.LOAD_CPU, "agents take most of a full host", both(TIMED_OUT, e -> {
                    e.loadCores = 1.3;
                    e.serverCores = 0.65;
                })),
                is(LimitingFactor.LOAD_CPU, "most sends late, however busy the server", both(SERVER_SATURATED, e -> {
                    e.lateSends = 600;
                    e.queued = 100;
                    e.busy = e.poolThreads = 200;
                    e.overflows = e.drops = 50;
                })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.SERVER_CPU,
                        "a few sends late by milliseconds, the server slow by seconds",
                        both(SERVER_SATURATED, e -> e.lateSends = 100)),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "a late sender does not use up the server's descriptors",
                        both(TIMED_OUT, e -> {
                            e.exchanges = 800;
                            e.lateSends = 700;
                            e.loadCores = 1.5;
                            e.serverCores = 0.45;
                            e.logs("java.io.IOException: Too many open files");
                            e.descriptors = 20_000;
                        })),
                is(LimitingFactor.HOST_MEMORY, "below the safety floor", both(TIMED_OUT, e -> e.memoryAvailable = GIB)),
                is(LimitingFactor.HOST_MEMORY, "below the floor while the pool is full", both(TIMED_OUT, e -> {
                    e.memoryAvailable = GIB;
                    e.workload = Workload.HOLD_BLOCKING;
                    e.busy = e.poolThreads = 200;
                    e.served = 200;
                })),
                looksLike(
                        LimitingFactor.HOST_MEMORY,
                        LimitingFactor.SERVER_HEAP,
                        "the server's own heap is small, the host has plenty",
                        both(TIMED_OUT, e -> e.logs(HEAP))),
                looksLike(
                        LimitingFactor.HOST_MEMORY,
                        LimitingFactor.UNKNOWN,
                        "memory that could not be read",
                        both(TIMED_OUT, e -> e.memoryAvailable = -1)));
    }

    private static List<Row> processEnd() {
        return List.of(
                is(LimitingFactor.SERVER_MEMORY, "killed by the OOM killer", e -> {
                    e.exitCode = OptionalInt.of(137);
                    e.kernel.add("Memory cgroup out of memory: Killed process 4711 (java) total-vm:4000000kB");
                }),
                is(LimitingFactor.SERVER_MEMORY, "killed at its cgroup's limit", e -> {
                    e.exitCode = OptionalInt.of(137);
                    e.cgroupMemory = GIB;
                    e.rss = GIB - (20 << 20);
                }),
                is(LimitingFactor.SERVER_MEMORY, "killed between two readings, its cgroup counted it", e -> {
                    e.exitCode = OptionalInt.of(137);
                    e.cgroupMemory = GIB;
                    e.rss = GIB / 2;
                    e.oomKills = 1;
                }),
                is(LimitingFactor.SERVER_MEMORY, "the kernel refused a mapping for want of memory", e -> {
                    e.exitCode = OptionalInt.of(134);
                    e.crashFile = true;
                    e.logs(
                            "OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory(0x00007f, 65536, 1) failed;"
                                    + " error='Not enough space' (errno=12)",
                            "# There is insufficient memory for the Java Runtime Environment to continue.");
                }),
                looksLike(
                        LimitingFactor.SERVER_MEMORY,
                        LimitingFactor.UNKNOWN,
                        "killed by somebody, memory to spare",
                        e -> e.exitCode = OptionalInt.of(137)),
                looksLike(
                        LimitingFactor.SERVER_MEMORY,
                        LimitingFactor.UNKNOWN,
                        "another process was killed for memory",
                        e -> {
                            e.exitCode = OptionalInt.of(137);
                            e.kernel.add("Memory cgroup out of memory: Killed process 99 (python)");
                        }),
                looksLike(
                        LimitingFactor.SERVER_MEMORY,
                        LimitingFactor.UNKNOWN,
                        "killed by somebody in a cgroup that killed nobody",
                        e -> {
                            e.exitCode = OptionalInt.of(137);
                            e.cgroupMemory = GIB;
                            e.rss = GIB / 2;
                            e.oomKills = 0;
                        }),
                is(LimitingFactor.SERVER_CRASH, "segmentation fault", e -> {
                    e.exitCode = OptionalInt.of(134);
                    e.crashFile = true;
                    e.logs(
                            "# A fatal error has been detected by the Java Runtime Environment:",
                            "#  SIGSEGV (0xb) at pc=0x1");
                }),
                is(
                        LimitingFactor.SERVER_CRASH,
                        "segmentation fault without a word",
                        e -> e.exitCode = OptionalInt.of(139)),
                looksLike(
                        LimitingFactor.SERVER_CRASH,
                        LimitingFactor.SERVER_NATIVE_THREADS,
                        "no mapping left for a thread, then the crash that follows",
                        e -> {
                            e.exitCode = OptionalInt.of(134);
                            e.crashFile = true;
                            e.threads = 32_600;
                            e.maxMapCount = 65_530;
                            e.logs(
                                    "[warning][os,thread] Failed to start thread \"Unknown thread\" with pthread_create failed (EAGAIN)",
                                    NO_THREAD,
                                    "os::commit_memory(0x00007f, 16384, 0) failed; error='Not enough space' (errno=12)",
                                    "# A fatal error has been detected by the Java Runtime Environment:");
                        }),
                looksLike(
                        LimitingFactor.SERVER_CRASH,
                        LimitingFactor.SERVER_HEAP,
                        "told to end when the heap is full",
                        e -> {
                            e.exitCode = OptionalInt.of(3);
                            e.logs("Terminating due to java.lang.OutOfMemoryError: Java heap space");
                        }),
                looksLike(
                        LimitingFactor.SERVER_CRASH,
                        LimitingFactor.UNKNOWN,
                        "asked to end",
                        e -> e.exitCode = OptionalInt.of(143)));
    }

    private static List<Row> inWords() {
        return List.of(
                is(LimitingFactor.SERVER_FILE_DESCRIPTORS, "recursion answers EMFILE", e -> {
                    e.recursion(9_990);
                    e.answer = "{\"reached\":9990,\"failure\":\"" + EMFILE + "\"}";
                }),
                is(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "accept fails, clients wait, the listen queue runs over",
                        both(TIMED_OUT, e -> {
                            e.logs("SEVERE: Socket accept failed", "java.io.IOException: Too many open files");
                            e.descriptors = 20_000;
                            e.overflows = e.drops = 300;
                        })),
                looksLike(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "an old line of an earlier, larger step",
                        both(TIMED_OUT, e -> {
                            e.logs("java.io.IOException: Too many open files");
                            e.connections = e.maxConnections = 800;
                        })),
                is(
                        LimitingFactor.SERVER_NATIVE_THREADS,
                        "the poller died of it, the servlet only sees time-outs",
                        both(TIMED_OUT, e -> {
                            e.cgroupPids = 850;
                            e.threads = 840;
                            e.logs("Exception in thread \"http-nio-auto-1-Poller\" " + NO_THREAD);
                        })),
                is(LimitingFactor.SERVER_NATIVE_THREADS, "recursion answers it", e -> {
                    e.recursion(5_000);
                    e.pidMax = 5_100;
                    e.threads = 5_050;
                    e.answer = "{\"reached\":5000,\"failure\":\"" + NO_THREAD + "\"}";
                }),
                looksLike(
                        LimitingFactor.SERVER_NATIVE_THREADS,
                        LimitingFactor.SERVER_HEAP,
                        "another OutOfMemoryError",
                        both(TIMED_OUT, e -> e.logs(HEAP))),
                looksLike(
                        LimitingFactor.SERVER_NATIVE_THREADS,
                        LimitingFactor.SERVER_THREADS,
                        "many threads, but the pool's own maximum stopped them",
                        e -> {
                            e.recursion(12_000);
                            e.stalled();
                            e.maxThreads = e.poolThreads = e.busy = 12_000;
                            e.threads = 12_040;
                            e.maxConnections = 30_000;
                            e.maxDescriptors = 100_000;
                        }),
                is(
                        LimitingFactor.SERVER_HEAP,
                        "heap space in the log",
                        both(TIMED_OUT, e -> e.logs("SEVERE: x " + HEAP))),
                is(LimitingFactor.SERVER_HEAP, "only the handler's last words, the server hangs", both(TIMED_OUT, e -> {
                    e.heapMax = 32 << 20;
                    e.heapUsed = 32 << 20;
                    e.logs("Exception: java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread"
                            + " \"http-nio-auto-1-Poller\"");
                })),
                looksLike(
                        LimitingFactor.SERVER_HEAP,
                        LimitingFactor.SERVER_NATIVE_THREADS,
                        "the handler's last words after a thread was refused",
                        both(
                                TIMED_OUT,
                                e -> e.logs(
                                        NO_THREAD,
                                        "Exception: java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread \"x\""))),
                is(LimitingFactor.SERVER_DIRECT_MEMORY, "in the log", both(TIMED_OUT, e -> e.logs(DIRECT))),
                is(
                        LimitingFactor.SERVER_DIRECT_MEMORY,
                        "as older JVMs put it",
                        both(TIMED_OUT, e -> e.logs("java.lang.OutOfMemoryError: Direct buffer memory"))),
                looksLike(
                        LimitingFactor.SERVER_DIRECT_MEMORY,
                        LimitingFactor.SERVER_HEAP,
                        "the heap first, direct memory after it",
                        both(TIMED_OUT, e -> e.logs(HEAP, DIRECT))),
                is(LimitingFactor.EPHEMERAL_PORTS, "recursion answers it", e -> {
                    e.recursion(3_000);
                    e.answer = "{\"reached\":3000,\"failure\":\"" + NO_PORT + "\"}";
                }),
                looksLike(
                        LimitingFactor.EPHEMERAL_PORTS,
                        LimitingFactor.UNKNOWN,
                        "a server that does not connect to anything",
                        both(TIMED_OUT, e -> e.logs(NO_PORT))));
    }

    private static List<Row> readings() {
        return List.of(
                is(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "table full, no word in the log",
                        both(TIMED_OUT, e -> e.descriptors = 19_995)),
                looksLike(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        LimitingFactor.SERVER_IDLE_TIMEOUT,
                        "table full of connections that were all served and then timed out",
                        e -> {
                            e.descriptors = 19_999;
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                            e.closeMinAge = 2_000_000_000L;
                            e.closeMaxAge = 2_900_000_000L;
                        }),
                looksLike(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        LimitingFactor.SERVER_CPU,
                        "table nearly full, answers late",
                        both(SERVER_SATURATED, e -> {
                            e.descriptors = 19_700;
                            e.fails(FailureCause.ANSWER_TIMEOUT, 5);
                        })),
                is(LimitingFactor.SERVER_HEAP, "full after a collection", both(TIMED_OUT, e -> {
                    e.heapUsed = e.heapMax * 97 / 100;
                    e.afterGc = true;
                })),
                is(
                        LimitingFactor.SERVER_HEAP,
                        "full for the whole step through many collections",
                        both(TIMED_OUT, e -> {
                            e.heapUsed = e.heapMax * 98 / 100;
                            e.gcCountRise = 40;
                            e.gcShare = 0.9;
                        })),
                is(
                        LimitingFactor.SERVER_HEAP,
                        "filled in the step, then collected many times in vain",
                        both(SERVER_SATURATED, e -> {
                            e.heapUsed = e.heapMax * 98 / 100;
                            e.heapUsedFrom = EvidenceBuilder.SAMPLES - 3;
                            e.gcCountRise = 40;
                            e.gcShare = 0.7;
                        })),
                looksLike(
                        LimitingFactor.SERVER_HEAP,
                        LimitingFactor.SERVER_CPU,
                        "full most of the step, then collected",
                        both(SERVER_SATURATED, e -> {
                            e.heapUsed = e.heapMax * 98 / 100;
                            e.heapUsedUntil = EvidenceBuilder.SAMPLES - 1;
                            e.gcCountRise = 40;
                        })),
                looksLike(
                        LimitingFactor.SERVER_HEAP,
                        LimitingFactor.UNKNOWN,
                        "merely used up, never collected",
                        both(TIMED_OUT, e -> {
                            e.heapUsed = e.heapMax * 98 / 100;
                            e.gcCountRise = 0;
                        })),
                looksLike(
                        LimitingFactor.SERVER_HEAP,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "half full after a collection, connections at their maximum",
                        both(TIMED_OUT, e -> {
                            e.heapUsed = e.heapMax / 2;
                            e.afterGc = true;
                            e.connections = e.maxConnections = 800;
                        })),
                is(LimitingFactor.SERVER_DIRECT_MEMORY, "at its limit, no word", both(TIMED_OUT, e -> {
                    e.directMemory = OptionalLong.of(10 << 20);
                    e.direct = 10 << 20;
                })),
                looksLike(
                        LimitingFactor.SERVER_DIRECT_MEMORY,
                        LimitingFactor.SERVER_CPU,
                        "half used, the processors full",
                        both(SERVER_SATURATED, e -> {
                            e.directMemory = OptionalLong.of(10 << 20);
                            e.direct = 5 << 20;
                        })),
                is(LimitingFactor.SERVER_IDLE_TIMEOUT, "closed at two seconds each", e -> {
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                    e.closeMinAge = 2_000_000_000L;
                    e.closeMaxAge = 2_900_000_000L;
                }),
                is(LimitingFactor.SERVER_IDLE_TIMEOUT, "the first batch of them, and the step ends", e -> {
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                    e.closesInSamples = 1;
                    e.closeMinAge = 2_000_000_000L;
                    e.closeMaxAge = 3_000_000_000L;
                }),
                is(LimitingFactor.SERVER_IDLE_TIMEOUT, "closed at a minute each", e -> {
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 40);
                    e.closeMinAge = 60_100_000_000L;
                    e.closeMaxAge = 62_000_000_000L;
                }),
                looksLike(LimitingFactor.SERVER_IDLE_TIMEOUT, LimitingFactor.UNKNOWN, "closed at any age", e -> {
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                    e.closeMinAge = 1_000_000_000L;
                    e.closeMaxAge = 40_000_000_000L;
                }),
                looksLike(LimitingFactor.SERVER_IDLE_TIMEOUT, LimitingFactor.UNKNOWN, "closed as soon as served", e -> {
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                    e.closeMinAge = 1_000_000L;
                    e.closeMaxAge = 9_000_000L;
                }),
                looksLike(LimitingFactor.SERVER_IDLE_TIMEOUT, LimitingFactor.UNKNOWN, "all closed at one moment", e -> {
                    e.fails(FailureCause.CLOSED_WHILE_HELD, 200);
                    e.closesInSamples = 1;
                    e.alive = 0;
                    e.closeMinAge = 20_000_000_000L;
                    e.closeMaxAge = 21_900_000_000L;
                }),
                looksLike(
                        LimitingFactor.SERVER_IDLE_TIMEOUT,
                        LimitingFactor.SERVER_CRASH,
                        "the server's death closes all",
                        e -> {
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 800);
                            e.closeMinAge = 2_000_000_000L;
                            e.closeMaxAge = 2_500_000_000L;
                            e.exitCode = OptionalInt.of(139);
                        }));
    }

    private static List<Row> pools() {
        return List.of(
                is(LimitingFactor.SERVER_THREADS, "a blocking hold takes all 200", both(TIMED_OUT, e -> {
                    e.workload = Workload.HOLD_BLOCKING;
                    e.served = e.busy = e.poolThreads = 200;
                    e.queued = 600;
                    e.connections = 1000;
                })),
                is(
                        LimitingFactor.SERVER_THREADS,
                        "those that wait for a thread use up descriptors",
                        both(TIMED_OUT, e -> {
                            e.workload = Workload.HOLD_BLOCKING;
                            e.target = 2040;
                            e.served = e.busy = e.poolThreads = e.maxThreads = 2000;
                            e.connections = 2024;
                            e.descriptors = e.maxDescriptors = 2048;
                            e.logs("Socket accept failed", "java.io.IOException: Too many open files");
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
                is(LimitingFactor.SERVER_THREADS, "Jetty keeps some of the pool for itself", both(TIMED_OUT, e -> {
                    e.workload = Workload.HOLD_BLOCKING;
                    e.served = e.busy = 193;
                    e.poolThreads = 200;
                    e.queued = 600;
                    e.maxConnections = -1;
                })),
                is(LimitingFactor.SERVER_THREADS, "BIO, whose maxConnections follows maxThreads", both(TIMED_OUT, e -> {
                    e.connector = Connector.BIO;
                    e.workload = Workload.WEBSOCKET;
                    e.served = e.busy = e.poolThreads = 200;
                    e.connections = e.maxConnections = 200;
                    e.overflows = e.drops = 80;
                })),
                is(LimitingFactor.SERVER_THREADS, "all of them blocked, processors idle", both(TIMED_OUT, e -> {
                    e.workload = Workload.KEEP_ALIVE;
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
                            e.workload = Workload.HOLD_BLOCKING;
                            e.maxConnectionsSet = OptionalInt.of(150);
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
                    e.workload = Workload.HOLD_BLOCKING;
                    e.maxThreads = e.poolThreads = e.busy = -1;
                    e.connections = 8192;
                    e.served = 8192;
                    e.target = 16_000;
                    e.overflows = e.drops = 900;
                    e.fails(FailureCause.CONNECT_TIMEOUT, 900);
                })),
                is(LimitingFactor.SERVER_MAX_CONNECTIONS, "recursion stalls at maxConnections", e -> {
                    e.recursion(8191);
                    e.stalled();
                    e.threadKind = ThreadKind.VIRTUAL;
                    e.maxThreads = e.poolThreads = e.busy = -1;
                    e.connections = 8192;
                }),
                looksLike(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        LimitingFactor.SERVER_THREADS,
                        "connections full too, but the threads ran out long before",
                        both(TIMED_OUT, e -> {
                            e.workload = Workload.HOLD_BLOCKING;
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

    private static List<Row> network() {
        return List.of(
                is(LimitingFactor.ACCEPT_QUEUE, "overflows and connects that time out, nothing else full", e -> {
                    e.acceptCount = OptionalInt.of(1);
                    e.overflows = e.drops = 412;
                    e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                }),
                is(
                        LimitingFactor.ACCEPT_QUEUE,
                        "the acceptor stalls: connected clients that were never accepted",
                        both(TIMED_OUT, e -> {
                            e.overflows = e.drops = 40;
                            e.pending = 100;
                        })),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "the queue runs over behind maxConnections",
                        e -> {
                            e.overflows = e.drops = 412;
                            e.connections = e.maxConnections = 800;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                        }),
                looksLike(
                        LimitingFactor.ACCEPT_QUEUE,
                        LimitingFactor.SERVER_CPU,
                        "the queue runs over behind full processors",
                        both(SERVER_SATURATED, e -> {
                            e.overflows = e.drops = 412;
                            e.fails(FailureCause.CONNECT_TIMEOUT, 20);
                        })),
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
                        LimitingFactor.EPHEMERAL_PORTS,
                        "agents find no local port",
                        e -> e.fails(
                                FailureCause.NO_LOCAL_PORT,
                                200,
                                "connect(..) failed with error(-99): Cannot assign requested address")),
                looksLike(
                        LimitingFactor.EPHEMERAL_PORTS,
                        LimitingFactor.SERVER_THREADS,
                        "the pool ran out long before the ports",
                        e -> {
                            e.workload = Workload.HOLD_BLOCKING;
                            e.served = e.busy = e.poolThreads = 200;
                            e.fails(FailureCause.ANSWER_TIMEOUT, 700).fails(FailureCause.NO_LOCAL_PORT, 100);
                        }),
                is(LimitingFactor.KERNEL_TCP_MEMORY, "pressure above tcp_mem", both(TIMED_OUT, e -> {
                    e.pressures = 3;
                    e.socketMemory = GIB * 9 / 10;
                })),
                is(
                        LimitingFactor.KERNEL_TCP_MEMORY,
                        "the kernel says it",
                        both(TIMED_OUT, e -> e.kernel.add("TCP: out of memory -- consider tuning tcp_mem"))),
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
                is(LimitingFactor.CONNTRACK_TABLE, "the kernel says it, its counters hidden", e -> {
                    e.kernel.add("nf_conntrack: nf_conntrack: table full, dropping packet");
                    e.fails(FailureCause.CONNECT_TIMEOUT, 200);
                }),
                looksLike(
                        LimitingFactor.CONNTRACK_TABLE,
                        LimitingFactor.UNKNOWN,
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

    private static List<Row> saturation() {
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

    private static List<Row> nothing() {
        return List.of(
                is(LimitingFactor.UNKNOWN, "time-outs and nothing to be seen", TIMED_OUT),
                is(LimitingFactor.UNKNOWN, "recursion stalled and nothing at its limit", e -> {
                    e.recursion(900);
                    e.stalled();
                    e.maxThreads = 2000;
                    e.busy = e.poolThreads = 900;
                }),
                is(
                        LimitingFactor.UNKNOWN,
                        "clients that went away fill the log",
                        both(
                                TIMED_OUT,
                                e -> e.logs(
                                        "java.io.IOException: Connection reset by peer",
                                        "java.io.IOException: Broken pipe",
                                        "org.eclipse.jetty.io.EofException: Closed"))),
                is(LimitingFactor.UNKNOWN, "nothing could be read at all", both(TIMED_OUT, e -> {
                    e.connections = e.maxConnections = e.descriptors = e.maxDescriptors = -1;
                    e.busy = e.poolThreads = e.maxThreads = e.queued = e.threads = -1;
                    e.rss = e.heapUsed = e.direct = e.memoryAvailable = e.socketMemory = -1;
                    e.serverCores = e.gcShare = -1;
                })));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void namesWhatBindsAndNotWhatLooksLikeIt(Row row) {
        Attribution attribution = LimitAnalyst.analyse(evidence(row.fact()));

        assertThat(attribution.factor()).as(attribution.evidence()).isEqualTo(row.expected());
        assertThat(attribution.nextCandidates()).doesNotContain(row.expected());
    }

    @Test
    void everyFactorHasTwoRowsThatNameItAndTwoThatLookLikeIt() {
        Map<LimitingFactor, Integer> named = new EnumMap<>(LimitingFactor.class);
        Map<LimitingFactor, Integer> alike = new EnumMap<>(LimitingFactor.class);
        for (Row row : rows()) {
            (row.lookAlike() == row.expected() ? named : alike).merge(row.lookAlike(), 1, Integer::sum);
        }

        for (LimitingFactor factor : LimitingFactor.values()) {
            assertThat(named).as(factor.label()).hasEntrySatisfying(factor, n -> assertThat(n)
                    .isGreaterThanOrEqualTo(2));
            if (factor != LimitingFactor.UNKNOWN) {
                assertThat(alike).as(factor.label()).hasEntrySatisfying(factor, n -> assertThat(n)
                        .isGreaterThanOrEqualTo(2));
            }
        }
    }

    @Test
    void evidenceGivesConfiguredAndObservedValuesAndReliefSaysWhatToRaise() {
        Attribution attribution = LimitAnalyst.analyse(evidence(TIMED_OUT, e -> {
            e.workload = Workload.HOLD_BLOCKING;
            e.served = e.busy = e.poolThreads = 200;
            e.queued = 600;
        }));

        assertThat(attribution.evidence()).contains("200 of 200 request threads busy", "600 requests queued");
        assertThat(attribution.relief()).contains("maxThreads (now 200)");
        assertThat(attribution.confidence()).isEqualTo(Confidence.HIGH);
    }

    @Test
    void quotesTheLineOfTheLog() {
        Attribution attribution = LimitAnalyst.analyse(evidence(TIMED_OUT, e -> e.logs("starting", "more", HEAP)));

        assertThat(attribution.evidence()).contains("log line 3: " + HEAP);
    }

    @Test
    void namesTheKernelLimitThatTheThreadsCameClosestTo() {
        Attribution maps = LimitAnalyst.analyse(evidence(TIMED_OUT, e -> {
            e.threads = 32_600;
            e.maxMapCount = 65_530;
            e.logs(NO_THREAD);
        }));
        Attribution unclear = LimitAnalyst.analyse(evidence(TIMED_OUT, e -> e.logs(NO_THREAD)));

        assertThat(maps.evidence()).contains("vm.max_map_count is 65530");
        assertThat(maps.relief()).contains("vm.max_map_count");
        assertThat(unclear.evidence()).contains("which limit it was is not known");
    }

    @Test
    void tellsWhichFurtherFactorsHadEvidence() {
        Attribution attribution = LimitAnalyst.analyse(evidence(TIMED_OUT, e -> {
            e.connections = e.maxConnections = 800;
            e.overflows = e.drops = 412;
            e.fails(FailureCause.CONNECT_TIMEOUT, 20);
        }));

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(attribution.nextCandidates()).containsExactly(LimitingFactor.ACCEPT_QUEUE);
    }
}
