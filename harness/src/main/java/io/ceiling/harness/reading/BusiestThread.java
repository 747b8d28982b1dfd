package io.ceiling.harness.reading;

import io.ceiling.harness.rows.Figure;
import io.ceiling.harness.rows.RecordSchema;
import java.util.OptionalDouble;

/**
 * The thread of a server that used the most processor time since its threads were read before, apart from those that
 * collect and compile.
 *
 * @param id number of the thread
 * @param name of several processes with the one that it is of; empty if not seen
 */
public record BusiestThread(
        Observation id,
        @Figure(
                        value =
                                "name of the server's busiest thread since its threads were read before, as the kernel has it (15"
                                        + " characters). Threads that collect or compile are left out; threads are read twice a second at most,"
                                        + " and of no server with more than 2000 of them, so that most readings have no such thread",
                        column = "busiest_thread")
                String name,
        @Figure(value = "processor time that it used in that time", column = "busiest_thread_cpu_ns")
                Observation cpuNanos,
        @Figure(value = "length of that time", column = "busiest_thread_span_ns") Observation spanNanos) {

    /** No thread was seen, or this reading left out the threads, which are read less often. */
    public static final BusiestThread NOT_SEEN = RecordSchema.notSeen(BusiestThread.class);

    /** Returns the same thread with its process in its name; a thread that was not seen is returned unchanged. */
    public BusiestThread withProcess(String process) {
        return id.isSeen() ? new BusiestThread(id, "%s of %s".formatted(name, process), cpuNanos, spanNanos) : this;
    }

    /** Returns the number of processors that it kept busy, which is 1 at most; empty if it was not seen. */
    public OptionalDouble cores() {
        return cpuNanos.isSeen() && spanNanos.isAtLeast(1)
                ? OptionalDouble.of(Math.min(1, (double) cpuNanos.orElse(0) / spanNanos.orElse(1)))
                : OptionalDouble.empty();
    }
}
