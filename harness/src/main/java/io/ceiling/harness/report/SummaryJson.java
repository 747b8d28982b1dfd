package io.ceiling.harness.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A run as one JSON document: the columns of summary.csv with numbers as numbers and null for what is not known, and what
 * proves each limit.
 */
public final class SummaryJson {

    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    // Columns that stay texts, even if a value looks like a number.
    private static final Set<String> TEXTS =
            Set.of(Keys.CONTAINER_VERSION.column(), Summary.CHANGED.column(), Dimension.WORKLOAD.column());

    private SummaryJson() {}

    /**
     * Returns the document.
     *
     * @param rows rows of ceilings.csv
     */
    public static String of(Path folder, List<CsvRow> rows, RunSetup setup) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("run", String.valueOf(folder.getFileName()));
        root.put("folder", folder.toString());
        ArrayNode notSeen = root.putArray("not_seen");
        setup.notSeen().forEach(notSeen::add);
        ArrayNode scenarios = root.putArray("scenarios");
        for (Summary row : Summary.of(rows)) {
            ObjectNode node = scenarios.addObject();
            put(node, Keys.SCENARIO.column(), row.text(Keys.SCENARIO));
            Summary.COLUMNS.forEach(column -> put(node, column, row));
            put(node, "setting_of_this_run", row.limitingSetting().orElse(""));
            List.of(Keys.CONFIDENCE, Keys.EVIDENCE, Keys.WHY, Keys.NEXT_LIMITS)
                    .forEach(key -> put(node, key.column(), row.text(key)));
        }
        try {
            return MAPPER.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers alone", e);
        }
    }

    private static void put(ObjectNode node, Column<Summary> column, Summary row) {
        String text = column.cell(row);
        if (TEXTS.contains(column.name()) || !text.matches("-?\\d{1,15}(\\.\\d+)?")) {
            put(node, column.name(), text);
        } else if (text.contains(".")) {
            node.put(column.name(), Double.parseDouble(text));
        } else {
            node.put(column.name(), Long.parseLong(text));
        }
    }

    private static void put(ObjectNode node, String name, String text) {
        if (text.isEmpty()) {
            node.putNull(name);
        } else {
            node.put(name, text);
        }
    }
}
