package io.ceiling.webapp.live;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** Reads the threads, memory and descriptors of this JVM. Does not block. */
final class Jvm {

    private static final String SYSTEM = "java.lang:type=OperatingSystem";
    private static final String VIRTUAL_THREADS = "jdk.management:type=VirtualThreadScheduler";

    private final Beans beans;
    private final @Nullable Long directMaxBytes;

    Jvm(Beans beans) {
        this.beans = beans;
        this.directMaxBytes = directMaxBytes(
                beans.invoke("com.sun.management:type=HotSpotDiagnostic", "getVMOption", "MaxDirectMemorySize"),
                Runtime.getRuntime().maxMemory());
    }

    JvmReading read() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new JvmReading(
                new JvmReading.Threads(
                        ManagementFactory.getThreadMXBean().getThreadCount(),
                        beans.count(VIRTUAL_THREADS, "MountedVirtualThreadCount"),
                        beans.count(VIRTUAL_THREADS, "QueuedVirtualThreadCount")),
                new JvmReading.Used(heap.getUsed(), heap.getMax() < 0 ? null : heap.getMax()),
                new JvmReading.Used(directUsedBytes(), directMaxBytes),
                new JvmReading.Descriptors(
                        beans.count(SYSTEM, "OpenFileDescriptorCount"), beans.count(SYSTEM, "MaxFileDescriptorCount")));
    }

    private static @Nullable Long directUsedBytes() {
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                return pool.getMemoryUsed();
            }
        }
        return null;
    }

    /**
     * Returns the limit of direct memory in bytes from the answer of HotSpotDiagnostic; null if the answer has none.
     *
     * @param option answer of HotSpotDiagnostic for MaxDirectMemorySize
     * @param maxHeapBytes maximum heap size, which is the limit if the option is 0, its default
     */
    static @Nullable Long directMaxBytes(@Nullable Object option, long maxHeapBytes) {
        if (!(option instanceof CompositeData data) || !(data.get("value") instanceof String value)) {
            return null;
        }
        try {
            long bytes = Long.parseLong(value);
            return bytes == 0 ? maxHeapBytes : bytes;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
