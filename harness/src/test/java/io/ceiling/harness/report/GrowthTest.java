package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.stats.LeastSquares;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The figure and the exponents of docs/scale.md are those of the kept runs: growth.csv is of {@code it/growth}. */
class GrowthTest {

    private static final Path REFERENCE = Path.of("..", "results", "reference");
    private static final Path PAGE = Path.of("..", "docs", "scale.md");
    private static final Path FIGURE = Path.of("..", "docs", "images", "growth.svg");
    private static final String WRITE = "ceiling.write-docs";
    private static final List<String> SUBJECTS = List.of("connections", "servers", "rows");
    private static final List<String> MANY = List.of("scale-highest-keep-alive", "scale-million-tomcat");

    private static final int SIDE = 240;
    private static final int MARGIN = 60;

    /** A number of connections, servers or rows, with what they took. */
    private record Point(double amount, double seconds, double bytes, double cpuSeconds) {}

    private enum Cost {
        TIME("#1f77b4"),
        MEMORY("#2ca02c"),
        PROCESSORS("#d62728");

        private final String colour;

        Cost(String colour) {
            this.colour = colour;
        }

        private double of(Point point) {
            return switch (this) {
                case TIME -> point.seconds;
                case MEMORY -> point.bytes;
                case PROCESSORS -> point.cpuSeconds;
            };
        }
    }

    private static List<Point> points(String of) {
        List<Point> points = new ArrayList<>();
        for (CsvRow row : CsvTable.read(REFERENCE, "growth.csv").rows()) {
            if (row.cell("of").equals(of)) {
                points.add(new Point(
                        number(row, "amount"),
                        number(row, "seconds"),
                        number(row, "bytes"),
                        number(row, "cpu_seconds")));
            }
        }
        if (of.equals("connections")) {
            MANY.forEach(run -> points.add(point(CsvTable.read(REFERENCE.resolve(run), "traffic-totals.csv")
                    .rows()
                    .get(0))));
        }
        return points;
    }

    private static Point point(CsvRow row) {
        double connections = number(row, "connections");
        // One request of each connection.
        double cpuSeconds = number(row, "server_cores") * number(row, "measured_ns") / 1e9;
        return new Point(
                connections,
                number(row, "opening_ns") / 1e9,
                number(row, "held_heap_bytes"),
                cpuSeconds / number(row, "requests_asked") * connections);
    }

    private static double number(CsvRow row, String column) {
        return row.number(new ColumnKey.Amount(column)).orElseThrow();
    }

    private static FittedLine fit(List<Point> points, Cost cost) {
        return LeastSquares.fitLine(
                points.stream().mapToDouble(point -> Math.log10(point.amount)).toArray(),
                points.stream().mapToDouble(point -> Math.log10(cost.of(point))).toArray());
    }

    /** Returns a line of the table, such as {@code | servers, 1 to 16 | 0.61 ± 0.05 | 0.80 ± 0.02 | 0.93 ± 0.01 |}. */
    private static String line(String of) {
        List<Point> points = points(of);
        StringBuilder line = new StringBuilder(text(
                "| %s, %s to %s |",
                of,
                spaced(points.stream().mapToDouble(Point::amount).min().orElseThrow()),
                spaced(points.stream().mapToDouble(Point::amount).max().orElseThrow())));
        for (Cost cost : Cost.values()) {
            FittedLine fit = fit(points, cost);
            line.append(text(" %.2f ± %.2f |", fit.perConnection(), fit.standardError()));
        }
        return line.toString();
    }

    private static String spaced(double amount) {
        return text("%,d", Math.round(amount)).replace(',', ' ');
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    /** Returns the figure: a panel each, where a cost is 1 at the beginning of its line, and dashes are in proportion. */
    private static String figure() {
        StringBuilder svg = new StringBuilder(text(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                SUBJECTS.size() * (SIDE + MARGIN) + MARGIN, SIDE + 2 * MARGIN + 20));
        for (int i = 0; i < SUBJECTS.size(); i++) {
            svg.append(text("<g transform=\"translate(%d %d)\">\n", MARGIN + i * (SIDE + MARGIN), MARGIN));
            panel(svg, SUBJECTS.get(i));
            svg.append("</g>\n");
        }
        int x = MARGIN;
        for (Cost cost : Cost.values()) {
            svg.append(text(
                    "<text x=\"%d\" y=\"%d\" fill=\"%s\">● %s</text>\n",
                    x, SIDE + 2 * MARGIN + 10, cost.colour, cost.name().toLowerCase(Locale.ROOT)));
            x += 110;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void panel(StringBuilder svg, String of) {
        List<Point> points = points(of);
        double least =
                Math.log10(points.stream().mapToDouble(Point::amount).min().orElseThrow());
        double most =
                Math.log10(points.stream().mapToDouble(Point::amount).max().orElseThrow());
        double scale = SIDE / (most - least);
        svg.append(text("<text x=\"%d\" y=\"-10\" text-anchor=\"middle\">times as much, by %s</text>\n", SIDE / 2, of))
                .append(text("<rect width=\"%1$d\" height=\"%1$d\" fill=\"none\" stroke=\"#999\"/>\n", SIDE))
                .append(text("<path d=\"M0 %1$dL%1$d 0\" stroke=\"#999\" stroke-dasharray=\"4\"/>\n", SIDE));
        for (int decade = (int) Math.ceil(least); decade <= most; decade++) {
            double at = (decade - least) * scale;
            String amount = spaced(Math.pow(10, decade));
            svg.append(text("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", at, SIDE + 15, amount));
        }
        for (int decade = 0; decade <= most - least; decade++) {
            svg.append(text(
                    "<text x=\"-4\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    SIDE - decade * scale, spaced(Math.pow(10, decade))));
        }
        for (Cost cost : Cost.values()) {
            FittedLine fit = fit(points, cost);
            double base = fit.intercept() + fit.perConnection() * least;
            svg.append(text(
                    "<path d=\"M0 %dL%d %.1f\" stroke=\"%s\"/>\n",
                    SIDE, SIDE, SIDE - fit.perConnection() * SIDE, cost.colour));
            for (Point point : points) {
                svg.append(text(
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                        (Math.log10(point.amount) - least) * scale,
                        SIDE - (Math.log10(cost.of(point)) - base) * scale,
                        cost.colour));
            }
        }
    }

    @Test
    void thePageHasTheExponents() throws IOException {
        if (Boolean.getBoolean(WRITE)) {
            String page = Files.readString(PAGE);
            for (String of : SUBJECTS) {
                page = page.replaceAll("(?m)^\\| " + of + ", \\d.*$", line(of));
            }
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("-D%s=true writes it", WRITE)
                .contains(SUBJECTS.stream().map(GrowthTest::line).toList());
    }

    @Test
    void theFigureIsOfTheKeptRuns() throws IOException {
        String figure = figure();
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(FIGURE, figure);
        }

        assertThat(FIGURE)
                .as("-D%s=true writes it", WRITE)
                .content(StandardCharsets.UTF_8)
                .isEqualTo(figure);
    }
}
