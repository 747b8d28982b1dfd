package io.ceiling.load.loop;

/**
 * Connections of one event loop that are to be opened, with their start times and numbers.
 *
 * @param schedule intended starts
 * @param firstIndex number of connections that the agent opened before the first of these
 * @param indexStep difference between the numbers of two successive connections; those between belong to other event
 *     loops
 */
public record Opening(Schedule schedule, int firstIndex, int indexStep) {

    /** Returns the number of the next connection. */
    int nextIndex() {
        return firstIndex + schedule.takenCount() * indexStep;
    }

    /** Cancels the connections from this number on, and returns their number. */
    int dropFrom(int fromIndex) {
        int next = nextIndex();
        int kept = next >= fromIndex ? 0 : (fromIndex - next + indexStep - 1) / indexStep;
        return schedule.drop(Math.max(0, schedule.remaining() - kept));
    }
}
