package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.MinMaxSeries;
import io.ceiling.harness.report.html.chart.Readings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The connections that one scenario held over time, and the collections of its server.
 *
 * @param scenario name of the scenario
 * @param part number of the part, 1 for the first; a further part begins when the time starts again with a fresh
 *     server, as for each cell of rooms
 * @param connections pairs of seconds and connections
 * @param collections pairs of seconds and milliseconds in collections since the reading before
 * @param asked the same for collections that the harness requested, to read the live heap
 * @param readings number of rows of samples.csv behind these lines
 */
record TimeLine(
        String scenario,
        int part,
        List<double[]> connections,
        List<double[]> collections,
        List<double[]> asked,
        long readings) {

    /** Reads rows of samples.csv one by one and keeps a bounded number of points of each scenario. Not thread-safe. */
    static final class Reader {

        // Number of points of all scenarios together that a browser draws quickly.
        private static final int BUDGET = 60_000;

        // Largest number of stretches that are kept of one scenario, if there are few scenarios.
        private static final int MAX = 500;

        private final Set<String> scenarios = new LinkedHashSet<>();
        private final Map<String, List<Series>> series = new LinkedHashMap<>();
        private final Map<String, List<CsvRow>> collected = new LinkedHashMap<>();
        private final int stretches;

        /**
         * Creates a reader.
         *
         * @param scenarios number of scenarios to expect, as far as it is known
         */
        Reader(int scenarios) {
            stretches = Math.max(8, Math.min(MAX, BUDGET / 6 / Math.max(1, scenarios)));
        }

        void add(CsvRow row) {
            String scenario = row.scenario();
            scenarios.add(scenario);
            if (scenarios.size() > RunFiles.MAX_PICKED && !series.containsKey(scenario)) {
                return;
            }
            List<Series> parts = series.computeIfAbsent(scenario, name -> new ArrayList<>());
            if (parts.isEmpty() || parts.get(parts.size() - 1).endsAfter(row)) {
                parts.add(new Series(stretches));
            }
            parts.get(parts.size() - 1).add(row);
            if (row.isTrue(Keys.AFTER_GC)) {
                collected.computeIfAbsent(scenario, name -> new ArrayList<>()).add(Readings.kept(row));
            }
        }

        List<TimeLine> lines() {
            List<TimeLine> lines = new ArrayList<>();
            series.forEach((scenario, parts) -> {
                for (int i = 0; i < parts.size(); i++) {
                    lines.add(parts.get(i).line(scenario, i + 1));
                }
            });
            return lines;
        }

        /** Returns the names of all scenarios, including those without a line. */
        Set<String> scenarios() {
            return scenarios;
        }

        /** Returns the rows after a full collection, by scenario. */
        Map<String, List<CsvRow>> collected() {
            return collected;
        }
    }

    private static final class Series {

        private final MinMaxSeries connections;
        private final MinMaxSeries collections;
        private final MinMaxSeries asked;
        private double collectedBefore = -1;
        private double last = -1;

        Series(int stretches) {
            connections = new MinMaxSeries(stretches);
            collections = new MinMaxSeries(stretches);
            asked = new MinMaxSeries(stretches);
        }

        /** Returns true if the time of the row is before the last one: it starts again with a fresh server. */
        boolean endsAfter(CsvRow row) {
            return row.amount(Keys.ELAPSED) / 1e9 < last;
        }

        void add(CsvRow row) {
            double seconds = row.amount(Keys.ELAPSED) / 1e9;
            last = seconds;
            connections.add(seconds, held(row));
            double collected = row.number(Keys.SERVER_GC).orElse(collectedBefore);
            // A fresh server in the same scenario counts from zero again, so the difference may be negative.
            double millis = collectedBefore < 0 ? 0 : Math.max(0, collected - collectedBefore) / 1e6;
            collectedBefore = collected;
            (row.isTrue(Keys.AFTER_GC) ? asked : collections).add(seconds, millis);
        }

        // Returns the connections that the load agents hold; of a recursion, which needs no agents, its levels.
        private static double held(CsvRow row) {
            return row.amount(Keys.LOAD_AGENTS) > 0 ? row.amount(Keys.LOAD_ALIVE) : row.amount(Keys.LEVELS_NOW);
        }

        TimeLine line(String scenario, int part) {
            return new TimeLine(
                    scenario, part, pairs(connections), pairs(collections), pairs(asked), connections.added());
        }

        private static List<double[]> pairs(MinMaxSeries line) {
            return line.points().stream()
                    .map(point -> new double[] {
                        Math.round(point.at() * 1000) / 1000.0, Math.round(point.value() * 1000) / 1000.0
                    })
                    .toList();
        }
    }
}
