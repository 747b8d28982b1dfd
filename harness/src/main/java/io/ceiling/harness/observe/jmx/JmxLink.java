package io.ceiling.harness.observe.jmx;

import static java.util.stream.Collectors.toMap;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadDump;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** An open JMX connection to a JVM and the requests over it. Every method may block forever. */
final class JmxLink implements JvmLink {

    private static final String[] CPU = {"ProcessCpuTime"};
    // A JVM walks through all its descriptors to count them, which takes tens of milliseconds, so they are requested
    // only if there is no other source.
    private static final String[] CPU_AND_DESCRIPTORS = {
        "ProcessCpuTime", "OpenFileDescriptorCount", "MaxFileDescriptorCount"
    };

    // Logger of the connector, which would warn on the screen that a server has ended; the caller gets an exception
    // anyway. Held here, because the log manager has only weak references to loggers and would forget the level.
    private static final Logger CONNECTOR_LOG = Logger.getLogger("javax.management.remote.misc");

    static {
        if (CONNECTOR_LOG.getLevel() == null) {
            CONNECTOR_LOG.setLevel(Level.SEVERE);
        }
    }

    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    private final GarbageCollectors collectors;
    private final FullCollection fullCollection;
    private final ContainerBeans container;
    private final String[] systemAttributes;
    // Read once, since it does not change while a JVM runs; null before.
    private @Nullable String maxDirectMemory;

    private JmxLink(
            JMXConnector connector,
            MBeanServerConnection beans,
            GarbageCollectors collectors,
            ContainerBeans container,
            String[] systemAttributes) {
        this.connector = connector;
        this.beans = beans;
        this.collectors = collectors;
        this.fullCollection = new FullCollection(collectors);
        this.container = container;
        this.systemAttributes = systemAttributes;
    }

    /**
     * Connects to a JVM.
     *
     * @param port port of the connector to read; 0 for any
     * @param descriptors true to request open descriptors as well
     */
    // The address has the connection in it, without a look-up (JmxProbe), or comes from the user.
    @SuppressWarnings("BanJNDI")
    static JmxLink to(JMXServiceURL address, int port, boolean descriptors) throws IOException, JMException {
        // The heartbeat is switched off: it would open one more connection at an arbitrary time.
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

    @Override
    public ContainerBeans container() {
        return container;
    }

    @Override
    public String jdk() throws IOException, JMException {
        Object version =
                attributes(ManagementFactory.RUNTIME_MXBEAN_NAME, "VmVersion").get("VmVersion");
        return version instanceof String text ? text.replaceFirst("[+-].*", "") : "";
    }

    @Override
    public boolean collectGarbage() throws IOException, JMException {
        return fullCollection.run(beans);
    }

    @Override
    public String heapInfo() throws IOException, JMException {
        ObjectName commands = name(FullCollection.DIAGNOSTIC_COMMANDS);
        if (!beans.isRegistered(commands)) {
            return "";
        }
        try {
            return beans.invoke(commands, "gcHeapInfo", null, null) instanceof String text ? text : "";
        } catch (JMException | RuntimeException e) {
            return "";
        }
    }

    @Override
    public String diagnostic(String operation, String... arguments) throws IOException, JMException {
        ObjectName commands = name(FullCollection.DIAGNOSTIC_COMMANDS);
        if (!beans.isRegistered(commands)) {
            return "";
        }
        Object text =
                beans.invoke(commands, operation, new Object[] {arguments}, new String[] {String[].class.getName()});
        return text instanceof String printed ? printed : "";
    }

    @Override
    public boolean dumpHeap(Path file) throws IOException, JMException {
        Object ignored = beans.invoke(
                name(ThreadDumper.DIAGNOSTICS), "dumpHeap", new Object[] {file.toString(), true}, new String[] {
                    String.class.getName(), boolean.class.getName()
                });
        return true;
    }

    @Override
    public String flag(String flag) throws IOException, JMException {
        try {
            Object answer =
                    beans.invoke(name(ThreadDumper.DIAGNOSTICS), "getVMOption", new Object[] {flag}, new String[] {
                        String.class.getName()
                    });
            return answer instanceof CompositeData option ? String.valueOf(option.get("value")) : "";
        } catch (JMException | RuntimeException e) {
            return "";
        }
    }

    @Override
    public int processors() throws IOException, JMException {
        return (int) number(
                attributes(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, "AvailableProcessors"),
                "AvailableProcessors");
    }

    @Override
    public ThreadDump dumpThreads(ThreadDumper.DumpPlace room) throws IOException, JMException {
        return new ThreadDumper(beans).dump(room);
    }

    @Override
    public JmxReading reading() throws IOException, JMException {
        ServerReading.Pool pool = container.pool(beans);
        Map<String, Object> system = attributes(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, systemAttributes);
        CompositeData heap =
                (CompositeData) beans.getAttribute(name(ManagementFactory.MEMORY_MXBEAN_NAME), "HeapMemoryUsage");
        Map<String, Object> direct = attributes("java.nio:type=BufferPool,name=direct", "MemoryUsed");
        Map<String, Object> threads = attributes(ManagementFactory.THREAD_MXBEAN_NAME, "ThreadCount");
        GarbageCollectors.Pauses pauses = collectors.read(beans);
        return new JmxReading(
                pool,
                figure(threads, "ThreadCount"),
                JmxReading.JvmMemory.of(
                        Observation.ofNegativeNotSeen((Long) heap.get("used")),
                        // A JVM writes -1 for a maximum that is not defined, which is not to say that there is none.
                        Limit.ofNegativeNotSeen((Long) heap.get("max")),
                        figure(direct, "MemoryUsed"),
                        maxDirectMemory()),
                new ServerReading.ProcessDescriptors(
                        figure(system, "OpenFileDescriptorCount"), maxDescriptors(system), ""),
                figure(system, "ProcessCpuTime"),
                Observation.ofNegativeNotSeen(pauses.nanos()),
                Observation.ofNegativeNotSeen(pauses.count()));
    }

    private String maxDirectMemory() throws IOException, JMException {
        String read = maxDirectMemory;
        if (read == null) {
            read = flag(MAX_DIRECT_MEMORY);
            maxDirectMemory = read;
        }
        return read;
    }

    // Returns the attributes of a bean in one round trip; attributes that it lacks are left out.
    private Map<String, Object> attributes(String bean, String... names) throws IOException, JMException {
        AttributeList list = beans.getAttributes(name(bean), names);
        return list.asList().stream().collect(toMap(Attribute::getName, Attribute::getValue));
    }

    private static long number(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof Number number ? number.longValue() : -1;
    }

    private static Observation figure(Map<String, Object> attributes, String name) {
        return Observation.ofNegativeNotSeen(number(attributes, name));
    }

    // Returns the limit of open descriptors; the kernel's "no limit" is -1 in a JVM.
    private static Limit maxDescriptors(Map<String, Object> system) {
        return system.get("MaxFileDescriptorCount") instanceof Long limit
                ? Limit.ofNegativeUnlimited(limit)
                : Limit.NOT_SEEN;
    }

    static ObjectName name(String name) throws JMException {
        return new ObjectName(name);
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
