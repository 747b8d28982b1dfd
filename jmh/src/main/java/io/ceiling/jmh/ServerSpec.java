package io.ceiling.jmh;

import io.ceiling.container.Limit;
import io.ceiling.harness.container.ContainerVariant;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.MatrixHost;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The server that a benchmark needs, in the spelling of the benchmark parameters.
 *
 * @param variant container, connector and kind of threads
 * @param buffer {@code default} for the container's own sizes, or a size such as {@code 1k}
 * @param broadcaster {@code channel}, {@code simple} or {@code default}; empty for benchmarks without channels
 * @param threads maximum number of request threads; 0 for the container's own
 */
record ServerSpec(ContainerVariant variant, String buffer, Optional<String> broadcaster, int threads) {

    private static final long HEAP_BYTES = 3L << 30;

    ServerSpec {
        bufferBytes(buffer);
        broadcaster = broadcaster.map(name -> value(Dimension.BROADCASTER, name));
    }

    /** Returns the server of a benchmark without channels. */
    static ServerSpec of(String server, String buffer) {
        return new ServerSpec(ContainerVariant.of(server), buffer, Optional.empty(), 0);
    }

    /**
     * Returns the scenario that is started for this server.
     *
     * <p>Connections are not limited, and the heap is larger than any benchmark fills, so that only the measured cost
     * matters.
     */
    Scenario scenario(Jdk jdk, int nofile) {
        ServerSettings server = ServerSettings.builder(
                        variant.container().name(), variant.connector(), variant.threadKind(), jdk)
                .maxThreads(threads == 0 ? Limit.DEFAULT : Limit.of(threads))
                .bufferBytes(bufferBytes(buffer))
                .maxConnections(Limit.UNLIMITED)
                .heapMaxBytes(HEAP_BYTES)
                .nofile(nofile)
                .atmosphereVersion(MatrixHost.atmosphereOfBuild())
                .build();
        Work work = broadcaster
                .map(name -> Work.of(Workloads.BROADCAST, new Messaging("websocket", name, "uuid")))
                .orElse(Work.of(Workloads.KEEP_ALIVE));
        return new Scenario(server, work, 1);
    }

    private static OptionalInt bufferBytes(String text) {
        String value = value(Dimension.BUFFER, text);
        return value.equals("default") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value));
    }

    private static String value(Dimension dimension, String text) {
        List<String> values;
        try {
            values = dimension.parse(dimension.label(), List.of(text));
        } catch (IllegalArgumentException e) {
            values = List.of();
        }
        if (values.size() != 1) {
            throw new IllegalArgumentException(
                    "%s must be %s, was '%s'".formatted(dimension.label(), dimension.allowedValue(), text));
        }
        return values.get(0);
    }
}
