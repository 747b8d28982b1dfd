package io.ceiling.harness.report.html;

import io.ceiling.container.Limit;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
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

    private static final List<Dimension> REPORTED = List.of(
            Dimension.THREAD_KIND,
            Dimension.THREADS,
            Dimension.MAX_CONNECTIONS,
            Dimension.ACCEPT_COUNT,
            Dimension.HEAP,
            Dimension.NOFILE,
            Dimension.JDK);

    /** Returns each pair of values once. A setting that was left to the container is no difference. */
    static List<Difference> of(List<CsvRow> ceilings) {
        Map<List<String>, Difference> found = new LinkedHashMap<>();
        for (CsvRow row : ceilings) {
            for (Dimension setting : REPORTED) {
                String wanted = row.text(setting);
                String got = row.text(Keys.used(setting));
                if (!wanted.isEmpty()
                        && !wanted.equals(Limit.DEFAULT.toString())
                        && !got.isEmpty()
                        && !same(setting, wanted, got)) {
                    String asked = setting.column();
                    found.merge(
                            List.of(asked, wanted, got),
                            new Difference(asked, wanted, got, 1, row.scenario()),
                            (one, next) -> new Difference(asked, wanted, got, one.scenarios() + 1, one.scenario()));
                }
            }
        }
        return new ArrayList<>(found.values());
    }

    // Returns true if the values agree; a server reports its JDK with the build number.
    private static boolean same(Dimension setting, String asked, String used) {
        return asked.equals(used) || (setting == Dimension.JDK && used.startsWith(asked));
    }
}
