package io.ceiling.harness.forecast;

import io.ceiling.harness.forecast.MeasuredCosts.Subject;
import io.ceiling.harness.forecast.MeasuredCosts.WorkKey;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.util.ArrayList;
import java.util.List;

/**
 * The distance of a measured server from the scenario of a forecast. Pure functions.
 *
 * <p>The weights are an order, not a measure: what a server keeps for a connection decides most of its cost, then its
 * connector and threads. Header cache, buffers, TLS and compression weigh least, since their part was measured by itself.
 */
final class CostDistance {

    private static final int CONTAINER = 2000;
    private static final int OTHER_KEEPS = 800;
    private static final int OTHER_WORKLOAD = 300;
    private static final int TRANSPORT = 150;
    private static final int CONNECTOR = 40;
    private static final int THREADS = 20;
    private static final int HEADER_CACHE = 16;
    private static final int BUFFER = 8;
    private static final int TLS = 4;
    private static final int DEFLATE = 2;
    private static final int COLLECTOR = 1;

    private CostDistance() {}

    /** Returns the distance, 0 for the same settings. */
    static int between(Subject wanted, Subject row) {
        return (wanted.container().equals(row.container()) ? 0 : CONTAINER)
                + between(wanted.load(), row.load())
                + (wanted.connector().equals(row.connector()) ? 0 : CONNECTOR)
                + (wanted.threads().equals(row.threads()) ? 0 : THREADS)
                + (wanted.settings().headerCache().equals(row.settings().headerCache()) ? 0 : HEADER_CACHE)
                + (wanted.settings().buffer().equals(row.settings().buffer()) ? 0 : BUFFER)
                + (wanted.settings().tls().equals(row.settings().tls()) ? 0 : TLS)
                + (wanted.settings().deflate().equals(row.settings().deflate()) ? 0 : DEFLATE)
                + (wanted.settings().collector().equals(row.settings().collector()) ? 0 : COLLECTOR);
    }

    /** Returns the differences of the row in words, without settings whose effect is measured separately. */
    static List<String> differences(Subject wanted, Subject row) {
        List<String> all = new ArrayList<>();
        differ(all, wanted.container(), row.container());
        differ(all, wanted.connector(), row.connector());
        differ(all, wanted.threads(), row.threads());
        differ(all, wanted.load().workload(), row.load().workload());
        differ(all, wanted.load().messaging(), row.load().messaging());
        differ(all, wanted.settings().collector(), row.settings().collector());
        return all.isEmpty() ? List.of() : List.of("nearest row: " + String.join(", ", all));
    }

    private static void differ(List<String> all, String wanted, String row) {
        if (!wanted.equals(row)) {
            all.add("%s in place of %s".formatted(named(row), named(wanted)));
        }
    }

    private static String named(String label) {
        return label.isEmpty() ? "none" : label;
    }

    private static int between(WorkKey wanted, WorkKey row) {
        if (wanted.equals(row)) {
            return 0;
        }
        if (wanted.workload().equals(row.workload())) {
            return TRANSPORT;
        }
        Workload one = Workloads.find(wanted.workload()).orElse(Workloads.KEEP_ALIVE);
        Workload other = Workloads.find(row.workload()).orElse(Workloads.KEEP_ALIVE);
        int blocking = one.holdsThread() == other.holdsThread() ? 0 : TRANSPORT;
        return blocking + (one.keeps() == other.keeps() ? OTHER_WORKLOAD : OTHER_KEEPS);
    }
}
