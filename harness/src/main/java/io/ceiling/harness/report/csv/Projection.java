package io.ceiling.harness.report.csv;

import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.stats.CostPerConnection.Slope;
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
 */
public final class Projection {

    private static final double GIBIBYTE = 1 << 30;

    private Projection() {}

    /**
     * Returns the connections that fit into that much memory. Empty if the resident set did not rise by at least two
     * standard errors; if it or the kernel's memory is on a curve, which a line does not continue; if it rises by less
     * than the heap, and so was there from the start; or if the heap of so many connections is beyond that of the same
     * references: what a connection costs with wider ones was not measured.
     *
     * @param mostHeapBytes heap up to which a reference is as wide as when the cost was measured, in bytes; see
     *     {@link JvmSettings#mostHeapOfSameReferences}
     */
    public static OptionalLong of(CostPerConnection cost, long memoryBytes, long mostHeapBytes) {
        Slope resident = cost.resident();
        boolean kernelKnown = cost.kernelBytes().isSignificant();
        if (!isLine(resident, cost) || (kernelKnown && cost.kernelBytes().curved())) {
            return OptionalLong.empty();
        }
        double each =
                resident.perConnection() + (kernelKnown ? cost.kernelBytes().perConnection() : 0);
        double connections = Math.max(0, memoryBytes - Math.max(0, resident.intercept())) / each;
        return connections > mostOfSameReferences(cost, mostHeapBytes)
                ? OptionalLong.empty()
                : OptionalLong.of((long) connections);
    }

    /**
     * Returns the connections whose cost is 1 GiB in all, without what the server needs for none. Empty where the line of the
     * resident set, or that of the kernel's memory if it is asked for, tells no cost; see {@link #of}.
     *
     * @param withKernel true to count the kernel's memory beside the server's
     */
    static OptionalLong perGib(CostPerConnection cost, boolean withKernel) {
        Slope kernel = cost.kernelBytes();
        if (!isLine(cost.resident(), cost) || (withKernel && (!kernel.isSignificant() || kernel.curved()))) {
            return OptionalLong.empty();
        }
        double each = cost.resident().perConnection() + (withKernel ? kernel.perConnection() : 0);
        return OptionalLong.of((long) (GIBIBYTE / each));
    }

    private static boolean isLine(Slope resident, CostPerConnection cost) {
        return resident.isSignificant() && !resident.curved() && !isTouchedBefore(resident, cost.heapBytes());
    }

    // Returns the connections whose heap is that large; of a heap that was not read the resident set, which has it.
    private static double mostOfSameReferences(CostPerConnection cost, long mostHeapBytes) {
        Slope heap = Double.isNaN(cost.heapBytes().perConnection()) ? cost.resident() : cost.heapBytes();
        return mostHeapBytes == Long.MAX_VALUE || !(heap.perConnection() > 0)
                ? Double.POSITIVE_INFINITY
                : Math.max(0, mostHeapBytes - heap.intercept()) / heap.perConnection();
    }

    private static boolean isTouchedBefore(Slope resident, Slope heap) {
        double tolerance = 2 * Math.hypot(error(resident), error(heap));
        return heap.isSignificant() && resident.perConnection() + tolerance < heap.perConnection();
    }

    private static double error(Slope slope) {
        return Double.isNaN(slope.standardError()) ? 0 : slope.standardError();
    }
}
