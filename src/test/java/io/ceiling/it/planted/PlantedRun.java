package io.ceiling.it.planted;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.Words;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Runs one cell through the command line and reads what it named. */
final class PlantedRun {

    private PlantedRun() {}

    /**
     * What became of a cell.
     *
     * @param named limiting factor; {@code none} if nothing was blamed; empty if the cell was skipped
     * @param verdict as in ceilings.csv
     * @param ceiling connections; empty if there is none
     */
    record Outcome(
            PlantedCell cell, String named, String verdict, String ceiling, String evidence, String skippedReason) {

        static Outcome skipped(PlantedCell cell, String reason) {
            return new Outcome(cell, "", "", "", "", reason);
        }

        boolean isSkipped() {
            return !skippedReason.isEmpty();
        }

        /** Named as planted, down to the cause where one is planted; and a limit of load side or host is no ceiling. */
        boolean isRight() {
            return named.equals(cell.factor())
                    && cell.plant().said().stream().allMatch(evidence::contains)
                    && !(cell.isOfLoadOrHost() && verdict.equals("reached"));
        }
    }

    /** Blocks until the run has ended; what surrounds it is gone on return. */
    static Outcome of(PlantedCell cell, Path folder) throws Exception {
        Optional<String> obstacle = cell.plant().obstacle();
        if (obstacle.isPresent()) {
            return Outcome.skipped(cell, obstacle.get());
        }
        try (Surroundings surroundings = new Surroundings()) {
            List<String> serverShell = surroundings.inGroup(
                    cell.plant().serverGroup(), cell.plant().serverShell());
            List<String> agentShell =
                    surroundings.inGroup(cell.plant().agentGroup(), cell.plant().agentShell());
            List<String> around = new ArrayList<>();
            if (cell.plant().runGroup().isPresent()) {
                String join = surroundings.create(cell.plant().runGroup().get()).join();
                around.addAll(List.of("sh", "-c", join + "; exec \"$@\"", "sh"));
            }
            around.addAll(cell.plant().around());
            for (Plant.Setting setting : cell.plant().settings()) {
                surroundings.set(setting);
            }
            return measured(cell, folder, serverShell, agentShell, around);
        }
    }

    static Path resultsIn(Path folder) {
        return folder.resolve("results");
    }

    private static final class Surroundings implements Closeable {
        private final Deque<Closeable> undone = new ArrayDeque<>();

        ControlGroup create(Plant.GroupLimit limit) throws IOException {
            ControlGroup group = ControlGroup.create(limit);
            undone.push(group);
            return group;
        }

        /** Those lines of shell, in a control group if there is to be one. */
        List<String> inGroup(Optional<Plant.GroupLimit> limit, List<String> shell) throws IOException {
            List<String> lines = new ArrayList<>();
            if (limit.isPresent()) {
                lines.add(create(limit.get()).join());
            }
            lines.addAll(shell);
            return lines;
        }

        void set(Plant.Setting setting) throws IOException {
            undone.push(Sysctl.set(setting.name(), Long.toString(setting.value().now())));
        }

        /** All of them, also if one fails. */
        @Override
        public void close() throws IOException {
            IOException failed = null;
            for (Closeable each : undone) {
                try {
                    each.close();
                } catch (IOException e) {
                    failed = failed == null ? e : failed;
                }
            }
            if (failed != null) {
                throw failed;
            }
        }
    }

    private static Outcome measured(
            PlantedCell cell, Path folder, List<String> serverShell, List<String> agentShell, List<String> around)
            throws Exception {
        Path results = resultsIn(folder);
        List<String> arguments = new ArrayList<>(Words.of(
                "run --results=%s --container=%s --connector=%s --thread-kind=%s --workload=%s",
                results, cell.container(), cell.connector(), cell.threadKind(), cell.workload()));
        arguments.addAll(cell.plant().options());
        // What the preset would vary, and limits that are far away unless they are the planted ones; lateness is one of
        // them.
        for (String usual :
                List.of("--threads=default", "--buffer=default", "--heap=512m", "--nofile=4096", "--slo=2500ms")) {
            String option = usual.substring(0, usual.indexOf('=') + 1);
            if (arguments.stream().noneMatch(given -> given.startsWith(option))) {
                arguments.add(usual);
            }
        }
        if (!serverShell.isEmpty() || !agentShell.isEmpty()) {
            Path real =
                    cell.plant().jdk().or(JavaHomes::newestWithVirtualThreads).orElseGet(JavaHomes::running);
            Path jdk = WrappedJdk.create(folder.resolve("jdk"), real, serverShell, agentShell);
            arguments.add("--jdk=" + jdk);
        } else {
            cell.plant().jdk().ifPresent(jdk -> arguments.add("--jdk=" + jdk));
        }
        CeilingCommand ceiling = ended(cell.plant(), folder, around, arguments);
        List<NamedCsvRecord> rows =
                Files.isDirectory(results) ? CeilingsCsv.rows(CeilingsCsv.onlyRun(results)) : List.of();
        if (rows.size() != 1) {
            throw new AssertionError("%s: %d rows, exit code %d\n%s%s"
                    .formatted(cell.name(), rows.size(), ceiling.exitCode(), ceiling.output(), ceiling.errors()));
        }
        return outcome(cell, rows.get(0));
    }

    /** Runs it in a process of its own where something is around it or happens to it. */
    private static CeilingCommand ended(Plant plant, Path folder, List<String> around, List<String> arguments)
            throws Exception {
        if (around.isEmpty() && plant.blow().isEmpty()) {
            return CeilingCommand.run(arguments);
        }
        CeilingProcess ceiling = CeilingProcess.start(folder, around, arguments);
        if (plant.blow().isPresent()) {
            plant.blow().get().strike(ceiling, resultsIn(folder));
        }
        return ceiling.ended();
    }

    private static Outcome outcome(PlantedCell cell, NamedCsvRecord row) {
        return new Outcome(
                cell, named(row), row.getField("verdict"), row.getField("ceiling_connections"), evidence(row), "");
    }

    /** A verdict that is no ceiling has its reason instead. */
    static String evidence(NamedCsvRecord row) {
        String evidence = row.getField("evidence");
        return evidence.isEmpty() ? row.getField("why") : evidence;
    }

    static String named(NamedCsvRecord row) {
        String factor = row.getField("limiting_factor");
        return factor.isEmpty() ? PlantedCell.NONE : factor;
    }
}
