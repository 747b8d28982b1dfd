package io.ceiling.rooms;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.Golden;
import io.ceiling.harness.result.WarmUp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomsFormatTest {

    @Test
    void theFileIsSealed(@TempDir Path results) throws IOException {
        Golden.holds(
                results,
                folder -> {
                    try (RoomsCsv rooms = new RoomsCsv(folder.path(), List::of)) {
                        rooms.append(
                                Fixtures.broadcast(),
                                Fixtures.started("java")
                                        .withWarmUp(new WarmUp(96, 30_000_000_000L, 2, 1, "compilers, busy")),
                                RoomsPoints.STEADY,
                                RoomsSettings.DEFAULT);
                        rooms.append(Fixtures.broadcast(), 19_000, 100, "12 of 18000 members were there:\ntoo late");
                    }
                },
                RoomsCsv.FILE);
    }
}
