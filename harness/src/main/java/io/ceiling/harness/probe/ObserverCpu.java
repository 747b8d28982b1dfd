package io.ceiling.harness.probe;

import java.lang.management.ManagementFactory;

/**
 * Reads the processor time that this thread has used, with that of commands which this process has started and which have
 * ended. What other threads of this process use, such as the compiler of its JVM, is not in it.
 */
public final class ObserverCpu {

    private final ProcessReader own = new ProcessReader(ProcessHandle.current().pid());

    /** Returns the time in ns; that of commands comes in ticks of the kernel. */
    public long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
                + Math.max(0, own.times().ended());
    }
}
