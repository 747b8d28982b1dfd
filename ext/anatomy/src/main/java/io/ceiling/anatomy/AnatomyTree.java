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
        return CsvTable.grouped(rows, row -> row.text("scenario")).values().stream()
                .flatMap(one -> ofScenario(one).stream())
                .toList();
    }

    private static Optional<AnatomyTree> ofScenario(List<CsvRow> rows) {
        List<CsvRow> parts = rows.stream()
                .filter(row -> row.text("row").equals(AnatomyCsv.PART))
                .toList();
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        List<Node> owners = new ArrayList<>();
        for (Owner owner : Owner.values()) {
            List<CsvRow> own = parts.stream()
                    .filter(row -> row.text("owner").equals(owner.label()))
                    // An area cannot be negative; the table has the figure.
                    .filter(row -> row.amount("bytes_per_connection") > 0)
                    .toList();
            if (!own.isEmpty()) {
                List<Node> children = owner == Owner.HEAP
                        ? byHolder(own)
                        : own.stream().map(row -> leaf(row, row.text("part"))).toList();
                owners.add(new Node(owner.words(), owner.label(), sum(children), children));
            }
        }
        return Optional.of(new AnatomyTree(
                rows.get(0).text("scenario"),
                owners,
                parts.stream().map(row -> row(row, rows)).toList()));
    }

    private static List<Node> byHolder(List<CsvRow> rows) {
        Map<String, List<Node>> holders = new LinkedHashMap<>();
        for (CsvRow row : rows) {
            String holder = row.text("holder");
            String type = holder.replaceFirst("\\.[^.]*$", "");
            String field = holder.substring(Math.min(holder.length(), type.length() + 1));
            String name = holder.isEmpty() ? row.text("part") : "%s: %s".formatted(field, simple(row.text("part")));
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
        return new Node(name, row.text("owner"), row.amount("bytes_per_connection"), List.of());
    }

    private static double sum(List<Node> nodes) {
        return nodes.stream().mapToDouble(Node::bytes).sum();
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static PartRow row(CsvRow part, List<CsvRow> all) {
        Optional<CsvRow> best = all.stream()
                .filter(row -> row.text("row").equals(AnatomyCsv.SAVED))
                .filter(row -> List.of("owner", "part", "holder", "via").stream()
                        .allMatch(column -> row.text(column).equals(part.text(column))))
                .filter(row -> row.amount("bytes_per_connection") > 0)
                .max(Comparator.comparingDouble(row -> row.amount("bytes_per_connection")));
        return new PartRow(
                part.text("owner"),
                part.text("part"),
                part.text("holder"),
                part.text("via"),
                Numbers.orNull(part.number("objects_per_connection")),
                part.amount("bytes_per_connection"),
                best.map(row -> row.text("setting")).orElse(""),
                best.map(row -> row.amount("bytes_per_connection")).orElse(null));
    }
}
