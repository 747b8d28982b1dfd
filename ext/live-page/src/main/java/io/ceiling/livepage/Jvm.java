package io.ceiling.livepage;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** Reads the threads, memory and descriptors of this JVM. Does not block. */
final class Jvm {

    private static final String SYSTEM = "java.lang:type=OperatingSystem";
    /** Of JDK 24 and newer. A virtual thread that is parked is in neither number. */
    private static final String VIRTUAL_THREADS = "jdk.management:type=VirtualThreadScheduler";

    private final Beans beans;
    private final @Nullable Long directMaxBytes;

    Jvm(Beans beans) {
        this.beans = beans;
        this.directMaxBytes = directMaxBytes(
                beans.invoke("com.sun.management:type=HotSpotDiagnostic", "getVMOption", "MaxDirectMemorySize"),
                Runtime.getRuntime().maxMemory());
    }

    /**
     * Returns the readings with null for a value that this JVM does not report.
     *
     * @param virtualInRequests number of virtual threads in requests of the application; null on a JDK without them
     */
    Map<String, @Nullable Object> read(@Nullable Long virtualInRequests) {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return Json.object(
                "threads",
                Json.object(
                        "platform", ManagementFactory.getThreadMXBean().getThreadCount(),
                        "virtual_in_requests", virtualInRequests,
                        "virtual_mounted", beans.count(VIRTUAL_THREADS, "MountedVirtualThreadCount"),
                        "virtual_queued", beans.count(VIRTUAL_THREADS, "QueuedVirtualThreadCount")),
                "heap",
                Json.object("used_bytes", heap.getUsed(), "max_bytes", heap.getMax() < 0 ? null : heap.getMax()),
                "direct",
                Json.object("used_bytes", directUsedBytes(), "max_bytes", directMaxBytes),
                "descriptors",
                Json.object(
                        "open", beans.count(SYSTEM, "OpenFileDescriptorCount"),
                        "limit", beans.count(SYSTEM, "MaxFileDescriptorCount")));
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
        if (!(option instanceof CompositeData data)
                || !(data.get("value") instanceof String value)
                || !value.matches("\\d{1,18}")) {
            return null;
        }
        long bytes = Long.parseLong(value);
        return bytes == 0 ? maxHeapBytes : bytes;
    }
}
