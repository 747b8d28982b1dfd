package io.ceiling.container;

/**
 * Setting that makes a container register its own MBeans besides {@link ContainerReadingsMXBean}.
 *
 * <p>Off by default, because registration takes a large part of the start-up time and a measurement does not read these
 * MBeans. Tomcat's blocking connector always registers them.
 */
public final class OwnBeans {

    /** System property of a server; {@code true} registers the container's own MBeans. */
    public static final String PROPERTY = "ceiling.own-beans";

    private OwnBeans() {}

    /** Returns true if this process registers the container's own MBeans. */
    public static boolean wanted() {
        return Boolean.getBoolean(PROPERTY);
    }
}
