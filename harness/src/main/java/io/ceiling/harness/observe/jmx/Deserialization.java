package io.ceiling.harness.observe.jmx;

import java.io.ObjectInputFilter;

/**
 * Bounds the classes and the number of objects that this process deserializes from a JVM over JMX, which may be somebody
 * else's.
 *
 * <p>Notes. The largest answer is that of 300 threads with 100 frames each, about ten objects a frame; the longest
 * text that of a class histogram, which has some mebibytes. This does not limit the time to read an answer; the
 * caller does.
 */
public final class Deserialization {

    /** Limits of one answer, and patterns of which the first that matches decides. */
    static final String ADMITTED = String.join(
            ";",
            "maxdepth=30",
            "maxrefs=1000000",
            "maxbytes=" + (64 << 20),
            "maxarray=1000000",
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
            "!*");

    private Deserialization() {}

    /** Sets the filter for the whole process, unless the user has set one ({@code -Djdk.serialFilter}). */
    public static void restrict() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter(ADMITTED));
        }
    }
}
