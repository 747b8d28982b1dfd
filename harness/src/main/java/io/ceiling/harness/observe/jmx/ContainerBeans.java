package io.ceiling.harness.observe.jmx;

import io.ceiling.container.Connector;
import io.ceiling.container.ContainerReadingsMXBean;
import io.ceiling.container.Limit;
import io.ceiling.harness.container.BeanMapping;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * The MBeans with the readings of a container's connector and threads: this project's own, otherwise the container's.
 *
 * <p>Every method may block forever.
 *
 * @param container name as in {@link Containers}; empty if no bean shows which container it is
 * @param version version of the container; empty if not known
 * @param connector connector in the name of the bean; empty if not known
 * @param isOwn true if the bean is this project's own
 * @param sources beans with the names of their attributes
 */
public record ContainerBeans(
        String container, String version, String connector, boolean isOwn, List<NamedBean> sources) {

    // The words in names of beans, of which APR is none of this project's.
    private static final Set<String> CONNECTORS = Set.of("bio", "nio", "nio2", "apr");

    // ServerSocketChannel.bind replaces a backlog below 1 by this.
    private static final int DEFAULT_BACKLOG = 50;

    private static final Map<String, String> OURS = Map.of(
            "ConnectionCount", "ConnectionCount",
            "MaxConnections", "MaxConnections",
            "PoolThreads", "PoolThreads",
            "BusyThreads", "BusyThreads",
            "MaxThreads", "MaxThreads",
            "QueuedRequests", "QueuedRequests");

    private static final Set<String> OF_A_CONNECTOR =
            Set.of("ConnectionCount", "MaxConnections", BeanMapping.ACCEPT_COUNT);

    /** No container was found, or none with readable beans. */
    static final ContainerBeans NONE = new ContainerBeans("", "", "", false, List.of());

    /** A bean with the names by which its attributes are known here. */
    record NamedBean(ObjectName bean, Map<String, String> names) {}

    /**
     * Finds the beans of a container.
     *
     * @param port port of the connector; 0 for any
     */
    static ContainerBeans of(MBeanServerConnection beans, int port) throws IOException, JMException {
        ContainerBeans stock = stock(beans, port);
        ObjectName ours = new ObjectName(ContainerReadingsMXBean.OBJECT_NAME);
        return beans.isRegistered(ours)
                ? new ContainerBeans(
                        stock.container, stock.version, stock.connector, true, List.of(new NamedBean(ours, OURS)))
                : stock;
    }

    private static ContainerBeans stock(MBeanServerConnection beans, int port) throws IOException, JMException {
        for (ContainerKind kind : Containers.all()) {
            BeanMapping known = kind.beanMapping();
            Optional<ObjectName> pool = poolOf(beans, named(beans, known.pool().pattern()), port);
            if (pool.isPresent()) {
                List<NamedBean> sources = new ArrayList<>();
                sources.add(new NamedBean(pool.get(), known.pool().names()));
                for (BeanMapping.BeanNames other : known.others()) {
                    named(beans, other.pattern()).forEach(bean -> sources.add(new NamedBean(bean, other.names())));
                }
                return new ContainerBeans(
                        kind.name(),
                        version(beans, known.version(), pool.get()),
                        connector(kind, pool.get()),
                        false,
                        sources);
            }
        }
        return NONE;
    }

    boolean isPresent() {
        return !sources.isEmpty();
    }

    // Returns the current values by the names of ContainerReadingsMXBean; values of several beans with the same name
    // are added. Beans of several connectors without ports do not show which connections belong to which connector.
    private Map<String, Object> read(MBeanServerConnection beans) throws IOException, JMException {
        Map<String, Object> values = new HashMap<>();
        int connectors = 0;
        for (NamedBean source : sources) {
            String[] names = source.names().keySet().toArray(String[]::new);
            for (Attribute attribute : beans.getAttributes(source.bean(), names).asList()) {
                String name = source.names().getOrDefault(attribute.getName(), attribute.getName());
                connectors += name.equals(BeanMapping.ACCEPT_COUNT) ? 1 : 0;
                if (attribute.getValue() instanceof Number number) {
                    values.merge(name, number.longValue(), ContainerBeans::sum);
                }
            }
        }
        if (connectors > 1) {
            values.keySet().removeAll(OF_A_CONNECTOR);
        }
        if (values.get(BeanMapping.IDLE_THREADS) instanceof Long idle
                && values.get("PoolThreads") instanceof Long all) {
            values.put("BusyThreads", all - idle);
        }
        // Tomcat's connector with an executor of server.xml has -1 as its own maximum.
        if (values.get("MaxThreads") instanceof Long own && own < 0) {
            copy(values, BeanMapping.SHARED_MAX_THREADS, "MaxThreads");
            copy(values, BeanMapping.SHARED_QUEUED_REQUESTS, "QueuedRequests");
        }
        return values;
    }

    private static void copy(Map<String, Object> values, String from, String to) {
        Object value = values.get(from);
        if (value != null) {
            values.put(to, value);
        }
    }

    // Adds the values of two beans; a negative one is no figure, and neither is its sum.
    private static Object sum(Object one, Object other) {
        return (Long) one < 0 || (Long) other < 0 ? ProcFiles.UNSEEN : (Long) one + (Long) other;
    }

    ServerReading.Pool pool(MBeanServerConnection beans) throws IOException, JMException {
        Map<String, Object> values = read(beans);
        return new ServerReading.Pool(
                figure(values, "ConnectionCount"),
                maxConnections(values),
                figure(values, "PoolThreads"),
                figure(values, "BusyThreads"),
                maxThreads(values),
                figure(values, "QueuedRequests"),
                acceptCount(values));
    }

    private static Observation figure(Map<String, Object> values, String name) {
        return values.get(name) instanceof Long value ? Observation.ofNegativeNotSeen(value) : Observation.NOT_SEEN;
    }

    // All containers write -1 for no limit, XNIO's own bean the largest number, and 0 stands for a limit that is not
    // known.
    private static Limit maxConnections(Map<String, Object> values) {
        if (!(values.get("MaxConnections") instanceof Long value) || value == 0) {
            return Limit.NOT_SEEN;
        }
        return value >= Integer.MAX_VALUE ? Limit.UNLIMITED : Limit.ofNegativeUnlimited(value);
    }

    // Returns the length of the listen queue; for a value below 1 Java asks the kernel for 50.
    private static Limit acceptCount(Map<String, Object> values) {
        if (!(values.get(BeanMapping.ACCEPT_COUNT) instanceof Long value)) {
            return Limit.NOT_SEEN;
        }
        return Limit.of(value < 1 ? DEFAULT_BACKLOG : value);
    }

    // This project's own bean writes -1 for virtual threads, of which there may be any number; Tomcat's writes it for
    // every executor that is not its own, whose limit is then not known.
    private Limit maxThreads(Map<String, Object> values) {
        if (!(values.get("MaxThreads") instanceof Long value) || value == 0) {
            return Limit.NOT_SEEN;
        }
        return isOwn ? Limit.ofNegativeUnlimited(value) : Limit.ofNegativeNotSeen(value);
    }

    // Returns the pool of that port; where pools tell no port, the first.
    private static Optional<ObjectName> poolOf(MBeanServerConnection beans, List<ObjectName> pools, int port)
            throws IOException, JMException {
        boolean tellPorts = false;
        for (ObjectName pool : pools) {
            AttributeList local = beans.getAttributes(pool, new String[] {"localPort"});
            tellPorts |= !local.isEmpty();
            if (port > 0
                    && local.asList().stream()
                            .anyMatch(attribute -> attribute.getValue() instanceof Integer own && own == port)) {
                return Optional.of(pool);
            }
        }
        // A mapped or forwarded port is not the port of the connector itself.
        return pools.size() == 1 || !tellPorts ? pools.stream().findFirst() : Optional.empty();
    }

    private static String version(MBeanServerConnection beans, BeanMapping.BeanAttribute version, ObjectName pool)
            throws IOException, JMException {
        if (version.pattern().isEmpty()) {
            return "";
        }
        for (ObjectName bean : named(beans, version.pattern().formatted(pool.getDomain()))) {
            String text = text(beans, bean, version.attribute());
            return text.substring(text.indexOf('/') + 1);
        }
        return "";
    }

    // Returns the connector from a name such as "http-nio-8080"; a container with one connector needs no such name.
    private static String connector(ContainerKind kind, ObjectName pool) {
        List<Connector> connectors = kind.connectors();
        if (connectors.size() == 1) {
            return connectors.get(0).label();
        }
        return Arrays.stream(pool.getKeyProperty("name").split("-"))
                .filter(CONNECTORS::contains)
                .findFirst()
                .orElse("");
    }

    private static String text(MBeanServerConnection beans, ObjectName bean, String attribute)
            throws IOException, JMException {
        return beans.getAttributes(bean, new String[] {attribute}).asList().stream()
                .map(found -> String.valueOf(found.getValue()))
                .findFirst()
                .orElse("");
    }

    // Returns the names in sorted order, since that of the bean server is not defined.
    private static List<ObjectName> named(MBeanServerConnection beans, String pattern) throws IOException, JMException {
        return List.copyOf(new TreeSet<>(beans.queryNames(new ObjectName(pattern), null)));
    }
}
