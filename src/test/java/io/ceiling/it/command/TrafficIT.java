package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling traffic} from the command line to its files, on a real server and real load agents. */
@Tag("side-by-side")
class TrafficIT {

    private static final int CONNECTIONS = 200;

    @TempDir
    Path folder;

    /** Runs {@code ./ceiling traffic} of keep-alive connections that ask five times a second each, with more options. */
    private CeilingCommand traffic(String... more) throws InterruptedException {
        Stream<String> common = Words.of(
                "traffic --results=%s --workload=keep-alive --connections=%s --idle=100ms..300ms --heap=256m",
                folder.resolve("results"), CONNECTIONS)
                .stream();
        return CeilingCommand.run(Stream.concat(common, Stream.of(more)).toList());
    }

    @Tag("all")
    @Test
    void allConnectionsAskAgainAndAgainWhileAProbeAsksWithoutPause() throws Exception {
        CeilingCommand ceiling = traffic("--container=tomcat", "--time=3s", "--probe", "--probe-requests=500");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        Path run = CeilingsCsv.onlyRun(folder.resolve("results"));
        NamedCsvRecord total = CeilingsCsv.rows(run, "traffic-totals.csv").get(0);
        assertThat(number(total, "alive")).isEqualTo(CONNECTIONS);
        assertThat(total.getField("why")).isEmpty();
        // Whether a busy machine becomes steady is printed; if it did not, the row says so.
        assertThat(total.getField("marks").contains("not steady when its warm-up ended"))
                .isEqualTo(total.getField("warm_up_steady").equals("false"));
        System.out.printf("warm-up %s s %s%n", total.getField("warm_up_s"), total.getField("warm_up_why"));
        // 1000 a second are offered, and 3000 in all; how many of them a busy machine serves is printed.
        assertThat(number(total, "requests_answered"))
                .isEqualTo(number(total, "requests_asked"))
                .isBetween(1.0, 3_150.0);
        assertThat(number(total, "response_p99_ns")).isGreaterThanOrEqualTo(number(total, "service_p50_ns"));
        assertThat(number(total, "probe_requests")).isPositive();
        assertThat(number(total, "probe_failed")).isZero();

        List<NamedCsvRecord> seconds = CeilingsCsv.rows(run, "traffic.csv");
        List<NamedCsvRecord> asking = seconds.stream()
                .filter(second -> !second.getField("phase").equals("opening"))
                .toList();
        assertThat(asking).isNotEmpty();
        assertThat(asking).allMatch(second -> number(second, "alive") == CONNECTIONS && number(second, "failed") == 0);
        NamedCsvRecord last = asking.get(asking.size() - 1);
        assertThat(number(last, "requests")).isEqualTo(number(total, "requests_answered") + CONNECTIONS);
        double bytes = 0;
        double before = number(last, "elapsed_s") - number(total, "measured_ns") / 1e9;
        for (NamedCsvRecord second : asking) {
            bytes += number(second, "read_bytes_per_s") * (number(second, "elapsed_s") - before);
            before = number(second, "elapsed_s");
        }
        assertThat(bytes).isPositive();
        System.out.printf(
                "%.0f requests answered, %.0f of the probe, in %d rows, whose bytes are %.3f of the total%n",
                number(total, "requests_answered"),
                number(total, "probe_requests"),
                asking.size(),
                bytes / number(total, "read_bytes_per_s") / (number(total, "measured_ns") / 1e9));
        assertThat(ceiling.output())
                .contains("concurrency: 200, total requests: ", "probe, closed loop  requests", "offered/s");
        assertThat(run.resolve("details")).isDirectoryContaining("glob:**.hlog");
    }

    @Tag("all")
    @Test
    void responseTimesAtStatedLoadsAreOfAWarmServerAndCanBeBounded() throws Exception {
        CeilingCommand ceiling =
                traffic("--container=jetty", "--time=2s", "--loads=10,50", "--expect=load10.p99<=1us,load50.p99<=60s");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isEqualTo(1);
        List<NamedCsvRecord> loads =
                CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")), "traffic-loads.csv");
        assertThat(loads).extracting(row -> row.getField("load_percent")).containsExactly("10", "50");
        double highest = number(loads.get(0), "highest_requests_per_s");
        assertThat(loads).allSatisfy(row -> {
            assertThat(number(row, "highest_requests_per_s")).isEqualTo(highest);
            assertThat(number(row, "requests_offered_per_s"))
                    .isCloseTo(highest * number(row, "load_percent") / 100, within(1.0));
            assertThat(number(row, "requests_answered"))
                    .isEqualTo(number(row, "requests_asked"))
                    .isPositive();
            assertThat(number(row, "response_p99_ns")).isGreaterThanOrEqualTo(number(row, "service_p50_ns"));
            assertThat(number(row, "failed")).isZero();
            assertThat(row.getField("warm_up_steady")).isIn("true", "false");
        });
        // A host too busy to become steady is no reason to keep or to miss a bound: it is not judged, and so missed.
        assertThat(ceiling.output())
                .contains("load %  offered/s", "100 %: ", "expected load10.p99<=1us: MISSED, ")
                .contains("expected load50.p99<=60s: "
                        + (loads.get(1).getField("warm_up_steady").equals("true") ? "kept, " : "MISSED, "));
        loads.forEach(row -> System.out.printf(
                "%s %% of %.0f requests/s: p50 %.3f ms, p99 %.3f ms, %s late %s%n",
                row.getField("load_percent"),
                highest,
                number(row, "response_p50_ns") / 1e6,
                number(row, "response_p99_ns") / 1e6,
                row.getField("late_share"),
                row.getField("marks")));
    }

    @Tag("all")
    @Test
    void theHighestRateInTimeIsFoundAndConfirmed() throws Exception {
        CeilingCommand ceiling = traffic("--container=tomcat", "--time=1s", "--slo=1s");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        NamedCsvRecord row = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")), "traffic-loads.csv")
                .get(0);
        double highest = number(row, "highest_requests_per_s");
        double sent = number(row, "highest_sent_in_time_per_s") + number(row, "highest_sent_late_per_s");
        assertThat(row.getField("load_percent")).isEqualTo("100");
        assertThat(number(row, "highest_slo_ns")).isEqualTo(1e9);
        assertThat(number(row, "requests_asked")).isCloseTo(sent, within(1.0));
        assertThat(number(row, "highest_answered_in_time_per_s"))
                .isBetween(0.99 * sent, sent)
                .isGreaterThanOrEqualTo(0.94 * highest);
        assertThat(ceiling.output()).contains(": met", "the highest rate of which 99 % are answered within 1 000 ms");
        System.out.printf("highest rate in time %.0f requests/s, late %s%n", highest, row.getField("late_share"));
    }

    @Tag("all")
    @Test
    void connectionsThatCannotBeOpenedAreTheResult() throws Exception {
        CeilingCommand ceiling = traffic("--container=tomcat", "--max-connections=100", "--time=3s");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isEqualTo(3);
        NamedCsvRecord total = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")), "traffic-totals.csv")
                .get(0);
        assertThat(total.getField("why"))
                .matches(
                        "1\\d\\d of 200 connections could be opened: .+; server-max-connections: .*maxConnections is 100.* Hint: raise maxConnections.*");
        assertThat(total.getField("connections")).isEqualTo("200");
        assertThat(total.getField("requests_answered")).isEmpty();
        assertThat(ceiling.output()).contains("not held: " + total.getField("why"));
        assertThat(ceiling.errors()).doesNotContain("Exception");
    }

    private static double number(NamedCsvRecord row, String column) {
        return Double.parseDouble(row.getField(column));
    }
}
