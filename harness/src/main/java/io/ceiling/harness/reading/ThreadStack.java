package io.ceiling.harness.reading;

import java.util.List;
import java.util.Optional;

/**
 * One thread of a JVM at one moment. Immutable and thread-safe.
 *
 * @param name its name, which a virtual thread may lack
 * @param kind whether it is a virtual thread, and whether that occupies a carrier
 * @param state its state, such as {@code BLOCKED}; empty if it was not seen
 * @param frames its frames, the innermost first, at most as many as were asked for
 * @param lock the object that it waits for; empty if there is none or it was not seen
 */
public record ThreadStack(String name, Kind kind, String state, List<Frame> frames, Optional<Lock> lock) {

    /** The kinds of threads. */
    public enum Kind {
        PLATFORM,
        /** A virtual thread, of which older JVMs do not say whether it occupies a carrier. */
        VIRTUAL,
        /** A virtual thread that occupies a carrier. */
        MOUNTED
    }

    /**
     * A method that a thread is in.
     *
     * @param type full name of its class
     * @param method name of the method
     */
    public record Frame(String type, String method) {

        /** Returns the package of the class; empty if it has none. */
        public String packageName() {
            return type.substring(0, Math.max(0, type.lastIndexOf('.')));
        }

        /** Returns the class without its package, and the method, such as {@code HikariPool.getConnection}. */
        public String brief() {
            return "%s.%s".formatted(type.substring(type.lastIndexOf('.') + 1), method);
        }
    }

    /**
     * An object that a thread waits for.
     *
     * @param object class and identity, such as {@code java.lang.Object@10e92f8f}
     * @param owner name of the thread that has it; empty if none has it or it was not seen
     */
    public record Lock(String object, String owner) {}

    public ThreadStack {
        frames = List.copyOf(frames);
    }
}
