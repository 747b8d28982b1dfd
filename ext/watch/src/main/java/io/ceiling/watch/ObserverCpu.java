package io.ceiling.watch;

import com.sun.management.OperatingSystemMXBean;
import io.ceiling.harness.os.ProcessReader;
import java.lang.management.ManagementFactory;

/**
 * Reads the processor time that this process has used, all its threads and the compiler of its JVM included, with that of commands
 * which it has started and which have ended. Thread-safe.
 */
public final class ObserverCpu {

    private final ProcessReader own = new ProcessReader(ProcessHandle.current().pid());
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Returns the time in ns; it comes in ticks of the kernel. */
    public long nanos() {
        return process.getProcessCpuTime() + Math.max(0, own.times().ended());
    }
}
