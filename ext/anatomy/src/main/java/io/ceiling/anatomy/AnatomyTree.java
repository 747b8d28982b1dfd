package io.ceiling.anatomy;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.chart.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one connection as areas inside areas: owner, class that holds, field and object.
 *
 * @param scenario name of the scenario
 * @param owners an area for each owner
 * @param parts all parts, for the table below
 */
record AnatomyTree(String scenario, List<Node> owners, List<PartRow> parts) {

    /** An area with those inside it. */
    record Node(String name, String owner, double bytes, List<Node> children) {}

    /** A part with the setting that saves most of it. */
    record PartRow(
            String owner,
            String part,
            String holder,
            String via,
            @Nullable Double objects,
            double bytes,
            String setting,
            @Nullable Double saved) {}

    /** Returns the areas of each scenario of which a connection was taken apart. */
    static List<AnatomyTree> of(List<CsvRow> rows) {
        return CsvTable.grouped(rows, CsvRow::scenario).values().stream()
                .flatMap(one -> ofScenario(one).stream())
                .toList();
    }

    private static Optional<AnatomyTree> ofScenario(List<CsvRow> rows) {
        List<CsvRow> parts = rows.stream()
                .filter(row -> row.text(AnatomyCsv.ROW).equals(AnatomyCsv.PART))
                .toList();
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        List<Node> owners = new ArrayList<>();
        for (Owner owner : Owner.values()) {
            List<CsvRow> own = parts.stream()
                    .filter(row -> row.text(AnatomyCsv.OWNER).equals(owner.label()))
                    // An area cannot be negative; the table has the figure.
                    .filter(row -> row.amount(AnatomyCsv.BYTES) > 0)
                    .toList();
            if (!own.isEmpty()) {
                List<Node> children = owner == Owner.HEAP
                        ? byHolder(own)
                        : own.stream()
                                .map(row -> leaf(row, row.text(AnatomyCsv.NAME)))
                                .toList();
                owners.add(new Node(owner.words(), owner.label(), sum(children), children));
            }
        }
        return Optional.of(new AnatomyTree(
                rows.get(0).scenario(),
                owners,
                parts.stream().map(row -> row(row, rows)).toList()));
    }

    private static List<Node> byHolder(List<CsvRow> rows) {
        Map<String, List<Node>> holders = new LinkedHashMap<>();
        for (CsvRow row : rows) {
            String holder = row.text(AnatomyCsv.HOLDER);
            String type = holder.replaceFirst("\\.[^.]*$", "");
            String field = holder.substring(Math.min(holder.length(), type.length() + 1));
            String name = holder.isEmpty()
                    ? row.text(AnatomyCsv.NAME)
                    : "%s: %s".formatted(field, simple(row.text(AnatomyCsv.NAME)));
            holders.computeIfAbsent(holder.isEmpty() ? "several" : simple(type), one -> new ArrayList<>())
                    .add(leaf(row, name));
        }
        return holders.entrySet().stream()
                .map(holder -> new Node(
                        holder.getKey(), Owner.HEAP.label(), sum(holder.getValue()), List.copyOf(holder.getValue())))
                .sorted(Comparator.comparingDouble(Node::bytes).reversed())
                .toList();
    }

    private static Node leaf(CsvRow row, String name) {
        return new Node(name, row.text(AnatomyCsv.OWNER), row.amount(AnatomyCsv.BYTES), List.of());
    }

    private static double sum(List<Node> nodes) {
        return nodes.stream().mapToDouble(Node::bytes).sum();
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static PartRow row(CsvRow part, List<CsvRow> all) {
        Optional<CsvRow> best = all.stream()
                .filter(row -> row.text(AnatomyCsv.ROW).equals(AnatomyCsv.SAVED))
                .filter(row -> Stream.of(AnatomyCsv.OWNER, AnatomyCsv.NAME, AnatomyCsv.HOLDER, AnatomyCsv.VIA)
                        .allMatch(column -> row.text(column).equals(part.text(column))))
                .filter(row -> row.amount(AnatomyCsv.BYTES) > 0)
                .max(Comparator.comparingDouble(row -> row.amount(AnatomyCsv.BYTES)));
        return new PartRow(
                part.text(AnatomyCsv.OWNER),
                part.text(AnatomyCsv.NAME),
                part.text(AnatomyCsv.HOLDER),
                part.text(AnatomyCsv.VIA),
                Numbers.orNull(part.number(AnatomyCsv.OBJECTS)),
                part.amount(AnatomyCsv.BYTES),
                best.map(row -> row.text(AnatomyCsv.SETTING)).orElse(""),
                best.map(row -> row.amount(AnatomyCsv.BYTES)).orElse(null));
    }
}
