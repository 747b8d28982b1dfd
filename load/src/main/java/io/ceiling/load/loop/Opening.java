package io.ceiling.load.loop;

/**
 * Connections of one event loop that are to be opened, by their times and places.
 *
 * @param firstPlace how many connections the agent opened before the first of these
 * @param placeStep from one of these to the next: the others are other event loops'
 */
public record Opening(Schedule schedule, int firstPlace, int placeStep) {

    /** Place of the next one. */
    int place() {
        return firstPlace + schedule.taken() * placeStep;
    }

    /** Gives up the ones from that place on; returns how many. */
    int dropFrom(int place) {
        int next = place();
        int kept = next >= place ? 0 : (place - next + placeStep - 1) / placeStep;
        return schedule.drop(Math.max(0, schedule.left() - kept));
    }
}
