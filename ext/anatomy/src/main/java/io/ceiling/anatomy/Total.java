package io.ceiling.anatomy;

import java.util.List;
import java.util.Locale;

/**
 * The memory of a connection measured as a whole, with the sum of its parts.
 *
 * @param kind what was measured
 * @param measured slope of the whole
 * @param sumOfParts sum of the parts
 * @param floor what no setting of the server saves: the parts that any server on java.nio has; unknown without heap
 *     dumps or slab caches, and for the resident set
 */
record Total(Kind kind, Amount measured, Amount sumOfParts, Amount floor) {

    /** A whole that was measured. */
    public enum Kind {
        HEAP("heap", Owner.HEAP),
        /** The resident set of the server, of which its heap is a part. */
        RSS("RSS without free heap", Owner.NATIVE),
        KERNEL("kernel, both ends", Owner.KERNEL);

        private final String words;
        private final Owner owner;

        Kind(String words, Owner owner) {
            this.words = words;
            this.owner = owner;
        }

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns true if it is no measurement of its own, but the sum of its parts. */
        public boolean isSumOfParts() {
            return this == KERNEL;
        }

        public String words() {
            return words;
        }

        /** Returns the owner of the memory that no part accounts for. */
        public Owner owner() {
            return owner;
        }
    }

    /** Returns the memory that no part accounts for; unknown for what is the sum of its parts. */
    public Amount remainder() {
        return kind.isSumOfParts() ? Amount.UNKNOWN : measured.minus(sumOfParts);
    }

    public static Total of(Kind kind, List<Total> totals) {
        return totals.stream()
                .filter(total -> total.kind() == kind)
                .findFirst()
                .orElse(new Total(kind, Amount.UNKNOWN, Amount.UNKNOWN, Amount.UNKNOWN));
    }
}
