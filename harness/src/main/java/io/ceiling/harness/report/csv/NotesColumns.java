package io.ceiling.harness.report.csv;

import io.ceiling.harness.result.NullMeasurement;
import io.ceiling.harness.result.ScenarioNotes;
import java.util.List;
import java.util.function.Function;

/** The columns of the null measurement, and of warnings about the figures. */
final class NotesColumns {

    static final List<Column<ScenarioNotes>> NULL = List.of(
            taken("null_s", before -> Cell.seconds(before.nanos())),
            taken("null_busy_share", before -> Cell.of(before.processors().busyShare())),
            taken("null_steal_share", before -> Cell.of(before.processors().stealShare())),
            taken(
                    "null_cpu_pressure_share",
                    before -> Cell.of(before.processors().pressureShare())),
            taken("null_runnable", before -> Cell.of(before.processors().runnable())),
            taken("null_pause_max_ns", before -> Cell.of(before.longestPauseNanos())),
            taken("null_slab_bytes_per_s", before -> Cell.of(before.slabBytesPerSecond())));

    /** What may have spoiled the figures. */
    static final List<Column<ScenarioNotes>> WARNINGS =
            List.of(new Column<>("warnings", notes -> Cell.text(String.join("; ", notes.warnings()))));

    private NotesColumns() {}

    private static Column<ScenarioNotes> taken(String name, Function<NullMeasurement, String> cell) {
        return new Column<>(name, notes -> notes.before().isTaken() ? cell.apply(notes.before()) : "");
    }
}
