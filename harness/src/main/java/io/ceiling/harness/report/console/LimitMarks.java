package io.ceiling.harness.report.console;

import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.Keys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A letter for each limit that stopped a server of a run; a small one if the limit is a setting of the run.
 *
 * @param letters letter of each limit by its name
 */
record LimitMarks(Map<String, String> letters) {

    private static final String SERVER = "server-";

    LimitMarks {
        letters = Map.copyOf(letters);
    }

    static LimitMarks of(List<Summary> all) {
        Map<String, String> letters = new LinkedHashMap<>();
        for (Summary row : all) {
            String factor = row.text(Keys.FACTOR);
            if (!factor.isEmpty() && !letters.containsKey(factor)) {
                letters.put(factor, letter(factor, List.copyOf(letters.values())));
            }
        }
        return new LimitMarks(letters);
    }

    /** Returns the mark of the limit that stopped a row; empty if none did. */
    String of(Summary row) {
        String letter = letters.getOrDefault(row.text(Keys.FACTOR), "");
        return row.limitingSetting().isPresent() ? letter.toLowerCase(Locale.ROOT) : letter;
    }

    private static String letter(String factor, List<String> taken) {
        String name = factor.startsWith(SERVER) ? factor.substring(SERVER.length()) : factor;
        List<String> candidates = new ArrayList<>();
        for (String word : name.split("-")) {
            candidates.add(word.substring(0, Math.min(1, word.length())));
        }
        name.replace("-", "").chars().forEach(letter -> candidates.add(Character.toString(letter)));
        return candidates.stream()
                .map(letter -> letter.toUpperCase(Locale.ROOT))
                .filter(letter -> !letter.isEmpty() && !taken.contains(letter))
                .findFirst()
                .orElse(Integer.toString(taken.size()));
    }
}
