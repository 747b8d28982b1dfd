package io.ceiling.harness.probe;

import java.io.ObjectInputFilter;

/**
 * The classes that this process makes of bytes which a JVM sends over JMX, or a load agent over its pipe. The JVM may
 * be somebody else's.
 */
public final class Deserialization {

    /** The first pattern that matches decides. */
    static final String ADMITTED = String.join(
            ";",
            "maxdepth=50",
            "!com.sun.org.apache.**",
            "!com.sun.rowset.**",
            "!com.sun.jndi.**",
            "!javax.naming.**",
            "!javax.script.**",
            "java.**",
            "javax.management.**",
            "javax.rmi.ssl.**",
            "com.sun.**",
            "sun.**",
            "jdk.**",
            "io.ceiling.**",
            "!*");

    private Deserialization() {}

    /** Sets the filter for the whole process, unless the user has set one ({@code -Djdk.serialFilter}). */
    public static void restrict() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter(ADMITTED));
        }
    }
}
