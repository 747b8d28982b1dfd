package io.ceiling.harness.command.rooms;

import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The chart of rooms in several servers in report.html. */
public final class RoomsPart implements ReportPart {

    @Override
    public Map<String, Object> data(RunFiles files) {
        @Nullable
        RoomsServers servers = RoomsServers.of(files.tables().of(RunFiles.ROOMS).rows());
        return servers == null ? Map.of() : Map.of("roomsServers", servers);
    }
}
