package io.ceiling.rooms;

/**
 * The load on a server with rooms.
 *
 * @param users number of connections, each a member of one room
 * @param rooms number of rooms
 * @param messagesPerBurst messages of a burst, each to a room drawn at random
 * @param pauseNanos time from the intended start of a burst to that of the next, in ns
 */
record RoomsLoad(int users, int rooms, int messagesPerBurst, long pauseNanos) {}
