package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.DIRECT;
import static io.ceiling.harness.verdict.EvidenceRows.EMFILE;
import static io.ceiling.harness.verdict.EvidenceRows.HEAP;
import static io.ceiling.harness.verdict.EvidenceRows.NO_PORT;
import static io.ceiling.harness.verdict.EvidenceRows.NO_THREAD;
import static io.ceiling.harness.verdict.EvidenceRows.SERVER_SATURATED;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static io.ceiling.harness.verdict.EvidenceRows.both;
import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.harness.reading.ThreadRoom.ThreadUse;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Limits of the server: in words, by readings, in its pools, and when it is merely busy. */
final class ServerEvidenceRows {

    private ServerEvidenceRows() {}

    static List<Row> inWords() {
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
                            e.groupPids = ThreadUse.of(850, 850);
                            e.threads = 840;
                            e.logs("Exception in thread \"http-nio-auto-1-Poller\" " + NO_THREAD);
                        })),
                is(LimitingFactor.SERVER_NATIVE_THREADS, "recursion answers it", e -> {
                    e.recursion(5_000);
                    e.processNumbers = ThreadUse.of(5_395, 5_400);
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
                is(
                        LimitingFactor.EPHEMERAL_PORTS,
                        "an application that calls others over new connections says it",
                        both(TIMED_OUT, e -> {
                            e.inFlight = true;
                            e.timeWait = 28_000;
                            e.logs(NO_PORT);
                        })),
                looksLike(
                        LimitingFactor.EPHEMERAL_PORTS,
                        LimitingFactor.UNKNOWN,
                        "an application that was asked to listen on a wrong address, few ports taken",
                        both(TIMED_OUT, e -> {
                            e.inFlight = true;
                            e.logs(NO_PORT);
                        })),
                looksLike(
                        LimitingFactor.EPHEMERAL_PORTS,
                        LimitingFactor.UNKNOWN,
                        "nearly as many sockets as ports, those of the load among them",
                        both(TIMED_OUT, e -> {
                            e.inFlight = true;
                            e.timeWait = 24_000;
                            e.logs(NO_PORT);
                        })),
                looksLike(
                        LimitingFactor.EPHEMERAL_PORTS,
                        LimitingFactor.UNKNOWN,
                        "a server that does not connect to anything",
                        both(TIMED_OUT, e -> e.logs(NO_PORT))));
    }

    static List<Row> readings() {
        return List.of(
                is(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "table full, no word in the log",
                        both(TIMED_OUT, e -> e.descriptors = 19_995)),
                looksLike(
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        LimitingFactor.UNKNOWN,
                        "the host has too many open files, and the server few of those that it may have",
                        both(TIMED_OUT, e -> {
                            e.descriptors = 1_500;
                            e.logs("java.io.IOException: Too many open files in system");
                        })),
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
                is(
                        LimitingFactor.SERVER_HEAP,
                        "nearly full at the two readings of a server that only collects",
                        both(SERVER_SATURATED, e -> {
                            e.heapUsed = e.heapMax * 93 / 100;
                            e.heapUsedFrom = EvidenceBuilder.SAMPLES - 2;
                            e.gcCountRise = 150;
                            e.gcShare = 0.9;
                        })),
                looksLike(
                        LimitingFactor.SERVER_HEAP,
                        LimitingFactor.SERVER_CPU,
                        "nearly full, while the collector takes a tenth of the time",
                        both(SERVER_SATURATED, e -> {
                            e.heapUsed = e.heapMax * 93 / 100;
                            e.gcCountRise = 150;
                            e.gcShare = 0.1;
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
}
