package io.ceiling.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/**
 * What one iteration cost the server's JVM and this one.
 *
 * @param allocatedBytes by all threads of the server; empty if its JDK does not tell
 */
record ServerCost(OptionalLong allocatedBytes, long serverCpuNanos, long clientCpuNanos) {

    private static volatile @Nullable ServerCost last;

    /** That of the iteration that has just ended, once; empty for a benchmark without a server. */
    static Optional<ServerCost> takeLast() {
        ServerCost taken = last;
        last = null;
        return Optional.ofNullable(taken);
    }

    /** An iteration that runs. */
    static final class Meter {

        private final ServerJvm jvm;
        private final long serverCpuNanos;
        private final long clientCpuNanos;
        private final long allocatedBytes;
        private final long readingBytes;

        /** The last thing before the first operation. */
        Meter(ServerJvm jvm) throws IOException, JMException {
            this.jvm = jvm;
            clientCpuNanos = clientCpu();
            serverCpuNanos = jvm.cpuNanos();
            // To be asked has the server allocate as well: once of it is in the difference.
            long first = jvm.allocatedBytes();
            allocatedBytes = jvm.allocatedBytes();
            readingBytes = allocatedBytes - first;
        }

        /** The first thing after the last operation; leaves the cost for the profiler. */
        void stop() throws IOException, JMException {
            long allocated = jvm.allocatedBytes() - allocatedBytes - readingBytes;
            long serverCpu = jvm.cpuNanos() - serverCpuNanos;
            last = new ServerCost(
                    allocatedBytes < 0 ? OptionalLong.empty() : OptionalLong.of(allocated),
                    serverCpu,
                    clientCpu() - clientCpuNanos);
        }

        private static long clientCpu() {
            return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        }
    }
}
