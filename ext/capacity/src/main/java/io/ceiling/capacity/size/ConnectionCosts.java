package io.ceiling.capacity.size;

import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The costs of a server and of each of its connections, as lines over the number of connections, in bytes, threads and
 * descriptors.
 *
 * @param heap live heap
 * @param nonHeap resident set without the pages of the heap
 * @param direct direct buffers, a part of the memory outside the heap
 * @param threads threads of the process
 * @param descriptors open descriptors
 * @param kernel memory of the kernel for the server's end of the connections
 * @param serviceNanos 99th percentile of the service time of a request, in ns; 0 if none was measured
 * @param source where the lines come from, in words
 */
record ConnectionCosts(
        Slope heap,
        Slope nonHeap,
        Slope direct,
        Slope threads,
        Slope descriptors,
        Slope kernel,
        long serviceNanos,
        CostBasis source) {

    /**
     * The source of the costs.
     *
     * @param description where they were measured
     * @param mostConnections largest number of connections that was measured
     * @param kernelWords how the memory of the kernel was measured
     * @param processors processors that the JVM had, by which it chooses its numbers of threads; 0 if that is not known
     */
    public record CostBasis(String description, int mostConnections, String kernelWords, int processors) {}

    /** Returns the names of the lines that were not seen, in words; none if all were. */
    public List<String> unseen() {
        return namesWhere(line -> Double.isNaN(line.perConnection()));
    }

    /** Returns the names of the lines whose points are on a curve, in words. */
    public List<String> curved() {
        return namesWhere(Slope::curved);
    }

    private List<String> namesWhere(Predicate<Slope> condition) {
        Map<String, Slope> lines = new LinkedHashMap<>();
        lines.put("live heap", heap);
        lines.put("memory beside the heap", nonHeap);
        lines.put("direct buffers", direct);
        lines.put("memory of the kernel", kernel);
        lines.put("threads", threads);
        lines.put("descriptors", descriptors);
        return lines.entrySet().stream()
                .filter(line -> condition.test(line.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    public static double at(Slope line, double connections) {
        return line.intercept() + line.perConnection() * connections;
    }

    /** Returns half the 95 % interval of a line at that number of connections; 0 if the line has no interval. */
    public static double margin(Slope line, double connections) {
        return Double.isNaN(line.margin()) ? 0 : line.margin() * connections;
    }
}
