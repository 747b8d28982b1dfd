package io.ceiling.harness.matrix;

import io.ceiling.harness.container.Containers;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.RampSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The matrices that are part of Ceiling; all their numbers are in this file. */
public enum Preset {
    /**
     * Two limits and two costs, each before and after the one setting that moves it; takes half a minute in each
     * container.
     */
    DEMO {
        @Override
        List<Grid> grids(int nofileHard) {
            Grid base = Grid.DEFAULTS
                    .with(Dimension.CONNECTOR, "nio")
                    .with(Dimension.HEAP, "512m")
                    .with(Dimension.NOFILE, Integer.toString(Math.min(2048, nofileHard)));
            return List.of(
                    base.with(Dimension.WORKLOAD, "hold-blocking"),
                    base.with(Dimension.WORKLOAD, "websocket")
                            .with(Dimension.THREAD_KIND, "platform")
                            .with(Dimension.BUFFER, Values.DEFAULT, "1k"));
        }

        @Override
        public RampSettings ramp(long memoryFloorBytes) {
            return QUICK.ramp(memoryFloorBytes);
        }
    },

    /**
     * A limit of threads, of descriptors and of connections in each container, small enough to be reached at once;
     * takes a minute.
     */
    SMOKE {
        @Override
        List<Grid> grids(int nofileHard) {
            Grid base = Grid.DEFAULTS
                    .with(Dimension.CONNECTOR, "nio")
                    .with(Dimension.THREAD_KIND, "platform")
                    .with(Dimension.NOFILE, Integer.toString(Math.min(512, nofileHard)));
            return List.of(
                    base.with(Dimension.WORKLOAD, "recursive").with(Dimension.THREADS, "40"),
                    base.with(Dimension.WORKLOAD, "websocket"),
                    base.with(Dimension.WORKLOAD, "hold-async").with(Dimension.MAX_CONNECTIONS, "200"));
        }

        @Override
        public RampSettings ramp(long memoryFloorBytes) {
            // Nobody compares its figures, so other load on this host does not matter.
            return QUICK.ramp(memoryFloorBytes).toBuilder()
                    .nullTime(Duration.ZERO)
                    .build();
        }
    },

    /** Every connector, thread kind and workload once, then one variable at a time; takes minutes. */
    QUICK {
        @Override
        List<Grid> grids(int nofileHard) {
            Grid base = Grid.DEFAULTS
                    .with(Dimension.WORKLOAD, "recursive,recursive-async,hold-blocking,hold-async,keep-alive,websocket")
                    .with(Dimension.HEAP, "512m")
                    .with(Dimension.NOFILE, Integer.toString(Math.min(2048, nofileHard)));
            Grid nio = base.with(Dimension.CONNECTOR, "nio").with(Dimension.THREAD_KIND, "platform");
            Grid bio = base.with(Dimension.CONNECTOR, "bio").with(Dimension.THREAD_KIND, "platform");
            List<Grid> blocks = new ArrayList<>(List.of(
                    base.with(Dimension.CONNECTOR, "nio,nio2"),
                    bio,
                    // The default threads end these two; with 2000 threads the next limit shows.
                    nio.with(Dimension.WORKLOAD, "recursive,hold-blocking").with(Dimension.THREADS, "2000"),
                    // BIO holds a thread for every connection, busy or not.
                    bio.with(Dimension.WORKLOAD, "keep-alive").with(Dimension.THREADS, "2000"),
                    nio.with(Dimension.WORKLOAD, "hold-async,keep-alive,websocket")
                            .with(Dimension.BUFFER, "1k")));
            // These heaps are full before 2048 descriptors are in use.
            Containers.all()
                    .forEach(container -> blocks.add(nio.with(Dimension.CONTAINER, container.name())
                            .with(Dimension.WORKLOAD, "hold-async,websocket")
                            .with(Dimension.HEAP, container.smallHeap())));
            // Other transports and connectors of subscribers would take minutes more.
            blocks.add(nio.with(Dimension.WORKLOAD, "broadcast"));
            return List.copyOf(blocks);
        }

        @Override
        public RampSettings ramp(long memoryFloorBytes) {
            // The levels 50, 180, 648 and 2048 give points for the fitted lines below the default of 200 threads too.
            return RampSettings.builder(new RampSettings.Levels(50, 3.6, 0.02), new RampSettings.Rates(5_000, 10_000))
                    .hold(Duration.ofMillis(100))
                    // TCP sends an unanswered SYN again after 1 s: such a connect must not be late by chance.
                    .slo(Duration.ofMillis(800))
                    .stallTimeout(Duration.ofMillis(1_500))
                    .nullTime(Duration.ofMillis(500))
                    .memoryFloorBytes(memoryFloorBytes)
                    .publishing(Publishing.DEFAULT.lasting(Duration.ofSeconds(1)))
                    .build();
        }
    },

    /** The staircase of a recursive servlet on Tomcat, with one limit relieved at a time, and many held connections. */
    SEEDS {
        @Override
        List<Grid> grids(int nofileHard) {
            Grid staircase = Grid.DEFAULTS
                    .with(Dimension.CONTAINER, "tomcat")
                    .with(Dimension.THREAD_KIND, "platform")
                    .with(Dimension.WORKLOAD, "recursive")
                    .with(Dimension.STACK, "256k")
                    .with(Dimension.HEAP, "512m")
                    .with(Dimension.NOFILE, Integer.toString(Math.min(1024, nofileHard)))
                    .with(Dimension.FORKS, "3");
            Grid bio = staircase.with(Dimension.CONNECTOR, "bio");
            Grid nio = staircase.with(Dimension.CONNECTOR, "nio").with(Dimension.MAX_CONNECTIONS, "-1");
            Grid manyThreads = nio.with(Dimension.THREADS, MANY_THREADS);
            Grid manyDescriptors = manyThreads.with(Dimension.NOFILE, Dimension.MAX);
            Grid held = Grid.DEFAULTS
                    .with(Dimension.WORKLOAD, "recursive,hold-async,keep-alive,websocket")
                    .with(Dimension.HEAP, "3g")
                    .with(Dimension.STACK, "256k")
                    .with(Dimension.NOFILE, Dimension.MAX)
                    .with(Dimension.THREADS, MANY_THREADS)
                    .with(Dimension.MAX_CONNECTIONS, "-1")
                    .with(Dimension.FORKS, "3");
            return List.of(
                    bio.with(Dimension.THREADS, "40"),
                    bio.with(Dimension.THREADS, MANY_THREADS),
                    manyThreads,
                    manyDescriptors,
                    manyDescriptors.with(Dimension.HEAP, "2g"),
                    manyDescriptors.with(Dimension.HEAP, "2g").with(Dimension.BUFFER, "1k"),
                    held);
        }

        @Override
        public RampSettings ramp(long memoryFloorBytes) {
            return thorough(memoryFloorBytes);
        }
    },

    /**
     * Servers of other platforms compared with the servlet containers, each with its defaults and with settings for
     * many connections (docs/peers.md); takes hours.
     */
    PEERS {
        @Override
        List<Grid> grids(int nofileHard) {
            Grid peers = Grid.DEFAULTS
                    .with(Dimension.CONNECTOR, "nio")
                    .with(Dimension.THREAD_KIND, "platform")
                    .with(Dimension.WORKLOAD, "broadcast,keep-alive,websocket")
                    .with(Dimension.HEAP, "3g")
                    .with(Dimension.NOFILE, Dimension.MAX)
                    .with(Dimension.FORKS, "3");
            String processors = Integer.toString(Runtime.getRuntime().availableProcessors());
            return List.of(
                    peers.with(Dimension.CONTAINER, Containers.names().toArray(String[]::new)),
                    // No limit of connections but descriptors, and buffers for small messages.
                    peers.with(Dimension.CONTAINER, "tomcat")
                            .with(Dimension.MAX_CONNECTIONS, "-1")
                            .with(Dimension.BUFFER, "1k"),
                    peers.with(Dimension.CONTAINER, "undertow").with(Dimension.BUFFER, "1k"),
                    // One event loop for each processor: Vert.x has one verticle by itself, nginx one worker, Netty two
                    // event loops for each.
                    peers.with(Dimension.CONTAINER, "vertx,netty,nginx").with(Dimension.THREADS, processors),
                    // The cluster of the comparison of 2012; its workers do not know each other's subscribers.
                    peers.with(Dimension.CONTAINER, "node").with(Dimension.THREADS, "5"));
        }

        @Override
        public RampSettings ramp(long memoryFloorBytes) {
            // As in the comparison of 2012: each message as soon as the one before is on its way.
            return thorough(memoryFloorBytes).toBuilder()
                    .publishing(Publishing.DEFAULT.at(0).lasting(Duration.ofSeconds(5)))
                    .build();
        }
    },

    /** The whole grid of threads, buffers and heaps, with three forks each; takes hours. */
    FULL {
        @Override
        List<Grid> grids(int nofileHard) {
            return List.of(Grid.DEFAULTS
                    .with(Dimension.THREADS, Values.DEFAULT, "2000")
                    .with(Dimension.BUFFER, Values.DEFAULT, "1k")
                    .with(Dimension.HEAP, "128m", "512m", "3g")
                    .with(Dimension.NOFILE, Dimension.MAX)
                    .with(Dimension.FORKS, "3"));
        }

        @Override
        public RampSettings ramp(long memoryFloorBytes) {
            return thorough(memoryFloorBytes);
        }
    };

    // Enough threads for a chain that is ended by 20 000 descriptors, two for each level.
    private static final String MANY_THREADS = "12000";

    abstract List<Grid> grids(int nofileHard);

    public abstract RampSettings ramp(long memoryFloorBytes);

    /** Returns the matrix for a host whose processes can open that many descriptors. */
    public Matrix matrix(int nofileHard) {
        return new Matrix(label(), grids(nofileHard), this);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the preset of that label.
     *
     * @param shown the user's name of the setting, such as {@code --preset}, for the message
     * @throws IllegalArgumentException if there is none
     */
    public static Preset of(String shown, String label) {
        return Arrays.stream(values())
                .filter(preset -> preset.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s must be one of %s, was '%s'"
                        .formatted(
                                shown,
                                Arrays.stream(values()).map(Preset::label).collect(Collectors.joining(", ")),
                                label)));
    }

    private static RampSettings thorough(long memoryFloorBytes) {
        return RampSettings.builder(new RampSettings.Levels(128, 2, 0.01), new RampSettings.Rates(4_000, 8_000))
                .hold(Duration.ofSeconds(2))
                .slo(Duration.ofSeconds(2))
                .stallTimeout(Duration.ofSeconds(4))
                .nullTime(Duration.ofSeconds(5))
                .memoryFloorBytes(memoryFloorBytes)
                .build();
    }
}
