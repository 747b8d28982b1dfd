package io.ceiling.harness.container;

import java.util.List;
import java.util.Map;

/**
 * The MBeans that report threads and connections of a container that this project did not start.
 *
 * @param pool the bean of the thread pool, of which each connector may have one; whoever has such a bean is this
 *     container
 * @param others further beans, of which there may be none
 * @param version where the container tells its version
 * @param remedy how a server comes to have these beans; empty if it always has them
 */
public record StockBeans(BeanNames pool, List<BeanNames> others, Text version, String remedy) {

    /** Under this name a bean tells threads that wait for a task; the others of its pool are busy. */
    public static final String IDLE_THREADS = "IdleThreads";

    /** Name of the length of the listen queue, which this project's own bean does not have. */
    public static final String ACCEPT_COUNT = "AcceptCount";

    /** Limit of the threads of a pool that connectors share; it counts where the connector's own bean reports none. */
    public static final String SHARED_MAX_THREADS = "SharedMaxThreads";

    /** Requests that wait for a thread of a pool that connectors share. */
    public static final String SHARED_QUEUED_REQUESTS = "SharedQueuedRequests";

    /** For a container that does not tell its version. */
    public static final Text NOT_TOLD = new Text("", "");

    public StockBeans {
        others = List.copyOf(others);
    }

    /**
     * Beans of one kind.
     *
     * @param pattern of their object names
     * @param names of their attributes, and what these are called in {@link io.ceiling.container.ContainerReadingsMXBean}; where
     *     several beans tell the same, their sum counts
     */
    public record BeanNames(String pattern, Map<String, String> names) {

        public BeanNames {
            names = Map.copyOf(names);
        }
    }

    /**
     * A text that a bean tells.
     *
     * @param pattern of its object name; {@code %s} stands for the domain of the pool
     */
    public record Text(String pattern, String attribute) {}
}
