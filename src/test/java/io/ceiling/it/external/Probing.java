package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code ./ceiling probe} and {@code watch} from the command line to its files. */
final class Probing {

    private final Path folder;

    /** @param folder for its output and the folder of its run */
    Probing(Path folder) {
        this.folder = folder;
    }

    Path results() {
        return folder.resolve("results");
    }

    CeilingCommand run(String... arguments) throws InterruptedException {
        return CeilingCommand.run(all(arguments));
    }

    /**
     * Runs it in a process of its own.
     *
     * @param around a command that runs the one that follows it, such as {@code unshare --pid}
     */
    CeilingCommand run(List<String> around, String... arguments) throws InterruptedException {
        return CeilingProcess.start(folder, around, all(arguments)).ended();
    }

    /** Watches a server beside a load tool, given by its command. */
    CeilingCommand watch(String url, String... tool) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of("watch", "--results=" + results(), url, "--"));
        all.addAll(List.of(tool));
        return CeilingCommand.run(all);
    }

    private List<String> all(String... arguments) {
        List<String> all = new ArrayList<>(List.of("probe", "--results=" + results()));
        all.addAll(List.of(arguments));
        return all;
    }

    /** The rows of a run that must succeed, and be the only one here. */
    List<NamedCsvRecord> rows(String... arguments) throws InterruptedException {
        return rowsOf(run(arguments));
    }

    /** As {@link #rows(String...)}, in a process of its own. */
    List<NamedCsvRecord> rows(List<String> around, String... arguments) throws InterruptedException {
        return rowsOf(run(around, arguments));
    }

    /** The rows of a run that must have succeeded, and be the only one here. */
    List<NamedCsvRecord> rowsOf(CeilingCommand ceiling) {
        System.out.println(ceiling.output());
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        return CeilingsCsv.rows(CeilingsCsv.onlyRun(results()));
    }

    NamedCsvRecord onlyRow(String... arguments) throws InterruptedException {
        List<NamedCsvRecord> rows = rows(arguments);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    String environment() {
        return CeilingProcess.read(CeilingsCsv.onlyRun(results()).resolve("environment.json"));
    }

    static int ceiling(NamedCsvRecord row) {
        return Integer.parseInt(row.getField("ceiling_connections"));
    }
}
