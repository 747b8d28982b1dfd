package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.GIB;
import static io.ceiling.harness.verdict.EvidenceRows.EMFILE;
import static io.ceiling.harness.verdict.EvidenceRows.HEAP;
import static io.ceiling.harness.verdict.EvidenceRows.NO_THREAD;
import static io.ceiling.harness.verdict.EvidenceRows.SERVER_SATURATED;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static io.ceiling.harness.verdict.EvidenceRows.both;
import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ThreadRoom.ThreadUse;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.OptionalInt;

/** Limits around the server: load side and host, the end of its process, the network, and none at all. */
final class SurroundingEvidenceRows {

    private SurroundingEvidenceRows() {}

    static List<Row> loadSide() {
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
                    e.workload = Workloads.KEEP_ALIVE;
                    e.exchanges = 800;
                    e.lateSends = 400;
                    e.loadCores = 1.0;
                    e.responseP99 = 2_000_000_000L;
                    e.serviceP99 = 3_000_000L;
                }),
                is(LimitingFactor.LOAD_CPU, "the same, and the round was over before the last reading", e -> {
                    e.workload = Workloads.KEEP_ALIVE;
                    e.exchanges = 800;
                    e.roundEndsEarly = true;
                    e.lateSends = 400;
                    // A quota, for example: nothing else says that the agent was short of it.
                    e.loadCores = 0.25;
                    e.responseP99 = 2_000_000_000L;
                    e.serviceP99 = 3_000_000L;
                }),
                is(LimitingFactor.LOAD_CPU, "agents take most of a full host", both(TIMED_OUT, e -> {
                    e.loadCores = 1.3;
                    e.serverCores = 0.65;
                })),
                is(LimitingFactor.LOAD_CPU, "most sends late, however busy the server", both(SERVER_SATURATED, e -> {
                    e.serverCores = 1.0;
                    e.lateSends = 600;
                    e.serviceP99 = 2_500_000_000L;
                    e.queued = 100;
                    e.busy = e.poolThreads = 200;
                    e.overflows = e.drops = 50;
                })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.SERVER_CPU,
                        "most sends late, since the server's own work fills the host",
                        both(SERVER_SATURATED, e -> {
                            e.lateSends = 600;
                            e.serviceP99 = 2_500_000_000L;
                        })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.HOST_CPU,
                        "most sends late, since other processes fill the host",
                        both(SERVER_SATURATED, e -> {
                            e.serverCores = 0.3;
                            e.loadCores = 0.25;
                            e.otherCores = 1.4;
                            e.lateSends = 600;
                            e.serviceP99 = 2_500_000_000L;
                        })),
                is(LimitingFactor.HOST_CPU, "other processes take most of a full host", both(TIMED_OUT, e -> {
                    e.otherCores = 1.4;
                    e.serverCores = 0.45;
                })),
                is(LimitingFactor.HOST_CPU, "server and others fill the host together", both(SERVER_SATURATED, e -> {
                    e.serverCores = 1.2;
                    e.loadCores = 0.2;
                    e.otherCores = 0.6;
                })),
                looksLike(
                        LimitingFactor.HOST_CPU,
                        LimitingFactor.SERVER_CPU,
                        "the host is full with the server's own work",
                        both(SERVER_SATURATED, e -> e.otherCores = 0.05)),
                looksLike(
                        LimitingFactor.HOST_CPU,
                        LimitingFactor.UNKNOWN,
                        "the others are further servers of the same ring",
                        e -> {
                            e.recursion(300);
                            e.instances = 3;
                            e.stalled();
                            e.otherCores = 1.4;
                            e.serverCores = 0.45;
                        }),
                looksLike(
                        LimitingFactor.HOST_CPU,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "others are busy, and the connections are at their limit",
                        both(TIMED_OUT, e -> {
                            e.otherCores = 1.7;
                            e.connections = e.maxConnections = 800;
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
                    e.workload = Workloads.HOLD_BLOCKING;
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

    static List<Row> processEnd() {
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
                    e.oomKills = Seen.of(1);
                }),
                is(
                        LimitingFactor.SERVER_MEMORY,
                        "alive in a full cgroup, and waits for its own code at each step",
                        e -> {
                            e.fails(FailureCause.ANSWER_TIMEOUT, 400);
                            e.cgroupMemory = GIB;
                            e.rss = GIB - (60 << 20);
                            e.majorFaults = 600;
                            e.busy = e.maxThreads;
                        }),
                is(
                        LimitingFactor.SERVER_MEMORY,
                        "slowed down at memory.high, its collections take long for the same reason",
                        both(TIMED_OUT, e -> {
                            e.cgroupMemory = GIB;
                            e.rss = GIB - (60 << 20);
                            e.memoryStops = 4_000;
                            e.gcShare = 0.6;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MEMORY,
                        LimitingFactor.SERVER_GC,
                        "its group was at memory.high with pages of files, which the kernel took back",
                        both(TIMED_OUT, e -> {
                            e.cgroupMemory = GIB;
                            e.memoryStops = 4_000;
                            e.gcShare = 0.6;
                        })),
                looksLike(
                        LimitingFactor.SERVER_MEMORY,
                        LimitingFactor.UNKNOWN,
                        "reads its files for the first time, memory to spare",
                        e -> {
                            e.fails(FailureCause.ANSWER_TIMEOUT, 400);
                            e.cgroupMemory = GIB;
                            e.majorFaults = 600;
                        }),
                looksLike(
                        LimitingFactor.SERVER_MEMORY,
                        LimitingFactor.UNKNOWN,
                        "most of its cgroup in use, and all of its code there",
                        e -> {
                            e.fails(FailureCause.ANSWER_TIMEOUT, 400);
                            e.cgroupMemory = GIB;
                            e.rss = GIB - (60 << 20);
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
                        LimitingFactor.SERVER_NATIVE_THREADS,
                        "the kernel refused a mapping because there were as many as there may be",
                        e -> {
                            e.exitCode = OptionalInt.of(134);
                            e.crashFile = true;
                            e.mappings = ThreadUse.of(65_531, 65_530);
                            e.logs("# Native memory allocation (mmap) failed to map 16384 bytes.");
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
                            e.oomKills = Seen.of(0);
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
                            e.mappings = ThreadUse.of(65_529, 65_530);
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

    static List<Row> nothing() {
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
}
