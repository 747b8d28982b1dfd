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
record SettingMismatch(String setting, String asked, String used, long scenarios, String scenario) {

    private static final List<Dimension> REPORTED = List.of(
            Dimension.THREAD_KIND,
            Dimension.THREADS,
            Dimension.MAX_CONNECTIONS,
            Dimension.ACCEPT_COUNT,
            Dimension.HEAP,
            Dimension.NOFILE,
            Dimension.JDK);

    /** Returns each pair of values once. A setting that was left to the container is no difference. */
    static List<SettingMismatch> of(List<CsvRow> ceilings) {
        Map<List<String>, SettingMismatch> found = new LinkedHashMap<>();
        for (CsvRow row : ceilings) {
            for (Dimension setting : REPORTED) {
                String requested = row.text(setting);
                String reported = row.text(Keys.used(setting));
                if (!requested.isEmpty()
                        && !requested.equals(Limit.DEFAULT.toString())
                        && !reported.isEmpty()
                        && !same(setting, requested, reported)) {
                    String asked = setting.column();
                    found.merge(
                            List.of(asked, requested, reported),
                            new SettingMismatch(asked, requested, reported, 1, row.scenario()),
                            (one, next) -> new SettingMismatch(
                                    asked, requested, reported, one.scenarios() + 1, one.scenario()));
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
