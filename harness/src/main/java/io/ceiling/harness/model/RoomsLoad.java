package io.ceiling.harness.model;

/**
 * What is asked of a server with rooms.
 *
 * @param users connections, each a member of one room
 * @param messagesPerBurst each to a room drawn at random
 * @param pauseNanos from the intended start of a burst to that of the next
 */
public record RoomsLoad(int users, int rooms, int messagesPerBurst, long pauseNanos) {}
