package io.ceiling.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/**
 * Cost of one iteration for the server's JVM and for this one.
 *
 * @param allocatedBytes bytes allocated by all threads of the server; empty if its JDK does not report them
 * @param serverCpuNanos processor time of the server, in nanoseconds
 * @param clientCpuNanos processor time of this JVM, in nanoseconds
 */
record ServerCost(OptionalLong allocatedBytes, long serverCpuNanos, long clientCpuNanos) {

    private static volatile @Nullable ServerCost last;

    /** Returns the cost of the iteration that has just ended, only once; empty for a benchmark without a server. */
    static Optional<ServerCost> takeLast() {
        ServerCost taken = last;
        last = null;
        return Optional.ofNullable(taken);
    }

    /** Measures the cost of one iteration, from its construction to {@link #stop}. */
    static final class Meter {

        private final ServerJvm jvm;
        private final long serverCpuNanos;
        private final long clientCpuNanos;
        private final long allocatedBytes;
        private final long readingBytes;

        /** Begins the measurement; to be called immediately before the first operation. */
        Meter(ServerJvm jvm) throws IOException, JMException {
            this.jvm = jvm;
            clientCpuNanos = clientCpu();
            serverCpuNanos = jvm.cpuNanos();
            // A reading itself allocates in the server, and the difference includes one reading.
            long first = jvm.allocatedBytes();
            allocatedBytes = jvm.allocatedBytes();
            readingBytes = allocatedBytes - first;
        }

        /**
         * Ends the measurement and keeps the cost for the profiler; to be called immediately after the last operation.
         */
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
