package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.FittedLines.MemoryLine;
import io.ceiling.harness.report.html.chart.Bar;
import io.ceiling.harness.report.html.chart.HeatMap;
import io.ceiling.harness.report.html.chart.MatrixCell;
import io.ceiling.harness.report.html.chart.MemoryBar;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.report.html.chart.Projection;
import io.ceiling.harness.report.html.chart.Readings;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart models of the runs that are kept in the repository. */
class ReportModelTest {

    @Test
    void eachScenarioHasABarWithItsLimit() {
        ReportModel model = Rows.reference("quick-tomcat");

        assertThat(model.ceilings().bars()).hasSize(39).allMatch(bar -> bar.verdict()
                .equals("reached"));
        Bar bar = model.ceilings().bars().get(0);
        assertThat(bar.label()).isEqualTo("nio platform recursive");
        assertThat(bar.held().connections()).isEqualTo(200);
        assertThat(bar.held().firstFailure()).isEqualTo(201);
        assertThat(bar.stop().family()).isEqualTo("threads");
        assertThat(bar.stop().relief()).startsWith("raise maxThreads");
        assertThat(model.ceilings().bars().stream().map(Bar::label)).doesNotHaveDuplicates();
    }

    @Test
    void forksAreOneBarWithTheirSpread() {
        List<Bar> bars = Rows.reference("spread").ceilings().bars();

        assertThat(bars).hasSize(3).allMatch(bar -> bar.held().forks() == 5);
        Bar heap = bars.stream()
                .filter(bar -> bar.stop().family().equals("memory"))
                .findFirst()
                .orElseThrow();
        assertThat(List.of(
                        heap.held().least(),
                        heap.held().connections(),
                        heap.held().most()))
                .containsExactly(1187.0, 1188.0, 1191.0);
    }

    @Test
    void atLeastIsNoCeilingInTheModelEither() {
        ReportModel model = Rows.reference("broadcast-matrix");

        assertThat(model.ceilings().bars()).hasSize(52);
        assertThat(model.ceilings().bars().get(0).verdict()).isEqualTo("at-least");
        assertThat(model.headline().tone()).isEqualTo("at-least");
    }

    @Test
    void partsOfMemoryAddUpToTheResidentSetAndTheKernel() {
        CsvRow row = Rows.reached(
                "a",
                100,
                "server-heap",
                "heap_bytes_per_connection=1000 heap_bytes_per_connection_se=3",
                "direct_bytes_per_connection=200 direct_bytes_per_connection_se=0",
                "rss_bytes_per_connection=5000 rss_bytes_per_connection_se=4",
                "kernel_bytes_per_connection=700 kernel_bytes_per_connection_se=1");

        MemoryBar bar = MemoryBar.of(Rows.cells(row)).get(0);

        assertThat(bar.bytes().heap() + bar.bytes().direct() + bar.bytes().rest())
                .isEqualTo(5000);
        assertThat(bar.resident().restKnown()).isTrue();
        assertThat(bar.errors()).isEqualTo(new MemoryBar.Errors(null, null, null, null));
        assertThat(bar.bytes().kernel()).isEqualTo(700);
    }

    @Test
    void theErrorsOfACostAreThoseBetweenItsServers() {
        List<MatrixCell> cells = MatrixCell.of(List.of(
                fork("a-fork1", "1000", "4000", "600"),
                fork("a-fork2", "1004", "4400", "700"),
                fork("a-fork3", "1002", "4200", "800")));

        MemoryBar bar = MemoryBar.of(cells).get(0);

        assertThat(bar.bytes()).isEqualTo(new MemoryBar.Bytes(1002, 0, 3198, 700));
        // A deviation of 200 bytes of three servers; their heap adds one of 2.
        assertThat(bar.errors().restError()).isNotNull().isCloseTo(116.6, withinPercentage(0.1));
        // Student's t for 95 % and two degrees of freedom is 4.303; the kernel has a deviation of 100.
        assertThat(bar.lines().margin()).isNotNull().isCloseTo(4.303 * 173.2, withinPercentage(0.1));
    }

    @Test
    void aReadingOfARecursionKeepsTheKernelMemoryThatItsLineWasFittedTo() {
        CsvRow reading = Readings.kept(whole("host_kernel_bytes=111500000 host_slab_bytes=300000000"));

        assertThat(reading.number(Keys.HOST_KERNEL)).hasValue(111_500_000);
    }

    private static CsvRow fork(String scenario, String heap, String rss, String kernel) {
        return Rows.reached(
                scenario,
                100,
                "server-heap",
                "heap_bytes_per_connection=%s rss_bytes_per_connection=%s kernel_bytes_per_connection=%s"
                        .formatted(heap, rss, kernel),
                "heap_bytes_per_connection_se=0.1 rss_bytes_per_connection_se=0.1 kernel_bytes_per_connection_se=0.1");
    }

    private static CsvRow resident(String... cells) {
        return Cells.with(
                Rows.reached(
                        "a",
                        200,
                        "server-heap",
                        "heap_bytes_per_connection=1000 heap_bytes_per_connection_se=3",
                        "rss_bytes_per_connection=5000 rss_bytes_per_connection_se=4"),
                cells);
    }

    @Test
    void freeHeapIsCountedWhereItCouldNotBeToldApart() {
        assertThat(MemoryBar.of(Rows.cells(resident())).get(0).resident())
                .isEqualTo(new MemoryBar.Resident(true, true));
        assertThat(MemoryBar.of(Rows.cells(resident("rss_with_free_heap=true")))
                        .get(0)
                        .resident())
                .isEqualTo(new MemoryBar.Resident(true, false));
    }

    @Test
    void theLineOfTheResidentSetHasItsOwnPoints() {
        List<CsvRow> steps = List.of(
                step(100, 1_000_000, 200_000, "300000"),
                step(200, 1_500_000, 300_000, "480000"),
                // Not seen in this step.
                step(300, 2_000_000, 400_000, ""));
        CsvRow counted = resident("rss_with_free_heap=true");

        assertThat(residentLine(resident(), steps).part()).isEqualTo("resident set without free heap");
        assertThat(residentLine(resident(), steps).points())
                .containsExactly(new double[][] {{100, 900_000}, {200, 1_320_000}});
        assertThat(residentLine(counted, steps).part()).isEqualTo("resident set");
        assertThat(residentLine(counted, steps).points()).hasSize(3);
    }

    @Test
    void theFileTellsWhichStepsAreItsPoints() {
        List<CsvRow> steps = List.of(
                Cells.with(step(100, 1, 0, ""), "cost_point=true"),
                Cells.with(step(200, 2, 0, ""), "cost_point=true passed=false"),
                // Held once more, for longer: it passed, and decided nothing.
                Cells.with(step(50, 9, 0, ""), "cost_point=false"));

        assertThat(residentLine(whole(), steps).points()).containsExactly(new double[][] {{100, 1}, {200, 2}});
    }

    @ParameterizedTest
    @CsvSource({"server-heap, 2", "concurrency-limit, 3"})
    void anOlderFileHasThePointsBeforeAFailureThatLeavesTraces(String factor, int points) {
        List<CsvRow> steps = List.of(
                step(100, 1, 0, ""),
                step(200, 2, 0, ""),
                Cells.with(step(400, 9, 0, ""), "passed=false"),
                step(300, 3, 0, ""));

        assertThat(residentLine(whole("limiting_factor=" + factor), steps).points())
                .hasSize(points);
    }

    private static MemoryLine residentLine(CsvRow ceiling, List<CsvRow> steps) {
        return FittedLines.of(Rows.cells(ceiling), Map.of("a", steps), Map.of()).get(0).lines().stream()
                .filter(line -> line.part().startsWith("resident"))
                .findFirst()
                .orElseThrow();
    }

    private static CsvRow step(int served, int rss, int used, String heapResident) {
        return Cells.row(
                "passed=true after_gc=true served_connections=%d server_rss_bytes=%d server_heap_used_bytes=%d"
                        .formatted(served, rss, used),
                "server_heap_resident_bytes=" + heapResident);
    }

    @Test
    void aLineHasItsIntervalAndWhatItHidesIfItIsACurve() {
        CsvRow ceiling = whole("cost_degrees_of_freedom=2 curved_costs=rss;kernel");
        List<CsvRow> steps = List.of(
                step(100, 1_010_000, 1, ""),
                step(200, 1_040_000, 2, ""),
                step(300, 1_090_000, 3, ""),
                step(400, 1_160_000, 4, ""));

        MemoryLine line = residentLine(ceiling, steps);

        // Student's t for 95 % and two degrees of freedom is 4.303.
        assertThat(line.margin()).isNotNull().isCloseTo(17.2, withinPercentage(0.2));
        assertThat(line.curved()).isTrue();
        // One for the square of the connections: 2 x 400 for the next one.
        assertThat(line.next()).isNotNull().isCloseTo(800, withinPercentage(0.001));
        assertThat(residentLine(whole("cost_degrees_of_freedom=2 curved_costs=heap"), steps)
                        .next())
                .isNull();
    }

    private static CsvRow whole(String... cells) {
        return Cells.with(resident(cells), "rss_with_free_heap=true");
    }

    @Test
    void tooFewPointsHaveNoInterval() {
        List<CsvRow> three = List.of(step(100, 1, 1, ""), step(200, 2, 2, ""), step(300, 3, 3, ""));

        assertThat(residentLine(whole("cost_degrees_of_freedom=9"), three).margin())
                .isNull();
    }

    @Test
    void aProjectionOfSeveralServersHasTheirLeastAndTheirMost() {
        String one =
                "connections_at_1_gib=10 connections_at_4_gib=40 connections_at_16_gib=160 connections_at_64_gib=640";
        CsvRow first = Rows.reached("a-fork1", 200, "server-heap", one);
        CsvRow second = Cells.with(Rows.reached("a-fork2", 201, "server-heap", one), "connections_at_64_gib=700");

        Projection alone = Projection.of(Rows.cells(first)).get(0);
        Projection both = Projection.of(MatrixCell.of(List.of(first, second))).get(0);

        assertThat(alone.at()).containsExactly(10.0, 40.0, 160.0, 640.0);
        assertThat(alone.low()).containsOnlyNulls();
        assertThat(both.low()).containsExactly(10.0, 40.0, 160.0, 640.0);
        assertThat(both.high()).containsExactly(10.0, 40.0, 160.0, 700.0);
    }

    /** The line of narrow references does not go on to 64 GiB. */
    @Test
    void aProjectionMayEndBeforeTheLargestHost() {
        CsvRow row = resident("connections_at_1_gib=10 connections_at_4_gib=40 connections_at_16_gib=160");

        assertThat(Projection.of(Rows.cells(row)).get(0).at()).containsExactly(10.0, 40.0, 160.0, null);
    }

    /** Of 52 GiB, a heap of 71 KiB a connection, whose references are wider than those of the measured server. */
    @Test
    void anOlderRunIsProjectedNoFartherThanItsReferencesAreAsWide() {
        CsvRow row = resident(
                "garbage_collector=G1 heap_bytes_per_connection=72704 connections_at_1_gib=11000",
                "connections_at_64_gib=762911");
        CsvRow other = Cells.with(row, "scenario=a-fork2");

        assertThat(Projection.of(Rows.cells(row)).get(0).at()).containsExactly(11_000.0, null, null, null);
        assertThat(Projection.of(MatrixCell.of(List.of(row, other))).get(0).high())
                .containsExactly(11_000.0, null, null, null);
        assertThat(Projection.of(Rows.cells(Cells.with(row, "garbage_collector=Z")))
                        .get(0)
                        .at())
                .endsWith(762_911.0);
        assertThat(Rows.reference("readme").costs().projections())
                .filteredOn(one -> one.label().contains("websocket"))
                .isNotEmpty()
                .allMatch(one -> one.at().get(3) == null && one.high().get(3) == null);
    }

    @Test
    void residentSetThatIsLostInItsErrorIsNoPart() {
        MemoryBar bar = MemoryBar.of(Rows.cells(resident("rss_bytes_per_connection_se=2600")))
                .get(0);

        assertThat(bar.resident().restKnown()).isFalse();
        assertThat(bar.bytes().rest()).isZero();
        assertThat(bar.bytes().heap()).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spread", "broadcast-matrix"})
    void lineIsTheOneThatTheCostWasFittedTo(String run) {
        RunFiles files = RunFiles.read(Rows.REFERENCE.resolve(run));
        ReportModel model = ReportModel.of(files);
        Map<String, Double> fitted = files.tables().ceilings().rows().stream()
                .collect(Collectors.toMap(row -> row.cell("scenario"), row -> row.amount(Keys.COST_POINTS)));
        int same = 0;
        for (FittedLines fit : model.costs().fits()) {
            MemoryLine heap = fit.lines().get(0);
            assertThat(heap.part()).isEqualTo("heap");
            // Runs of earlier versions fitted a reading more of a few scenarios.
            if (heap.points().size() == fitted.getOrDefault(fit.scenario(), 0.0)) {
                double[] mean = mean(heap.points());
                assertThat(slope(heap.points())).as(fit.label()).isCloseTo(heap.slope(), withinPercentage(0.1));
                assertThat(heap.intercept() + heap.slope() * mean[0]).isCloseTo(mean[1], withinPercentage(0.1));
                same++;
            }
        }
        assertThat(same).isGreaterThan(model.costs().fits().size() * 9 / 10);
    }

    private static double[] mean(List<double[]> points) {
        return new double[] {
            points.stream().mapToDouble(p -> p[0]).average().orElseThrow(),
            points.stream().mapToDouble(p -> p[1]).average().orElseThrow()
        };
    }

    private static double slope(List<double[]> points) {
        double[] mean = mean(points);
        double xy = points.stream()
                .mapToDouble(p -> (p[0] - mean[0]) * (p[1] - mean[1]))
                .sum();
        return xy
                / points.stream()
                        .mapToDouble(p -> (p[0] - mean[0]) * (p[0] - mean[0]))
                        .sum();
    }

    @Test
    void projectionIsLeftOutWhereItSaysNothing() {
        ReportModel model = Rows.reference("quick-tomcat");

        assertThat(model.costs().projections())
                .isNotEmpty()
                .hasSizeLessThan(model.ceilings().bars().size());
        assertThat(model.costs().projections())
                .allMatch(row ->
                        row.at().size() == 4 && row.at().get(0) < row.at().get(1));
    }

    @Test
    void eachCellOfRoomsHasAServerOfItsOwn() {
        ReportModel model = Rows.reference("rooms-tomcat");

        assertThat(model.times().timeLines()).hasSize(8);
        assertThat(model.times().timeLines().get(7).part()).isEqualTo(8);
        assertThat(model.ceilings().bars()).isEmpty();
    }

    @Test
    void broadcastHasTheColumnsOfThePublishedTable() {
        List<BroadcastStep> steps =
                Rows.reference("broadcast-matrix").messages().broadcast();

        assertThat(steps).hasSizeGreaterThan(100);
        assertThat(steps)
                .anyMatch(step -> step.connections() == 1000
                        && step.connected() == 1000
                        && step.delivery().averageBytes() > 1400
                        && step.messages().messagesPerSecond() > 400
                        && step.delivery().averageNanos() > 0);
    }

    @Test
    void settingThatWasNotUsedAsAskedIsADifference() {
        CsvRow same = Rows.reached("a", 1, "server-heap", "nofile=2048 used_nofile=2048");
        CsvRow other = Rows.reached("b", 1, "server-heap", "nofile=2048 used_nofile=1024");
        CsvRow third = Rows.reached("c", 1, "server-heap", "nofile=2048 used_nofile=1024");
        CsvRow build = Rows.reached("d", 1, "server-heap", "jdk=25.0.3 used_jdk=25.0.3+9-LTS");

        assertThat(SettingMismatch.of(List.of(same, other, third, build)))
                .containsExactly(new SettingMismatch("nofile", "2048", "1024", 2, "b"));
    }

    @Test
    void heatMapNeedsSeveralSizesOfBoth() {
        CsvRow[] rows = {
            heat("200", "1024", 200), heat("200", "8192", 190), heat("400", "1024", 400), heat("400", "8192", 210)
        };

        List<HeatMap> maps = HeatMap.of(Rows.cells(rows));

        assertThat(maps).hasSize(1);
        assertThat(maps.get(0).threads()).containsExactly(200.0, 400.0);
        assertThat(maps.get(0).buffers()).containsExactly(1024.0, 8192.0);
        assertThat(maps.get(0).squares()).hasSize(4);
        assertThat(HeatMap.of(Rows.cells(rows[0], rows[1]))).isEmpty();
        assertThat(Rows.reference("quick-tomcat").ceilings().heatMaps()).isEmpty();
    }

    private static CsvRow heat(String threads, String buffer, int ceiling, String... cells) {
        CsvRow row = Rows.reached(
                "t%sb%s%s-fork1".formatted(threads, buffer, String.join("", cells)),
                ceiling,
                "server-threads",
                "max_threads=" + threads,
                "buffer_bytes=" + buffer);
        return Cells.with(row, cells);
    }

    @Test
    void heatMapsAreApartByWhateverElseWasVaried() {
        List<CsvRow> rows = new ArrayList<>();
        for (int mebibytes : List.of(96, 512)) {
            for (int threads : List.of(200, 400)) {
                for (int buffer : List.of(1024, 8192)) {
                    rows.add(heat(
                            Integer.toString(threads),
                            Integer.toString(buffer),
                            threads + mebibytes,
                            "heap_max_bytes=" + (mebibytes << 20)));
                }
            }
        }

        List<HeatMap> maps = HeatMap.of(Rows.cells(rows.toArray(CsvRow[]::new)));

        assertThat(maps)
                .extracting(HeatMap::title)
                .containsExactly("Tomcat 11.0.25 NIO, websocket heap=96m", "Tomcat 11.0.25 NIO, websocket heap=512m");
        assertThat(maps.get(0).squares())
                .extracting(square -> square.held().connections())
                .containsExactly(296.0, 296.0, 496.0, 496.0);
        assertThat(maps.get(1).squares())
                .extracting(square -> square.held().connections())
                .containsExactly(712.0, 712.0, 912.0, 912.0);
    }

    @Test
    void squareIsTheMedianOfItsForksUnlessTheyDiffer() {
        CsvRow first = heat("200", "1024", 100);
        List<CsvRow> rows = List.of(
                first,
                Cells.with(first, "scenario=t200b1024-fork2 ceiling_connections=300"),
                Cells.with(first, "scenario=t200b1024-fork3 ceiling_connections=110"),
                heat("200", "8192", 90),
                Cells.with(heat("200", "8192", 190), "scenario=t200b8192-fork2 limiting_factor=server-heap"),
                heat("400", "1024", 400),
                heat("400", "8192", 400));

        List<HeatMap.Square> squares =
                HeatMap.of(Rows.cells(rows.toArray(CsvRow[]::new))).get(0).squares();

        assertThat(squares).hasSize(4);
        assertThat(squares.get(0))
                .isEqualTo(new HeatMap.Square(
                        new HeatMap.Square.GridPosition(0, 0),
                        new HeatMap.Square.Held(110, 100, 300, 3),
                        "reached",
                        "the request thread pool",
                        null,
                        null));
        assertThat(squares.get(1))
                .isEqualTo(new HeatMap.Square(
                        new HeatMap.Square.GridPosition(1, 0),
                        new HeatMap.Square.Held(90, 90, 190, 2),
                        HeatMap.DIFFER,
                        "reached: the request thread pool or reached: the heap",
                        null,
                        null));
    }

    @Test
    void everyFactorOfTheProjectHasWordsAndAColour() {
        Map<String, String> families = Arrays.stream(LimitingFactor.values())
                .collect(Collectors.toMap(LimitingFactor::label, factor -> Phrases.family(factor.label())));

        families.remove("unknown");
        assertThat(families.values()).doesNotContain("unknown");
        assertThat(Set.copyOf(families.values())).hasSize(7);
        assertThat(Phrases.family("a-new-one")).isEqualTo("unknown");
        assertThat(Phrases.factor("a-new-one")).isEqualTo("a-new-one");
    }
}
