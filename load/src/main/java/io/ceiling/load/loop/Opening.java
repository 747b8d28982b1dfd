package io.ceiling.load.loop;

/**
 * Connections of one event loop that are to be opened, with their start times and numbers.
 *
 * @param schedule intended starts
 * @param firstPlace number of connections that the agent opened before the first of these
 * @param placeStep difference between the numbers of two successive connections; those between belong to other event
 *     loops
 */
public record Opening(Schedule schedule, int firstPlace, int placeStep) {

    /** Returns the number of the next connection. */
    int place() {
        return firstPlace + schedule.taken() * placeStep;
    }

    /** Cancels the connections from this number on, and returns their number. */
    int dropFrom(int place) {
        int next = place();
        int kept = next >= place ? 0 : (place - next + placeStep - 1) / placeStep;
        return schedule.drop(Math.max(0, schedule.left() - kept));
    }
}
