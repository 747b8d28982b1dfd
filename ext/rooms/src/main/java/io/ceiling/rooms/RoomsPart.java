package io.ceiling.rooms;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The charts of rooms in report.html. */
public final class RoomsPart implements ReportPart {

    @Override
    public List<String> files() {
        return List.of(RoomsCsv.FILE);
    }

    @Override
    public Map<String, Object> data(RunFiles files) {
        Map<String, Object> data = new LinkedHashMap<>();
        List<Bubble> bubbles = Bubble.of(rows(files));
        if (!bubbles.isEmpty()) {
            data.put("bubbles", bubbles);
        }
        @Nullable RoomsServers servers = RoomsServers.of(rows(files));
        if (servers != null) {
            data.put("roomsServers", servers);
        }
        return data;
    }

    @Override
    public Optional<String> script() {
        return Optional.of("rooms.js");
    }

    @Override
    public Optional<Headline> headline(RunFiles files) {
        return rows(files).isEmpty() ? Optional.empty() : Optional.of(RoomsHeadline.of(rows(files)));
    }

    private static List<CsvRow> rows(RunFiles files) {
        return files.tables().of(RoomsCsv.FILE).rows();
    }
}
