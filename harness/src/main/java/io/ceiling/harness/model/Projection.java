package io.ceiling.harness.model;

import io.ceiling.harness.model.CostPerConnection.Slope;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Projects the number of connections that a host of another size would hold if memory were its only limit. Pure
 * functions.
 *
 * <p>The server's resident set grows along its fitted line, and the kernel takes its share for each connection. The line
 * is that of the resident set without free heap, where that was seen: free pages of the heap are there for the next
 * connections, and how many of them a collector keeps differs from one setting to another without a difference between
 * connections. So the projection is of a heap that is full of live objects; the room in which a collector works comes on
 * top. The memory that the kernel and the rest of the system need without any connection is not known here and not subtracted.
 *
 * @param connections number of connections
 * @param low lower end, with the upper end of the 95 % interval of the cost; empty with fewer than two degrees of freedom
 * @param high upper end, with the lower end of that interval; empty as well if the cost may be zero
 */
public record Projection(long connections, OptionalLong low, OptionalLong high) {

    /**
     * Returns the connections that fit into that much memory. Empty if the resident set did not rise by at least two
     * standard errors; if it or the kernel's memory is on a curve, which a line does not continue; or if it rises by less
     * than the heap, and so was there from the start.
     */
    public static Optional<Projection> of(CostPerConnection cost, long memoryBytes) {
        Slope resident = cost.resident();
        boolean kernelKnown = cost.kernelBytes().isSignificant();
        if (!resident.isSignificant()
                || resident.curved()
                || (kernelKnown && cost.kernelBytes().curved())
                || isTouchedBefore(resident, cost.heapBytes())) {
            return Optional.empty();
        }
        double each =
                resident.perConnection() + (kernelKnown ? cost.kernelBytes().perConnection() : 0);
        double margin =
                Math.hypot(resident.margin(), kernelKnown ? cost.kernelBytes().margin() : 0);
        double free = Math.max(0, memoryBytes - Math.max(0, resident.base()));
        return Optional.of(new Projection((long) (free / each), end(free, each + margin), end(free, each - margin)));
    }

    /** Returns true if the heap grows faster than the resident set that it is part of, as with AlwaysPreTouch. */
    private static boolean isTouchedBefore(Slope resident, Slope heap) {
        double tolerance = 2 * Math.hypot(error(resident), error(heap));
        return heap.isSignificant() && resident.perConnection() + tolerance < heap.perConnection();
    }

    private static double error(Slope slope) {
        return Double.isNaN(slope.standardError()) ? 0 : slope.standardError();
    }

    private static OptionalLong end(double free, double each) {
        return each > 0 ? OptionalLong.of((long) (free / each)) : OptionalLong.empty();
    }
}
