package io.ceiling.harness.report.html;

import io.ceiling.container.Limit;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A setting for which the server used another value than was requested.
 *
 * @param setting column of the setting
 * @param asked requested value
 * @param used value that the server reports
 * @param scenarios number of scenarios with this difference
 * @param scenario name of the first of them
 */
record Difference(String setting, String asked, String used, long scenarios, String scenario) {

    /** Columns of requested settings, with the column that the server reports. */
    private static final Map<String, String> PAIRS = pairs();

    /** Returns each pair of values once. A setting that was left to the container is no difference. */
    static List<Difference> of(List<CsvRow> ceilings) {
        Map<List<String>, Difference> found = new LinkedHashMap<>();
        for (CsvRow row : ceilings) {
            PAIRS.forEach((asked, used) -> {
                String wanted = row.text(asked);
                String got = row.text(used);
                if (!wanted.isEmpty()
                        && !wanted.equals(Limit.DEFAULT.toString())
                        && !got.isEmpty()
                        && !same(asked, wanted, got)) {
                    found.merge(
                            List.of(asked, wanted, got),
                            new Difference(asked, wanted, got, 1, row.text("scenario")),
                            (one, next) -> new Difference(asked, wanted, got, one.scenarios() + 1, one.scenario()));
                }
            });
        }
        return new ArrayList<>(found.values());
    }

    /** Returns true if the values agree; a server reports its JDK with the build number. */
    private static boolean same(String column, String asked, String used) {
        return asked.equals(used) || (column.equals("jdk") && used.startsWith(asked));
    }

    private static Map<String, String> pairs() {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String column : List.of(
                "thread_kind", "max_threads", "max_connections", "accept_count", "heap_max_bytes", "nofile", "jdk")) {
            pairs.put(column, "used_" + column);
        }
        return pairs;
    }
}
