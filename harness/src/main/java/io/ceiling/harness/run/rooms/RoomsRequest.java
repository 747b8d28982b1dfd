package io.ceiling.harness.run.rooms;

import io.ceiling.harness.model.Chat;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.run.RunRequest;
import java.util.List;

/**
 * What {@code ceiling rooms} was asked to do.
 *
 * @param run the folder, and the rates and time-outs with which connections are opened
 * @param server its settings, with the transport of the members; every number of users gets a fresh one
 * @param users of each row of the grid
 * @param rooms of each column of the grid
 */
public record RoomsRequest(RunRequest run, Scenario server, List<Integer> users, List<Integer> rooms, Chat chat) {

    public RoomsRequest {
        users = List.copyOf(users);
        rooms = List.copyOf(rooms);
    }
}
