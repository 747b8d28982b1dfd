package io.ceiling.harness.run.rooms;

import io.ceiling.harness.model.Chat;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.run.RunRequest;
import java.util.List;

/**
 * The request of {@code ceiling rooms}.
 *
 * @param run folder, and the rates and timeouts with which connections are opened
 * @param server settings of the server with the transport of the members; every cell gets a fresh one
 * @param users numbers of connections, one for each row of the grid
 * @param rooms numbers of rooms, one for each column of the grid
 * @param chat messages of the members, and the SLO
 */
public record RoomsRequest(RunRequest run, Scenario server, List<Integer> users, List<Integer> rooms, Chat chat) {

    public RoomsRequest {
        users = List.copyOf(users);
        rooms = List.copyOf(rooms);
    }
}
