package io.ceiling.releases;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.MatrixCell;
import io.ceiling.harness.report.html.chart.Numbers;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.scenario.Release;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Cost of a connection, and number of connections, over the releases of a container. A pure function of ceilings.csv.
 *
 * @param title workload and container
 * @param releases all releases of these lines, the oldest first
 * @param lines one for each setting besides the release
 */
record ReleaseLines(String title, List<String> releases, List<SettingLine> lines) {

    private static final Set<Dimension> OF_THE_GROUP = Set.of(Dimension.CONTAINER_VERSION, Dimension.TRANSPORT);

    /**
     * A setting over the releases that it was measured with.
     *
     * @param label connector, kind of threads, and settings that have several values in the run
     */
    record SettingLine(String label, List<ReleasePoint> points) {}

    /**
     * A release; of several forks the mean of their costs, and the median of their ceilings.
     *
     * @param scenario name of its scenario
     * @param heap bytes of live heap per connection; null if not known
     * @param margin half the width of the 95 % interval of the heap; null if not known
     * @param ceiling connections that were held; null where they say nothing about the server
     * @param least smallest ceiling of the forks
     * @param most largest ceiling of the forks
     */
    record ReleasePoint(
            String release,
            String scenario,
            @Nullable Double heap,
            @Nullable Double margin,
            @Nullable Double ceiling,
            double least,
            double most,
            ReleaseOutcome outcome) {}

    /**
     * How a release ended.
     *
     * @param factor label of the limiting factor
     */
    record ReleaseOutcome(String verdict, String factor, int forks) {}

    ReleaseLines {
        releases = List.copyOf(releases);
        lines = List.copyOf(lines);
    }

    /**
     * Returns the lines of each container and workload. A line has one connector and at least two releases: BIO and NIO
     * of Tomcat, for example, differ in more than the release.
     */
    static List<ReleaseLines> of(List<CsvRow> ceilings) {
        VariedSettings varied = new VariedSettings(ceilings);
        Map<String, Map<String, TreeMap<Release, List<CsvRow>>>> groups = new LinkedHashMap<>();
        for (CsvRow row : ceilings) {
            Release.of(row.text(Keys.CONTAINER_VERSION))
                    .ifPresent(release -> groups.computeIfAbsent(title(row), title -> new LinkedHashMap<>())
                            .computeIfAbsent(label(row, varied), label -> new TreeMap<>())
                            .computeIfAbsent(release, any -> new ArrayList<>())
                            .add(row));
        }
        List<ReleaseLines> all = new ArrayList<>();
        groups.forEach((title, every) -> {
            Map<String, TreeMap<Release, List<CsvRow>>> lines = new LinkedHashMap<>(every);
            lines.values().removeIf(line -> line.size() < 2);
            Set<Release> releases = new TreeSet<>();
            lines.values().forEach(line -> releases.addAll(line.keySet()));
            if (!lines.isEmpty()) {
                all.add(new ReleaseLines(
                        title,
                        releases.stream().map(Release::text).toList(),
                        lines.entrySet().stream()
                                .map(line -> new SettingLine(line.getKey(), points(line.getValue())))
                                .toList()));
            }
        });
        return all;
    }

    private static String title(CsvRow row) {
        return "%s, %s"
                .formatted(
                        Phrases.joined(row.text(Dimension.WORKLOAD), row.text(Dimension.TRANSPORT)),
                        Phrases.title(row));
    }

    private static String label(CsvRow row, VariedSettings varied) {
        return Phrases.joined(
                row.text(Dimension.CONNECTOR), row.text(Dimension.THREAD_KIND), varied.multiValued(row, OF_THE_GROUP));
    }

    private static List<ReleasePoint> points(Map<Release, List<CsvRow>> byRelease) {
        List<ReleasePoint> points = new ArrayList<>();
        byRelease.forEach((release, forks) -> points.add(point(release, forks)));
        return points;
    }

    private static ReleasePoint point(Release release, List<CsvRow> forks) {
        CsvRow row = MatrixCell.median(forks);
        Optional<ForkSlope> heap = ForkSlope.of(forks, Keys.HEAP);
        String verdict = row.text(Keys.VERDICT);
        boolean held = verdict.equals("reached") || verdict.equals("at-least");
        return new ReleasePoint(
                release.text(),
                row.scenario(),
                heap.map(ForkSlope::mean).orElse(null),
                heap.map(slope -> Numbers.orNull(slope.margin())).orElse(null),
                held ? MatrixCell.connectionsOf(row) : null,
                forks.stream().mapToDouble(MatrixCell::connectionsOf).min().orElse(0),
                forks.stream().mapToDouble(MatrixCell::connectionsOf).max().orElse(0),
                new ReleaseOutcome(verdict, row.text(Keys.FACTOR), forks.size()));
    }
}
