package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Notes about the handshakes of connections over TLS, one for each container and connector. A pure function. */
final class TlsNotes {

    private TlsNotes() {}

    /** Returns the notes of the rows of ceilings.csv that were measured over TLS. */
    static List<Note> of(List<CsvRow> ceilings) {
        Map<String, CsvRow> fastest = new LinkedHashMap<>();
        for (CsvRow row : ceilings) {
            if (handshakes(row).isPresent()) {
                fastest.merge(
                        Phrases.server(row) + ", " + row.text(Keys.USED_TLS) + ", " + row.text(Keys.USED_TLS_KEY),
                        row,
                        (a, b) -> handshakes(b).orElse(0) > handshakes(a).orElse(0) ? b : a);
            }
        }
        return fastest.entrySet().stream()
                .map(entry -> new Note(
                        "ceilings",
                        "%s: %s full TLS handshakes a second, each with a first answer, of server and load generator together (%s)."
                                .formatted(
                                        entry.getKey(),
                                        Phrases.count(
                                                handshakes(entry.getValue()).orElse(0)),
                                        entry.getValue().scenario())))
                .toList();
    }

    private static OptionalDouble handshakes(CsvRow row) {
        return row.number(Keys.FULL_HANDSHAKES);
    }
}
