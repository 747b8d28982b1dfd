package io.ceiling.harness.reading;

import java.util.OptionalDouble;

/**
 * The thread of a server that used the most processor time since its threads were read before, apart from those that
 * collect and compile.
 *
 * @param id number of the thread
 * @param name name that the kernel has of it, at most 15 characters, and of several processes the one that it is of; empty if not seen
 * @param cpuNanos processor time that it used in that time, in ns
 * @param spanNanos length of that time, in ns
 */
public record BusiestThread(Seen id, String name, Seen cpuNanos, Seen spanNanos) {

    /** No thread was seen, or the threads were not read for this reading: that is done less often. */
    public static final BusiestThread NOT_SEEN = new BusiestThread(Seen.NOT, "", Seen.NOT, Seen.NOT);

    /** Returns the same thread with its process in its name; one that was not seen as it is. */
    public BusiestThread of(String process) {
        return id.isSeen() ? new BusiestThread(id, "%s of %s".formatted(name, process), cpuNanos, spanNanos) : this;
    }

    /** Returns the number of processors that it kept busy, which is 1 at most; empty if it was not seen. */
    public OptionalDouble cores() {
        return cpuNanos.isSeen() && spanNanos.isAtLeast(1)
                ? OptionalDouble.of(Math.min(1, (double) cpuNanos.orElse(0) / spanNanos.orElse(1)))
                : OptionalDouble.empty();
    }
}
