package io.ceiling.it.webapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What came of the checks, as Markdown: a line for each server and JDK. Not thread-safe. */
final class DropInTable {

    private final List<String> columns = new ArrayList<>();
    private final Map<String, Map<String, String>> lines = new LinkedHashMap<>();

    DropInTable(List<String> columns) {
        this.columns.addAll(columns);
    }

    void add(String line, String column, String outcome) {
        lines.computeIfAbsent(line, key -> new LinkedHashMap<>()).put(column, outcome);
    }

    String markdown() {
        StringBuilder text = new StringBuilder("| server, WAR, JDK |");
        columns.forEach(column -> text.append(' ').append(column).append(" |"));
        text.append("\n|---|").append("---|".repeat(columns.size())).append('\n');
        lines.forEach((line, outcomes) -> {
            text.append("| ").append(line).append(" |");
            for (String column : columns) {
                text.append(' ')
                        .append(outcomes.getOrDefault(column, "not checked"))
                        .append(" |");
            }
            text.append('\n');
        });
        return text.toString();
    }

    Path write(Path file) throws IOException {
        return Files.writeString(file, markdown());
    }
}
