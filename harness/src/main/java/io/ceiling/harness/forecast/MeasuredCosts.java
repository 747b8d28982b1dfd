package io.ceiling.harness.forecast;

import io.ceiling.harness.stats.FittedLine;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The costs of the connections of one server that was measured: a line for each quantity. Immutable.
 *
 * @param subject server and work that were measured
 * @param bufferBytes size of its largest buffer, in bytes; 0 if that is not known
 * @param source where it was measured
 * @param lines a line for each quantity that was seen at two numbers of connections
 */
public record MeasuredCosts(Subject subject, long bufferBytes, CostSource source, Map<Quantity, FittedLine> lines) {

    /** The quantities that rise with connections towards a limit. */
    public enum Quantity {
        HEAP("heap", true),
        DIRECT("direct buffers", true),
        DESCRIPTORS("descriptors", false),
        BUSY_THREADS("busy threads of the pool", false),
        THREADS("threads of the process", false),
        /** Resident memory without free heap, and half of what the kernel took more. */
        MEMORY("memory of server and half of the kernel's", true),
        /** Resident memory without free heap, and what kernel and load agents took more. */
        MEMORY_OF_HOST("memory of server, kernel and load agents", true);

        private final String words;
        private final boolean bytes;

        Quantity(String words, boolean bytes) {
            this.words = words;
            this.bytes = bytes;
        }

        /** Returns the name in sentences. */
        public String words() {
            return words;
        }

        /** Returns true if it is counted in bytes; otherwise it is a count. */
        public boolean isBytes() {
            return bytes;
        }
    }

    /**
     * The server and the work of its connections, by the labels of options and files.
     *
     * @param threads kind of the threads
     */
    public record Subject(String container, String connector, String threads, WorkKey load, Settings settings) {}

    /**
     * The work of connections.
     *
     * @param messaging transport, broadcaster and cache with a slash between; empty for work without channels
     */
    public record WorkKey(String workload, String messaging) {}

    /**
     * The settings of a server that change what a connection costs.
     *
     * @param buffer bytes that were asked for, or {@code default}
     * @param headerCache nodes that were asked for, or {@code default}
     */
    public record Settings(String buffer, String tls, String deflate, String collector, String headerCache) {}

    /**
     * The place of the readings.
     *
     * @param run name or folder of the run
     * @param fork number of the server of that scenario, 1 for the first
     * @param reference true if it is a run of this project, in results/reference
     */
    public record CostSource(String run, String scenario, int fork, boolean reference) {}

    public MeasuredCosts {
        Map<Quantity, FittedLine> all = new EnumMap<>(Quantity.class);
        all.putAll(lines);
        lines = Collections.unmodifiableMap(all);
    }

    /** Returns the line of a quantity; empty if it was not seen. */
    public Optional<FittedLine> line(Quantity quantity) {
        return Optional.ofNullable(lines.get(quantity));
    }
}
