package io.ceiling.harness.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** The garbage collectors of a JVM that stop its threads. */
final class GarbageCollectors {

    /** Time and number of pauses since the start of the JVM. */
    record Pauses(long nanos, long count) {}

    private final List<ObjectName> beans;

    private GarbageCollectors(List<ObjectName> beans) {
        this.beans = List.copyOf(beans);
    }

    static GarbageCollectors of(MBeanServerConnection server) throws IOException, JMException {
        ObjectName all = JmxLink.name(ManagementFactory.GARBAGE_COLLECTOR_MXBEAN_DOMAIN_TYPE + ",*");
        return new GarbageCollectors(server.queryNames(all, null).stream()
                .filter(bean -> stopsThreads(bean.getKeyProperty("name")))
                .sorted()
                .toList());
    }

    /**
     * Returns true for collectors that stop the threads. Z, Shenandoah and G1 also list their concurrent work, for
     * which no thread waits.
     */
    static boolean stopsThreads(String collector) {
        String name = collector.toLowerCase(Locale.ROOT);
        return !name.endsWith("cycles") && !name.contains("concurrent");
    }

    Pauses read(MBeanServerConnection server) throws IOException, JMException {
        long millis = 0;
        long count = 0;
        for (ObjectName bean : beans) {
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
