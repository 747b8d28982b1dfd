package io.ceiling.harness.report.console;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.RunSetup;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The screen at the end of a run of ceilings: of one row everything in sentences, of a few rows a table, of a matrix what a connection
 * costs and how many each server held; then what a setting changed, what stopped them, and what may have spoiled the figures.
 * Made from the files of the run alone; pure functions.
 */
public final class RunScreen {

    /** Name of the file with every row and figure. */
    public static final String TABLE_FILE = "table.txt";

    static final String WARNING = " !  ";

    private static final String LOG = "its log";

    // Maximum number of rows that are shown as a table with a line each.
    private static final int MAX_TABLE_ROWS = 4;

    // Share of the SLO from which a response time is near it.
    private static final double NEAR = 0.8;

    private static final int INDENT = 4;
    private static final String SPACE = " ".repeat(INDENT);
    private static final double KIBIBYTE = 1024;
    private static final double MILLISECOND = 1e6;
    private static final int SECONDS_A_MINUTE = 60;

    private RunScreen() {}

    /**
     * Returns what fits on a screen of 100 columns.
     *
     * @param rows rows of ceilings.csv
     */
    public static List<String> lines(List<CsvRow> rows, RunSetup setup) {
        List<Summary> all = Summary.of(rows);
        if (all.isEmpty()) {
            return List.of("no row: nothing was measured");
        }
        return all.size() == 1 ? one(all.get(0), setup) : several(all, setup);
    }

    /**
     * Returns the tables with every row, and with each step that published messages, in lines of any width, followed by what
     * fits on a screen.
     *
     * @param rows rows of ceilings.csv
     * @param steps rows of steps.csv
     */
    public static List<String> wide(List<CsvRow> rows, List<CsvRow> steps, RunSetup setup) {
        List<String> lines = new ArrayList<>(MessagesTable.lines(steps));
        if (!rows.isEmpty()) {
            lines.addAll(CeilingsTable.lines(Summary.of(rows), true));
        }
        lines.addAll(lines(rows, setup));
        return lines;
    }

    public static List<String> next(List<CsvRow> rows, RunSetup setup) {
        List<String> lines = new ArrayList<>();
        if (rows.size() > 1) {
            lines.add(
                    "table:    ceiling show --wide        every row with all its figures; --csv or --json for programs");
        }
        if (rows.stream().anyMatch(row -> !row.text(Keys.MESSAGES_PUBLISHED).isEmpty())) {
            lines.add("messages: ceiling show --wide        what each step published, delivered and lost");
        }
        Set<String> containers =
                rows.stream().map(row -> row.text(Dimension.CONTAINER)).collect(Collectors.toSet());
        // A request has a blank in its label, and is an application's own.
        boolean climbs = setup.command().equals("run")
                && containers.size() == 1
                && rows.stream()
                        .noneMatch(row -> row.text(Dimension.WORKLOAD).contains(" ") || row.isTrue(Keys.REFERENCE));
        boolean raises = rows.size() == 1
                && rows.get(0).text(Keys.VERDICT).equals("reached")
                && !rows.get(0).text(Keys.RELIEF).isEmpty();
        if (!climbs && raises) {
            lines.add("next:     change what the arrow says, then run the same command again");
        }
        if (climbs) {
            lines.add("next:     ceiling climb --container=%s        raises each limit in turn"
                    .formatted(containers.iterator().next()));
        }
        return lines;
    }

    private static List<String> several(List<Summary> all, RunSetup setup) {
        LimitMarks marks = LimitMarks.of(all);
        RowNames names = RowNames.of(all);
        List<String> lines = new ArrayList<>(setup.servers());
        lines.addAll(common(all));
        lines.add("");
        Pivot pivot = Pivot.of(all);
        if (all.size() > MAX_TABLE_ROWS) {
            lines.addAll(memory(all, pivot));
            lines.addAll(pivot.lines("HELD", row -> true, row -> "%s %s"
                    .formatted(CeilingsTable.typical(row), marks.of(row))
                    .strip()));
            lines.addAll(SettingChanges.all(all, pivot::has, marks, names));
        } else {
            lines.addAll(CeilingsTable.lines(all, false));
            lines.addAll(SettingChanges.significantLines(all, names));
        }
        lines.addAll(StoppingLimits.lines(all, marks, names));
        List<String> doubts = new ArrayList<>(nearTheSlo(all, setup, names));
        doubts.addAll(warnings(all, names));
        lines.addAll(doubts);
        if (!doubts.isEmpty()) {
            lines.add("");
        }
        lines.addAll(handshakes(all));
        lines.addAll(notSeen(setup));
        lines.add(total(all));
        return lines;
    }

    private static List<String> memory(List<Summary> all, Pivot pivot) {
        List<String> lines = new ArrayList<>(
                pivot.lines("HEAP EACH, KiB", row -> !row.isRecursive(), row -> kibibytes(row, Keys.HEAP)));
        boolean noHeap = all.stream()
                .anyMatch(row -> kibibytes(row, Keys.HEAP).isEmpty()
                        && !kibibytes(row, ResidentCost.COLUMN).isEmpty());
        if (noHeap) {
            lines.addAll(pivot.lines(
                    "PROCESS EACH, KiB", row -> !row.isRecursive(), row -> kibibytes(row, ResidentCost.COLUMN)));
        }
        return lines;
    }

    private static String kibibytes(Summary row, ColumnKey.Amount column) {
        return ForkSlope.of(row.forks(), column)
                .map(slope -> String.format(Locale.ROOT, "%.1f", slope.mean() / KIBIBYTE))
                .orElse("");
    }

    private static List<String> common(List<Summary> all) {
        String servers = Stream.of(Dimension.CONTAINER, Dimension.CONNECTOR)
                .map(column -> only(all, column))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
        String usual = new VariedSettings(all.stream().map(Summary::median).toList()).usual();
        return Stream.of(servers, usual).allMatch(String::isEmpty)
                ? List.of()
                : Paragraph.of(
                        "",
                        0,
                        Stream.of(servers, usual)
                                        .filter(text -> !text.isEmpty())
                                        .collect(Collectors.joining("; "))
                                + (all.stream().anyMatch(row -> !row.changed().isEmpty())
                                        ? ", unless a line says otherwise"
                                        : ""));
    }

    private static String only(List<Summary> all, ColumnKey column) {
        Set<String> values = new LinkedHashSet<>();
        all.forEach(row -> values.add(row.text(column)));
        String version = column == Dimension.CONTAINER ? only(all, Keys.CONTAINER_VERSION) : "";
        return values.size() == 1 ? (values.iterator().next() + " " + version).strip() : "";
    }

    private static List<String> one(Summary row, RunSetup setup) {
        List<String> lines = new ArrayList<>();
        String server = Stream.of(
                        Dimension.CONTAINER, Keys.CONTAINER_VERSION, Dimension.CONNECTOR, Dimension.THREAD_KIND)
                .map(row::text)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
        lines.addAll(setup.servers().isEmpty() ? List.of(server) : setup.servers());
        lines.add(SPACE + row.text(Dimension.WORKLOAD));
        lines.addAll(Paragraph.of(SPACE, INDENT, new VariedSettings(List.of(row.median())).usual()));
        lines.add("");
        lines.add("%s  (%s s)".formatted(number(row), Figures.seconds(CeilingsTable.seconds(row))));
        row.limitingSetting().ifPresent(setting -> lines.add(SPACE + setting + ", as this run sets it"));
        Stream.of(Keys.EVIDENCE, Keys.WHY)
                .map(row::text)
                .filter(text -> !text.isEmpty())
                .forEach(text -> lines.addAll(Paragraph.of(SPACE, INDENT, text)));
        if (!row.text(Keys.RELIEF).isEmpty()) {
            lines.addAll(Paragraph.of(" -> ", INDENT, row.text(Keys.RELIEF)));
        }
        if (!row.text(Keys.NEXT_LIMITS).isEmpty()) {
            lines.addAll(Paragraph.of(SPACE + "next  ", INDENT + 6, row.text(Keys.NEXT_LIMITS)));
        }
        costs(row).ifPresent(costs -> lines.add(SPACE + costs));
        lines.add("");
        List<String> doubts = new ArrayList<>(nearTheSlo(List.of(row), setup, RowNames.of(List.of(row))));
        doubts.addAll(warnings(List.of(row), RowNames.of(List.of(row))));
        doubts.addAll(handshakes(List.of(row)));
        doubts.addAll(notSeen(setup));
        lines.addAll(doubts);
        if (doubts.isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    private static String number(Summary row) {
        String factor = row.text(Keys.FACTOR);
        String held = "%s %s".formatted(CeilingsTable.held(row), row.unit());
        return switch (row.text(Keys.VERDICT)) {
            case "reached" -> "%s, then %s%s".formatted(held, factor, confidence(row));
            case "at-least" ->
                (row.median().amount(Keys.CEILING) == 0 ? "none, not even one" : held)
                        + (factor.isEmpty() ? ", and no limit up to there" : ", then " + factor);
            case "invalid" -> "INVALID, no ceiling was found: " + factor;
            default -> row.text(Keys.VERDICT);
        };
    }

    private static String confidence(Summary row) {
        return row.text(Keys.CONFIDENCE).equals("medium") ? " (confidence: medium)" : "";
    }

    private static Optional<String> costs(Summary row) {
        Map<String, String> memory = new LinkedHashMap<>();
        memory.put("heap", CeilingsTable.slope(row, Keys.HEAP));
        memory.put("process", CeilingsTable.process(row));
        memory.put("kernel", CeilingsTable.slope(row, Keys.KERNEL));
        memory.values().removeIf(CeilingsTable.NOTHING::equals);
        List<String> parts = memory.entrySet().stream()
                .map(cost -> "%s %s".formatted(cost.getKey(), cost.getValue()))
                .toList();
        String each = parts.isEmpty() ? "" : "each costs " + String.join(", ", parts);
        String times = row.median().number(Keys.RESPONSE.p99()).isPresent()
                ? "99 %% answered within %s ms"
                        .formatted(Figures.number(row.median().amount(Keys.RESPONSE.p99()) / MILLISECOND, 1))
                : "";
        String both = Stream.of(each, times).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
        return both.isEmpty() ? Optional.empty() : Optional.of(both);
    }

    // Reports response times near the SLO, although no limit shows.
    private static List<String> nearTheSlo(List<Summary> all, RunSetup setup, RowNames names) {
        List<Summary> near = new ArrayList<>();
        double most = 0;
        double slo = 0;
        for (Summary row : all) {
            OptionalDouble bound = setup.sloNanos(row.text(Keys.SCENARIO));
            double p99 = row.median().amount(Keys.RESPONSE.p99());
            boolean isHeld = row.isReached() || row.text(Keys.VERDICT).equals("at-least");
            if (isHeld && bound.isPresent() && p99 >= NEAR * bound.getAsDouble() && p99 <= bound.getAsDouble()) {
                near.add(row);
                if (p99 > most) {
                    most = p99;
                    slo = bound.getAsDouble();
                }
            }
        }
        return near.isEmpty()
                ? List.of()
                : Paragraph.of(
                        WARNING,
                        INDENT,
                        "%s: 99 %% of the last answers took up to %s ms, near the SLO of %s ms"
                                .formatted(
                                        names.named(near),
                                        Figures.number(most / MILLISECOND, 0),
                                        Figures.number(slo / MILLISECOND, 0)));
    }

    // Returns each kind of warning once: as the first row has it, and the rows that have it.
    private static List<String> warnings(List<Summary> all, RowNames names) {
        Map<String, Map<Summary, String>> alike = new LinkedHashMap<>();
        for (Summary row : all) {
            for (String warning : row.text(Keys.WARNINGS).split("; ")) {
                if (!warning.isEmpty()) {
                    // Warnings of one kind differ only in brackets or after a colon.
                    alike.computeIfAbsent(warning.split("[:(]", 2)[0], kind -> new LinkedHashMap<>())
                            .putIfAbsent(row, warning);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        alike.values().forEach(rows -> {
            List<Summary> warned = List.copyOf(rows.keySet());
            String which =
                    all.size() == 1 ? "" : (warned.size() == all.size() ? "all rows" : names.named(warned)) + ": ";
            lines.addAll(Paragraph.of(WARNING, INDENT, which + rows.get(warned.get(0))));
        });
        return lines;
    }

    // Returns the fastest handshakes of each server over TLS; none without TLS.
    private static List<String> handshakes(List<Summary> all) {
        Map<String, Double> fastest = new LinkedHashMap<>();
        all.forEach(row -> row.median()
                .number(Keys.FULL_HANDSHAKES)
                .ifPresent(rate -> fastest.merge(
                        row.text(Dimension.CONTAINER) + " " + row.text(Dimension.CONNECTOR) + " "
                                + row.text(Dimension.THREAD_KIND),
                        rate,
                        Math::max)));
        List<String> servers = new ArrayList<>();
        fastest.forEach((server, rate) -> servers.add("%s %s".formatted(server, Figures.count(Math.round(rate)))));
        return servers.isEmpty()
                ? List.of()
                : Paragraph.of(
                        "",
                        0,
                        "full TLS handshakes a second, of server and load generator together: "
                                + String.join(", ", servers));
    }

    private static List<String> notSeen(RunSetup setup) {
        // Omits the log: without it a limit can still be named.
        List<String> spots =
                setup.notSeen().stream().filter(spot -> !spot.equals(LOG)).toList();
        return spots.isEmpty()
                ? List.of()
                : Paragraph.of("not seen  ", "not seen  ".length(), String.join("; ", spots));
    }

    private static String total(List<Summary> all) {
        Map<String, Integer> verdicts = new LinkedHashMap<>();
        all.forEach(row -> verdicts.merge(row.text(Keys.VERDICT), 1, Integer::sum));
        int reached = verdicts.getOrDefault("reached", 0);
        verdicts.remove("reached");
        String others = verdicts.entrySet().stream()
                .map(verdict -> ", %d %s".formatted(verdict.getValue(), verdict.getKey()))
                .collect(Collectors.joining());
        long seconds =
                Math.round(all.stream().mapToDouble(CeilingsTable::seconds).sum());
        return "%d of %s met a limit%s; measured for %s"
                .formatted(
                        reached,
                        Plural.of(all.size(), "scenario"),
                        others,
                        seconds < SECONDS_A_MINUTE
                                ? seconds + " s"
                                : "%d min %d s".formatted(seconds / SECONDS_A_MINUTE, seconds % SECONDS_A_MINUTE));
    }
}
