package io.ceiling.harness.probe;

import static java.util.stream.Collectors.toMap;

import io.ceiling.harness.model.ServerReading;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** An open management connection and the questions asked over it; every method may block for ever. */
final class JmxLink implements AutoCloseable {

    private static final String[] CPU = {"ProcessCpuTime"};
    /** To count its descriptors a JVM walks through all of them: tens of milliseconds, so only where nothing else tells. */
    private static final String[] CPU_AND_DESCRIPTORS = {
        "ProcessCpuTime", "OpenFileDescriptorCount", "MaxFileDescriptorCount"
    };

    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    private final GarbageCollectors collectors;
    private final ContainerBeans container;
    private final String[] systemAttributes;

    private JmxLink(
            JMXConnector connector,
            MBeanServerConnection beans,
            GarbageCollectors collectors,
            ContainerBeans container,
            String[] systemAttributes) {
        this.connector = connector;
        this.beans = beans;
        this.collectors = collectors;
        this.container = container;
        this.systemAttributes = systemAttributes;
    }

    /**
     * Connects.
     *
     * @param port of the connector that is to be looked at; 0 for any
     * @param descriptors whether to ask for open descriptors as well
     */
    // The address was handed over by a JVM of this host and this user through the file system, or by the user himself.
    @SuppressWarnings("BanJNDI")
    static JmxLink to(JMXServiceURL address, int port, boolean descriptors) throws IOException, JMException {
        // No heartbeat of its own: it would be one more connection, at a time that nobody chose.
        JMXConnector connector =
                JMXConnectorFactory.connect(address, Map.of("jmx.remote.x.client.connection.check.period", 0L));
        MBeanServerConnection beans = connector.getMBeanServerConnection();
        return new JmxLink(
                connector,
                beans,
                GarbageCollectors.of(beans),
                ContainerBeans.of(beans, port),
                descriptors ? CPU_AND_DESCRIPTORS : CPU);
    }

    /** What tells of the container. */
    ContainerBeans container() {
        return container;
    }

    /** The version of the JVM, such as {@code 25.0.1}. */
    String jdk() throws IOException, JMException {
        Object version =
                attributes(ManagementFactory.RUNTIME_MXBEAN_NAME, "VmVersion").get("VmVersion");
        return version instanceof String text ? text.replaceFirst("[+-].*", "") : "";
    }

    /** Always true, and only after the collection. */
    boolean collectedGarbage() throws IOException, JMException {
        beans.invoke(name(ManagementFactory.MEMORY_MXBEAN_NAME), "gc", null, null);
        return true;
    }

    int processors() throws IOException, JMException {
        return (int) number(
                attributes(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, "AvailableProcessors"),
                "AvailableProcessors");
    }

    JmxReading reading() throws IOException, JMException {
        Map<String, Object> container = this.container.read(beans);
        Map<String, Object> system = attributes(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, systemAttributes);
        CompositeData heap =
                (CompositeData) beans.getAttribute(name(ManagementFactory.MEMORY_MXBEAN_NAME), "HeapMemoryUsage");
        Map<String, Object> direct = attributes("java.nio:type=BufferPool,name=direct", "MemoryUsed");
        Map<String, Object> threads = attributes(ManagementFactory.THREAD_MXBEAN_NAME, "ThreadCount");
        GarbageCollectors.Pauses pauses = collectors.read(beans);
        return new JmxReading(
                new ServerReading.Pool(
                        number(container, "ConnectionCount"),
                        number(container, "MaxConnections"),
                        (int) number(container, "PoolThreads"),
                        (int) number(container, "BusyThreads"),
                        (int) number(container, "MaxThreads"),
                        (int) number(container, "QueuedRequests")),
                (int) number(threads, "ThreadCount"),
                new JmxReading.Memory((Long) heap.get("used"), (Long) heap.get("max"), number(direct, "MemoryUsed")),
                new ServerReading.Descriptors(
                        number(system, "OpenFileDescriptorCount"), number(system, "MaxFileDescriptorCount")),
                number(system, "ProcessCpuTime"),
                pauses.nanos(),
                pauses.count());
    }

    /** One round trip for all attributes of a bean; those that it lacks are left out. */
    private Map<String, Object> attributes(String bean, String... names) throws IOException, JMException {
        AttributeList list = beans.getAttributes(name(bean), names);
        return list.asList().stream().collect(toMap(Attribute::getName, Attribute::getValue));
    }

    private static long number(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof Number number ? number.longValue() : -1;
    }

    static ObjectName name(String name) throws JMException {
        return new ObjectName(name);
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
