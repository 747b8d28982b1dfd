package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;

/** What rows of evidence are, and what several of them have; {@link EvidenceTable} reads them. */
public final class EvidenceRows {

    private EvidenceRows() {}

    public static final String EMFILE = "java.net.SocketException: Too many open files";
    static final String NO_THREAD = "java.lang.OutOfMemoryError: unable to create native thread: possibly out of"
            + " memory or process/resource limits reached";
    public static final String HEAP = "java.lang.OutOfMemoryError: Java heap space";

    /** One row: what happened, what must be said, and for a look-alike what must not be. */
    record Row(String name, LimitingFactor lookAlike, LimitingFactor expected, Fact fact) {
        @Override
        public String toString() {
            return "%s: %s".formatted(expected.label(), name);
        }
    }

    static final LoneConnection STUCK = new LoneConnection(
            LoneConnection.ConnectionOutcome.STUCK,
            Duration.ofSeconds(20),
            "no answer",
            "200 threads exec-* in App.gate",
            Occupants.NOT_SEEN);

    public static final Fact TIMED_OUT = e -> e.fails(FailureCause.ANSWER_TIMEOUT, 200);

    /** Both processors taken, answers late, the agents on time. */
    public static final Fact SERVER_SATURATED = e -> {
        e.workload = Workloads.KEEP_ALIVE;
        e.exchanges = 800;
        e.serverCores = 1.6;
        e.loadCores = 0.35;
        e.responseP99 = e.serviceP99 = 3_000_000_000L;
        e.failure = "response p99 3000 ms, SLO 1000 ms";
    };

    public static Fact both(Fact first, Fact second) {
        return e -> {
            first.apply(e);
            second.apply(e);
        };
    }
}
