package io.ceiling.it.planted;

import java.util.Optional;

/**
 * What a run of a draw has to find: the name, and the number where the settings tell it.
 *
 * @param name limiting factor; {@link PlantedCell#NONE} for a control
 * @param number of connections, before what the server itself has open is taken off
 * @param descriptorsEach of one connection, where the descriptors decide: what the server has open before its first connection
 *     is known only once it runs; 0 elsewhere
 */
record Truth(String name, Optional<Range> number, int descriptorsEach) {

    /** How far a ceiling may be from the true one. */
    private static final double TOLERANCE = 0.03;

    /** From the lowest to the highest true number; they differ only where the settings leave it open. */
    record Range(int lowest, int highest) {

        boolean holds(long found) {
            return found >= lowest * (1 - TOLERANCE) && found <= highest * (1 + TOLERANCE);
        }

        @Override
        public String toString() {
            return lowest == highest ? Integer.toString(lowest) : lowest + ".." + highest;
        }
    }

    static Truth exactly(String name, int number) {
        return between(name, number, number);
    }

    static Truth between(String name, int lowest, int highest) {
        return new Truth(name, Optional.of(new Range(lowest, highest)), 0);
    }

    /** Between two limits, of which what the server has open before its first connection is still to be taken off. */
    static Truth ofDescriptors(int lowest, int highest, int each) {
        return new Truth("server-file-descriptors", Optional.of(new Range(lowest, highest)), each);
    }

    /** Where the number depends on what a JVM makes of it. */
    static Truth nameOnly(String name) {
        return new Truth(name, Optional.empty(), 0);
    }

    /** The number, of a server that has so many descriptors open before its first connection. */
    Optional<Range> numberWith(int openBefore) {
        return descriptorsEach == 0
                ? number
                : number.map(range -> new Range(
                        (range.lowest() - openBefore) / descriptorsEach,
                        (range.highest() - openBefore) / descriptorsEach));
    }
}
