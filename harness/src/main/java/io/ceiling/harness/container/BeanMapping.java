package io.ceiling.harness.container;

import java.util.List;
import java.util.Map;

/**
 * The MBeans that report threads and connections of a container that this project did not start.
 *
 * @param pool bean of the thread pool, of which each connector may have one; a server with such a bean is this
 *     container
 * @param others other beans; may be empty
 * @param version bean with the version of the container
 * @param remedy how a server gets these beans; empty if it always has them
 */
public record BeanMapping(BeanNames pool, List<BeanNames> others, BeanAttribute version, String remedy) {

    /** Name of the number of threads that wait for a task; the other threads of the pool are busy. */
    public static final String IDLE_THREADS = "IdleThreads";

    /** Name of the length of the listen queue, which this project's own bean does not have. */
    public static final String ACCEPT_COUNT = "AcceptCount";

    /** Limit of the threads of a pool that connectors share; it counts where the connector's own bean reports none. */
    public static final String SHARED_MAX_THREADS = "SharedMaxThreads";

    /** Requests that wait for a thread of a pool that connectors share. */
    public static final String SHARED_QUEUED_REQUESTS = "SharedQueuedRequests";

    /** Placeholder for a container that does not report its version. */
    public static final BeanAttribute NO_VERSION = new BeanAttribute("", "");

    public BeanMapping {
        others = List.copyOf(others);
    }

    /**
     * Beans of one kind.
     *
     * @param pattern of their object names
     * @param names name of each attribute, with its name in {@link io.ceiling.container.ContainerReadingsMXBean};
     *     values of several beans are added
     */
    public record BeanNames(String pattern, Map<String, String> names) {

        public BeanNames {
            names = Map.copyOf(names);
        }
    }

    /**
     * An attribute of a bean, as text.
     *
     * @param pattern of its object name; {@code %s} stands for the domain of the pool
     */
    public record BeanAttribute(String pattern, String attribute) {}
}
