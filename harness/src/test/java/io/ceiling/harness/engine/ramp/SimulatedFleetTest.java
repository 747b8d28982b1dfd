package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.SimulatedServers;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.fleet.SimulatedAgent;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.Details;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.html.RunReport;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Tomcats;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A ramp over a fleet of 100 agents and 50 servers that exist in memory alone: harness, files and report have to hold up
 * where no machine here has so many connections. Times and memory are printed and not judged; docs/scale.md has what
 * bounds a fleet. Other numbers are those of the system properties fleet.agents, fleet.servers and fleet.connections.
 */
@Timeout(600)
class SimulatedFleetTest {

    private static final int AGENTS = Integer.getInteger("fleet.agents", 100);
    private static final int SERVERS = Integer.getInteger("fleet.servers", AGENTS / 2);
    /** At most 2 147 483 647 in all: a level of a ramp is an int. */
    private static final int CONNECTIONS = Integer.getInteger("fleet.connections", 10_000 * AGENTS);

    private static final int STEPS = 4;

    @TempDir
    Path results;

    /** At first each look takes as long as a round of real connections, or the warm-up would be 100 rounds. */
    private final Fakes.ManualClock clock = new Fakes.ManualClock(this::aRoundPasses);

    private final List<SimulatedAgent> agents =
            IntStream.range(0, AGENTS).mapToObj(SimulatedAgent::new).toList();
    private final Scenario scenario =
            new Scenario(Tomcats.settings().instances(SERVERS).build(), Work.of(Workloads.KEEP_ALIVE), CONNECTIONS);
    private final RampSettings ramp = RampSettings.builder(
                    new RampSettings.Levels(CONNECTIONS >> (STEPS - 1), 2, 0.02), new RampSettings.Rates(1000, 1000))
            .hold(Duration.ofMillis(100))
            .slo(Duration.ofSeconds(1))
            .stallTimeout(Duration.ofSeconds(1))
            .build();

    @Test
    void aRampOfAMillionConnectionsAddsUpInEveryFileAndIsDrawn() throws Exception {
        List<Sample> samples = new ArrayList<>();
        long before = usedBytes();

        ScenarioRun.MeasuredScenario measured =
                timed("ramp of %d steps to %,d connections".formatted(STEPS, CONNECTIONS), () -> new ScenarioRun(
                                scenario,
                                ramp,
                                () -> new Fleet(agents),
                                number -> SimulatedServers.start(SERVERS, agents, samples::add, clock),
                                clock,
                                Fakes.noStop(clock),
                                RampListener.NONE)
                        .run());
        print("its warm-up: %s", measured.result().effort().warmUp());
        print("its result in memory: %,d KiB", (usedBytes() - before) >> 10);

        assertThat(measured.result().verdict().held()).hasValue(CONNECTIONS);
        assertThat(measured.result().steps()).hasSize(STEPS).allMatch(Step::passed);
        measured.result().steps().forEach(SimulatedFleetTest::assertAddsUp);
        assertThat(measured.costs()).hasSize(SERVERS);
        readings();
        files(measured, samples);
    }

    private void aRoundPasses() {
        if (clock.nanoTime() < 1_000_000_000) {
            clock.passes(200_000_000);
        }
    }

    private static void assertAddsUp(Step step) {
        LoadReading load = step.after().load();
        assertThat(load.agents()).isEqualTo(AGENTS);
        assertThat(load.connections().alive()).isEqualTo(step.target()).isEqualTo(step.served());
        assertThat(load.times().exchanges().response().count()).isEqualTo(step.target());
        assertThat(step.after().server().connections().orElse(-1)).isEqualTo(step.target());
        assertThat(step.after().instances()).hasSize(SERVERS);
        assertThat(load.instances()).hasSize(SERVERS);
        assertThat(load.instances().stream()
                        .mapToLong(each -> each.connections().alive())
                        .sum())
                .isEqualTo(step.target());
        assertThat(load.instances()).allMatch(each -> each.agents() == AGENTS / SERVERS);
    }

    /** Measures what is asked five times a second, and once a second with histograms in `traffic`. */
    private void readings() throws Exception {
        int turns = 5;
        Fleet fleet = new Fleet(agents).withServers(SERVERS);
        timed("counts of all agents, %d times".formatted(turns), () -> repeated(turns, fleet::counts));
        timed(
                "counts and merged histograms, %d times".formatted(turns),
                () -> repeated(turns, fleet::readWithHistograms));
        assertThat(fleet.readWithHistograms().histograms().get("response")).hasSize(AGENTS);
        try (ServerSession servers = SimulatedServers.start(SERVERS, agents, sample -> {}, clock)) {
            LoadReading load = fleet.counts();
            timed(
                    "readings of %d servers, %d times".formatted(SERVERS, turns),
                    () -> repeated(turns, () -> servers.recorder().sampleNow(load)));
        }
        timed(
                "raise of nothing, %d times".formatted(turns),
                () -> repeated(turns, () -> fleet.openUpTo(CONNECTIONS, 32, 1)));
    }

    private static <T> T repeated(int turns, Callable<T> call) throws Exception {
        for (int i = 1; i < turns; i++) {
            Object ignored = call.call();
        }
        return call.call();
    }

    private void files(ScenarioRun.MeasuredScenario measured, List<Sample> samples) throws Exception {
        Path folder;
        try (RunFolder run = RunFolder.create(results, "simulated", Clock.systemUTC())) {
            folder = run.path();
            timed("samples.csv, %d rows".formatted(samples.size()), () -> {
                samples.forEach(sample -> run.appendSample(scenario, sample));
                return run;
            });
            timed("histogram log", () -> {
                run.writeHistograms(scenario, Instant.EPOCH, measured.histograms());
                return run;
            });
            timed("instances.csv, %,d rows".formatted(STEPS * SERVERS), () -> {
                run.appendInstances(scenario, measured.result().steps(), measured.costs());
                return run;
            });
            timed("steps.csv, ceilings.csv, environment.json", () -> {
                run.append(measured.result(), measured.servers());
                return run;
            });
        }
        timed("report.html", () -> RunReport.write(folder));
        printSizes(folder);

        assertRows(folder.resolve("steps.csv"), STEPS, "served_connections");
        assertRows(folder.resolve("instances.csv"), STEPS * SERVERS, "served_connections");
        assertThat(lines(Details.of(folder).resolve("samples.csv"))).hasSize(1 + samples.size());
        assertThat(Files.readString(folder.resolve("report.html"))).contains(scenario.name());
        assertThat(responses(Details.of(folder).resolve(scenario.name() + ".hlog")))
                .isEqualTo(sumOfLevels());
    }

    /** Asserts that the file has that many rows, all as wide as its header, and that the column has the levels in it. */
    private void assertRows(Path csv, int rows, String column) throws IOException {
        List<String[]> lines = lines(csv).map(line -> line.split(",", -1)).toList();
        int index = Arrays.asList(lines.get(0)).indexOf(column);
        List<String[]> data = lines.subList(1, lines.size());

        assertThat(data).hasSize(rows).allMatch(cells -> cells.length == lines.get(0).length);
        assertThat(data.stream()
                        .mapToLong(cells -> Long.parseLong(cells[index]))
                        .sum())
                .as("sum of %s in %s", column, csv.getFileName())
                .isEqualTo(sumOfLevels());
    }

    private long sumOfLevels() {
        return IntStream.range(0, STEPS)
                .mapToLong(i -> i == STEPS - 1 ? CONNECTIONS : (long) (CONNECTIONS >> (STEPS - 1)) << i)
                .sum();
    }

    private static Stream<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream();
    }

    private static long responses(Path log) throws IOException {
        long count = 0;
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (EncodableHistogram interval = reader.nextIntervalHistogram();
                    interval != null;
                    interval = reader.nextIntervalHistogram()) {
                if ("response".equals(interval.getTag())) {
                    count += ((Histogram) interval).getTotalCount();
                }
            }
        }
        return count;
    }

    private static void printSizes(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                print("%s: %,d KiB", file.getFileName(), Files.size(file) >> 10);
            }
        }
    }

    private static <T> T timed(String what, Callable<T> part) throws Exception {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        T result = part.call();
        print(
                "%s: %,d ms, %,d MiB allocated by its thread",
                what,
                (System.nanoTime() - start) / 1_000_000,
                (threads.getCurrentThreadAllocatedBytes() - allocated) >> 20);
        return result;
    }

    private static long usedBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void print(String format, Object... values) {
        System.out.printf("simulated fleet: " + format + "%n", values);
    }
}
