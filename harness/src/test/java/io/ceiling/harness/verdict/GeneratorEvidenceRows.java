package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.SERVER_SATURATED;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static io.ceiling.harness.verdict.EvidenceRows.both;
import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.harness.workload.Workloads;
import java.time.Duration;
import java.util.List;

/** Load agents that are full, late or stood still, and those that are blamed for it without reason. */
final class GeneratorEvidenceRows {

    private static final long MILLI = 1_000_000;

    /** Every request sent in time, every answer late, and nothing full. */
    private static final Fact LATE_ANSWERS = e -> {
        e.workload = Workloads.KEEP_ALIVE;
        e.served = e.target;
        e.exchanges = 1000;
        e.responseP99 = e.serviceP99 = 1_300 * MILLI;
        e.failure = "slowest answer took 1300 ms, SLO 1000 ms";
    };

    private static final Fact LATE_MESSAGES = e -> {
        e.served = e.target;
        e.publishes(0, 0);
        e.failure = "99 % of the messages came within 2000.0 ms, SLO 1000 ms";
    };

    private GeneratorEvidenceRows() {}

    /** Load agents on a host of their own, whose processors and memory are read there. */
    private static Fact elsewhere(double busy, double agents, Fact more) {
        return both(LATE_ANSWERS, e -> {
            e.agentsElsewhere = true;
            e.busyElsewhere = busy;
            e.loadCores = agents;
            more.apply(e);
        });
    }

    static List<Row> onOtherHosts() {
        return List.of(
                is(LimitingFactor.LOAD_CPU, "agents fill a host of their own", elsewhere(1.95, 1.9, e -> {
                    e.serverCores = 0.4;
                    e.fullestLoop = 0.6;
                })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "agents on a host of their own that is not full",
                        elsewhere(1.0, 0.95, e -> e.serverCores = 0.4)),
                is(LimitingFactor.SERVER_CPU, "a full server whose agents have a calm host", elsewhere(0.5, 0.4, e -> {
                    e.serverCores = 1.9;
                    e.otherCores = 0;
                })),
                is(LimitingFactor.HOST_CPU, "other processes fill the host of the agents", elsewhere(1.95, 0.3, e -> {
                    e.serverCores = 0.4;
                })),
                is(LimitingFactor.HOST_MEMORY, "the host of the agents is short of memory", elsewhere(0.5, 0.4, e -> {
                    e.memoryElsewhere = EvidenceBuilder.GIB;
                })));
    }

    static List<Row> full() {
        return List.of(
                is(LimitingFactor.LOAD_CPU, "one full event loop of eight", both(LATE_MESSAGES, e -> {
                    e.agents = 2;
                    e.loadCores = 1.1;
                    e.fullestLoop = 0.97;
                })),
                is(LimitingFactor.LOAD_CPU, "a full event loop reads answers late", both(LATE_ANSWERS, e -> {
                    e.loadCores = 1.0;
                    e.fullestLoop = 0.99;
                })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "eight event loops that use one processor together are not full",
                        both(LATE_MESSAGES, e -> {
                            e.loadCores = 0.95;
                            e.fullestLoop = 0.13;
                        })),
                is(LimitingFactor.LOAD_CPU, "most sends late on a host that interrupts fill", both(LATE_ANSWERS, e -> {
                    e.serverCores = 0.75;
                    e.loadCores = 0.85;
                    e.softirqCores = 0.35;
                    e.lateSends = 600;
                    e.serviceP99 = 1_000 * MILLI;
                    e.responseP99 = 1_800 * MILLI;
                })),
                is(LimitingFactor.LOAD_CPU, "some sends late on a host that interrupts fill", both(LATE_ANSWERS, e -> {
                    e.serverCores = 0.8;
                    e.loadCores = 0.7;
                    e.softirqCores = 0.4;
                    e.lateSends = 200;
                    e.serviceP99 = 1_000 * MILLI;
                    e.responseP99 = 1_800 * MILLI;
                })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "every send in time on a host that interrupts fill",
                        both(LATE_ANSWERS, e -> {
                            e.serverCores = 0.8;
                            e.loadCores = 0.3;
                            e.softirqCores = 0.8;
                        })),
                is(LimitingFactor.LOAD_CPU, "most sends late by a part of a second", both(LATE_ANSWERS, e -> {
                    e.lateSends = 600;
                    e.serviceP99 = 1_100 * MILLI;
                    e.responseP99 = 1_300 * MILLI;
                })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "most sends late by milliseconds, the server slow by more than a second",
                        both(LATE_ANSWERS, e -> {
                            e.lateSends = 600;
                            e.serviceP99 = 1_290 * MILLI;
                        })),
                is(LimitingFactor.LOAD_CPU, "answers in time from their late sends", both(LATE_ANSWERS, e -> {
                    e.lateSends = 300;
                    e.serviceP99 = 400 * MILLI;
                    e.responseP99 = 700 * MILLI;
                })),
                is(LimitingFactor.LOAD_CPU, "agents fill this host for a server on another", both(LATE_ANSWERS, e -> {
                    e.ofTarget(false);
                    e.elsewhere = true;
                    e.loadCores = 1.95;
                    e.otherCores = 0;
                    e.fullestLoop = 0.6;
                    e.lateSends = 400;
                    e.serviceP99 = 1_000 * MILLI;
                    e.responseP99 = 1_500 * MILLI;
                })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "agents on other hosts have processors of their own",
                        both(LATE_ANSWERS, e -> {
                            e.agents = 3;
                            e.agentsElsewhere = true;
                            e.loadCores = 2.1;
                            e.serverCores = 0.4;
                        })),
                looksLike(
                        LimitingFactor.SERVER_CPU,
                        LimitingFactor.UNKNOWN,
                        "a server on another host takes none of this one's processors",
                        both(LATE_ANSWERS, e -> {
                            e.ofTarget(true);
                            e.elsewhere = true;
                            e.serverCpuCount = 8;
                            e.serverCores = 1.6;
                            e.loadCores = 0.3;
                        })),
                looksLike(
                        LimitingFactor.HOST_CPU,
                        LimitingFactor.UNKNOWN,
                        "a server on another host is none of the others here",
                        both(LATE_ANSWERS, e -> {
                            e.ofTarget(true);
                            e.elsewhere = true;
                            e.serverCpuCount = 8;
                            e.serverCores = 4;
                            e.loadCores = 0.3;
                        })));
    }

    static List<Row> paused() {
        return List.of(
                is(
                        LimitingFactor.LOAD_CPU,
                        "an agent stood still after its last send",
                        both(LATE_ANSWERS, e -> e.pauseNanos = 1_300 * MILLI)),
                is(
                        LimitingFactor.LOAD_CPU,
                        "an agent stood still while messages came",
                        both(LATE_MESSAGES, e -> e.pauseNanos = 900 * MILLI)),
                is(
                        LimitingFactor.LOAD_CPU,
                        "an agent stood still until the application gave up its members",
                        both(LATE_MESSAGES, e -> {
                            e.publishes(0, 12);
                            e.pauseNanos = 900 * MILLI;
                        })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.SERVER_CPU,
                        "an agent stood still, since the server's own work fills the host",
                        both(SERVER_SATURATED, e -> e.pauseNanos = 2_000 * MILLI)),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.HOST_CPU,
                        "an agent stood still, since other processes fill the host",
                        both(LATE_ANSWERS, e -> {
                            e.otherCores = 1.6;
                            e.pauseNanos = 1_300 * MILLI;
                        })),
                is(
                        LimitingFactor.LOAD_CPU,
                        "an agent stood still for a third of the time after which answers were given up",
                        both(TIMED_OUT, e -> e.pauseNanos = 350 * MILLI)),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "a pause of a seventh of the time in which answers never came",
                        both(TIMED_OUT, e -> e.pauseNanos = 138 * MILLI)),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "a pause of a third of the SLO, and connections that wait for all of five seconds",
                        e -> {
                            e.pending = 32;
                            e.pauseNanos = 350 * MILLI;
                        }),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "a pause of a tenth of the time by which answers were late",
                        both(LATE_ANSWERS, e -> {
                            e.responseP99 = e.serviceP99 = 4_000 * MILLI;
                            e.pauseNanos = 300 * MILLI;
                        })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "a pause below a tenth of the SLO",
                        both(LATE_ANSWERS, e -> {
                            e.responseP99 = e.serviceP99 = 1_050 * MILLI;
                            e.pauseNanos = 90 * MILLI;
                        })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.UNKNOWN,
                        "a pause that is too short to touch one message of a hundred",
                        both(LATE_MESSAGES, e -> {
                            e.slo = Duration.ofMillis(50);
                            e.pauseNanos = 8 * MILLI;
                        })),
                looksLike(
                        LimitingFactor.LOAD_CPU,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "a pause does not fill the table of connections",
                        both(TIMED_OUT, e -> {
                            e.pauseNanos = 500 * MILLI;
                            e.connections = e.maxConnections = 800;
                        })));
    }
}
