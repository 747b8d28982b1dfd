package io.ceiling.harness.observe.jmx;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** The garbage collectors of a JVM: the time for which they stop its threads, and their collections of the whole heap. */
public final class GarbageCollectors {

    private static final List<String> NOT_WHOLE =
            List.of("young", "minor", "scavenge", "copy", "parnew", "pauses", "concurrent", "partial");

    /** Time and number of pauses since the start of the JVM. */
    record Pauses(long nanos, long count) {}

    private final List<ObjectName> stopping;
    private final List<ObjectName> whole;

    private GarbageCollectors(List<ObjectName> stopping, List<ObjectName> whole) {
        this.stopping = List.copyOf(stopping);
        this.whole = List.copyOf(whole);
    }

    static GarbageCollectors of(MBeanServerConnection server) throws IOException, JMException {
        ObjectName all = JmxLink.name(ManagementFactory.GARBAGE_COLLECTOR_MXBEAN_DOMAIN_TYPE + ",*");
        Set<ObjectName> found = server.queryNames(all, null);
        return new GarbageCollectors(
                filterByName(found, GarbageCollectors::stopsThreads),
                filterByName(found, GarbageCollectors::collectsTheWholeHeap));
    }

    private static List<ObjectName> filterByName(Set<ObjectName> beans, Predicate<String> wanted) {
        return beans.stream()
                .filter(bean -> wanted.test(bean.getKeyProperty("name")))
                .sorted()
                .toList();
    }

    /**
     * Returns true for collectors that stop the threads. Z, Shenandoah and G1 also list their concurrent work, for
     * which no thread waits.
     */
    public static boolean stopsThreads(String collector) {
        String name = collector.toLowerCase(Locale.ROOT);
        return !name.endsWith("cycles") && !name.contains("concurrent");
    }

    /**
     * Returns true for collectors that leave no garbage. Z and Shenandoah count such collections as cycles: their pauses
     * are several for each, of young collections as well. The concurrent cycles of G1 leave garbage in old regions.
     */
    static boolean collectsTheWholeHeap(String collector) {
        String name = collector.toLowerCase(Locale.ROOT);
        return NOT_WHOLE.stream().noneMatch(name::contains);
    }

    /**
     * Returns the number of collections of the whole heap since the start of the JVM; always zero if it has no such
     * collector.
     */
    long wholeCollections(MBeanServerConnection server) throws IOException, JMException {
        long count = 0;
        for (ObjectName bean : whole) {
            count += Math.max(0, (Long) server.getAttribute(bean, "CollectionCount"));
        }
        return count;
    }

    Pauses read(MBeanServerConnection server) throws IOException, JMException {
        long millis = 0;
        long count = 0;
        for (ObjectName bean : stopping) {
            for (Attribute attribute : server.getAttributes(bean, new String[] {"CollectionTime", "CollectionCount"})
                    .asList()) {
                long value = Math.max(0, (Long) attribute.getValue());
                if (attribute.getName().equals("CollectionTime")) {
                    millis += value;
                } else {
                    count += value;
                }
            }
        }
        return new Pauses(millis * 1_000_000, count);
    }
}
