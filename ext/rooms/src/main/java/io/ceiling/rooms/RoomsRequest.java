package io.ceiling.rooms;

import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * The request of {@code ceiling rooms}.
 *
 * @param run folder, the servers of all forks with the transport of their members, and the rates and timeouts with
 *     which connections are opened
 * @param users numbers of connections, one for each row of the grid
 * @param rooms numbers of rooms, one for each column of the grid
 * @param roomsSettings messages of the members, and the SLO
 */
public record RoomsRequest(RunRequest run, List<Integer> users, List<Integer> rooms, RoomsSettings roomsSettings) {

    public RoomsRequest {
        users = List.copyOf(users);
        rooms = List.copyOf(rooms);
    }

    /**
     * One place of the grid of one server, which gets a fresh process.
     *
     * @param server settings of the server
     * @param users number of connections, each a member of one room
     * @param rooms number of rooms, at least one for each instance
     */
    record GridCell(Scenario server, int users, int rooms) {}

    List<Scenario> servers() {
        return run.scenarios();
    }

    /**
     * Returns the cells in the order in which they are measured: servers take turns in each place of the grid, and the
     * next fork begins when all of them have been measured.
     */
    List<GridCell> cells() {
        List<GridCell> cells = new ArrayList<>();
        for (int fork : servers().stream().map(Scenario::fork).distinct().toList()) {
            for (int inRooms : rooms) {
                for (int members : users) {
                    servers().stream()
                            .filter(server -> server.fork() == fork)
                            .forEach(server -> cells.add(new GridCell(server, members, inRooms)));
                }
            }
        }
        return cells;
    }
}
