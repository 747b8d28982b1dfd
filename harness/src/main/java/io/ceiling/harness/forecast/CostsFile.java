package io.ceiling.harness.forecast;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.harness.forecast.MeasuredCosts.CostSource;
import io.ceiling.harness.forecast.MeasuredCosts.Quantity;
import io.ceiling.harness.forecast.MeasuredCosts.Settings;
import io.ceiling.harness.forecast.MeasuredCosts.Subject;
import io.ceiling.harness.forecast.MeasuredCosts.WorkKey;
import io.ceiling.harness.stats.FittedLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The file costs.csv of this build: a row for each server in results/reference whose costs a forecast may use. A line is
 * one cell with the six figures of {@link FittedLine}.
 */
final class CostsFile {

    /** Name of the resource. */
    static final String NAME = "costs.csv";

    private static final List<String> OF_ROW = List.of(
            "run",
            "scenario",
            "fork",
            "container",
            "connector",
            "thread_kind",
            "workload",
            "messaging",
            "buffer",
            "buffer_bytes",
            "tls",
            "deflate",
            "collector",
            "header_cache");

    private static final CostTable REFERENCE = new CostTable(parse(resource()));

    private CostsFile() {}

    /** Returns the costs that this project measured. */
    static CostTable reference() {
        return REFERENCE;
    }

    /** Returns the text of the resource. */
    static String resource() {
        try (InputStream in = CostsFile.class.getResourceAsStream(NAME)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s of the harness".formatted(NAME), e);
        }
    }

    /** Returns the text of a file with these rows. */
    static String text(List<MeasuredCosts> rows) {
        StringBuilder text = new StringBuilder(String.join(",", OF_ROW));
        for (Quantity quantity : Quantity.values()) {
            text.append(',').append(column(quantity));
        }
        rows.forEach(row -> text.append('\n').append(line(row)));
        return text.append('\n').toString();
    }

    private static String column(Quantity quantity) {
        return quantity.name().toLowerCase(Locale.ROOT);
    }

    private static String line(MeasuredCosts row) {
        Subject subject = row.subject();
        List<String> cells = new ArrayList<>(List.of(
                row.source().run(),
                row.source().scenario(),
                Integer.toString(row.source().fork()),
                subject.container(),
                subject.connector(),
                subject.threads(),
                subject.load().workload(),
                subject.load().messaging(),
                subject.settings().buffer(),
                Long.toString(row.bufferBytes()),
                subject.settings().tls(),
                subject.settings().deflate(),
                subject.settings().collector(),
                subject.settings().headerCache()));
        for (Quantity quantity : Quantity.values()) {
            cells.add(row.line(quantity).map(CostsFile::cell).orElse(""));
        }
        return String.join(",", cells);
    }

    private static String cell(FittedLine line) {
        return line.points() + " "
                + List.of(line.perConnection(), line.standardError(), line.base(), line.meanX(), line.squaresX())
                        .stream()
                        .map(figure -> String.format(Locale.ROOT, "%.8g", figure))
                        .collect(Collectors.joining(" "));
    }

    /** Returns the rows of a text. */
    static List<MeasuredCosts> parse(String text) {
        List<MeasuredCosts> rows = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> records = CsvReader.builder().ofNamedCsvRecord(text)) {
            records.forEach(one -> rows.add(row(one)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(rows);
    }

    private static MeasuredCosts row(NamedCsvRecord cells) {
        Map<Quantity, FittedLine> lines = new EnumMap<>(Quantity.class);
        for (Quantity quantity : Quantity.values()) {
            String cell = cells.getField(column(quantity));
            if (!cell.isEmpty()) {
                lines.put(quantity, fitted(List.of(cell.split(" ", -1))));
            }
        }
        return new MeasuredCosts(
                new Subject(
                        cells.getField("container"),
                        cells.getField("connector"),
                        cells.getField("thread_kind"),
                        new WorkKey(cells.getField("workload"), cells.getField("messaging")),
                        new Settings(
                                cells.getField("buffer"),
                                cells.getField("tls"),
                                cells.getField("deflate"),
                                cells.getField("collector"),
                                cells.getField("header_cache"))),
                Long.parseLong(cells.getField("buffer_bytes")),
                new CostSource(
                        cells.getField("run"),
                        cells.getField("scenario"),
                        Integer.parseInt(cells.getField("fork")),
                        true),
                lines);
    }

    private static FittedLine fitted(List<String> figures) {
        return new FittedLine(
                Integer.parseInt(figures.get(0)),
                Double.parseDouble(figures.get(1)),
                Double.parseDouble(figures.get(2)),
                Double.parseDouble(figures.get(3)),
                Double.parseDouble(figures.get(4)),
                Double.parseDouble(figures.get(5)));
    }
}
