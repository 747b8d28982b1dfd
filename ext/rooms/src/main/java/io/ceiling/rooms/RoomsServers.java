package io.ceiling.rooms;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.chart.Published;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chat rooms of several servers in one run, or of several forks, and what was published of such rooms. A pure function
 * of rooms.csv.
 *
 * @param knees knees of each server in each place of the grid
 * @param published figures of the experiment that these rooms repeat
 */
public record RoomsServers(List<RoomsKnee> knees, List<Published> published) {

    private static final List<Published> PUBLISHED = List.of(
            new Published(
                    "CometD on Jetty, 20 000 users, 2008",
                    "cometd",
                    "20 000",
                    "at most 3 800",
                    "below 1 s",
                    "",
                    "nothing"),
            new Published("CometD on Jetty, 5 000 users, 2008", "cometd", "5 000", "2 000", "100 ms", "", "nothing"),
            new Published(
                    "CometD on Jetty, 5 000 users, 2008", "cometd", "5 000", "3 000", "above 250 ms", "", "nothing"));

    public RoomsServers {
        knees = List.copyOf(knees);
        published = List.copyOf(published);
    }

    /** Returns the servers of a run; null if it has one server of one fork, which the bubbles show completely. */
    public static @Nullable RoomsServers of(List<CsvRow> rooms) {
        List<RoomsKnee> knees = RoomsKnee.of(rooms);
        boolean several = knees.stream().anyMatch(knee -> knee.forks() > 1)
                || knees.stream()
                                .map(knee -> List.of(knee.server(), knee.transport()))
                                .distinct()
                                .count()
                        > 1;
        return several ? new RoomsServers(knees, PUBLISHED) : null;
    }
}
