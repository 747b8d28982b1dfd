package io.ceiling.rooms;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.report.Counts;

/**
 * The members of all rooms: those of the load agents, and the timed ones of the probe agents.
 *
 * @param users number of members, each of one room
 * @param rooms number of rooms on all servers together
 * @param servers number of servers, which divide rooms and members evenly
 * @param probe fleet of one agent for each server, which have only the timed members
 */
record Members(int users, int rooms, int servers, RoomsSettings roomsSettings, Fleet loaders, Fleet probe) {

    /** Largest number of members of the probe agents. */
    static final int MAX_TIMED = 1000;

    int timedMembers() {
        return Math.min(MAX_TIMED, users / 2);
    }

    int untimedMembers() {
        return users - timedMembers();
    }

    int roomsOfEachServer() {
        return rooms / servers;
    }

    /** Returns the sum of the counts of load agents and probe agents. */
    Counts counts() {
        return loaders.counts().counts().plus(probe.counts().counts());
    }

    /** Returns the number of members whose connection has ended. */
    long goneMembers() {
        return Math.max(0, users - counts().connections().alive());
    }

    /**
     * Makes all members send bursts, without waiting for their end.
     *
     * @param pauseNanos pause from burst to burst of all members together
     * @param index number of the draw: each draws other senders and rooms
     */
    void send(long pauseNanos, long durationNanos, int index) {
        send(loaders, untimedMembers(), pauseNanos, durationNanos, 2L * index);
        send(probe, timedMembers(), pauseNanos, durationNanos, 2L * index + 1);
    }

    private void send(Fleet fleet, int share, long pauseNanos, long durationNanos, long seed) {
        fleet.publish(new Bursts(
                roomsSettings.messages(),
                roomsSettings.elementsBytes(),
                Math.max(1, Math.round((double) pauseNanos * users / share)),
                roomsOfEachServer(),
                durationNanos,
                seed));
    }
}
