package io.ceiling.container;

/**
 * Whether a container registers its own MBeans besides {@link ContainerReadingsMXBean}. Not unless asked: they take a good part of
 * the start, and a measurement does not read them. Tomcat's blocking connector has them always.
 */
public final class OwnBeans {

    /** System property of a server; {@code true} asks for them. */
    public static final String PROPERTY = "ceiling.own-beans";

    private OwnBeans() {}

    /** Whether this process is asked for them. */
    public static boolean wanted() {
        return Boolean.getBoolean(PROPERTY);
    }
}
