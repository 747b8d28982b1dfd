package io.ceiling.harness.probe;

import io.ceiling.container.ContainerReadingsMXBean;
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
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * The MBeans with the readings of a container's connector and threads: this project's own, otherwise Tomcat's or
 * Jetty's.
 *
 * <p>Every method may block forever.
 *
 * @param container {@code tomcat} or {@code jetty}; empty if there is neither, or for a container of this project,
 *     which reports its name elsewhere
 * @param version version of the container; empty if not known
 * @param connector connector in the name of the bean; empty if not known
 * @param sources beans with the names of their attributes
 */
record ContainerBeans(String container, String version, String connector, List<Source> sources) {

    private static final Set<String> CONNECTORS = Set.of("bio", "nio", "nio2", "apr");
    private static final String IDLE_THREADS = "IdleThreads";
    private static final Map<String, String> OURS = Map.of(
            "ConnectionCount", "ConnectionCount",
            "MaxConnections", "MaxConnections",
            "PoolThreads", "PoolThreads",
            "BusyThreads", "BusyThreads",
            "MaxThreads", "MaxThreads",
            "QueuedRequests", "QueuedRequests");
    private static final Map<String, String> TOMCAT_POOL = Map.of(
            "connectionCount", "ConnectionCount",
            "maxConnections", "MaxConnections",
            "currentThreadCount", "PoolThreads",
            "currentThreadsBusy", "BusyThreads",
            "maxThreads", "MaxThreads");
    private static final Map<String, String> JETTY_POOL = Map.of(
            "threads", "PoolThreads",
            "idleThreads", IDLE_THREADS,
            "maxThreads", "MaxThreads",
            "queueSize", "QueuedRequests");
    private static final Map<String, String> JETTY_SELECTOR = Map.of("totalKeys", "ConnectionCount");
    private static final Map<String, String> JETTY_LIMIT = Map.of("maxNetworkConnectionCount", "MaxConnections");

    /** A bean with the names by which its attributes are known here. */
    record Source(ObjectName bean, Map<String, String> names) {}

    /**
     * Finds the beans of a container.
     *
     * @param port port of the connector; 0 for any
     */
    static ContainerBeans of(MBeanServerConnection beans, int port) throws IOException, JMException {
        ObjectName ours = new ObjectName(ContainerReadingsMXBean.OBJECT_NAME);
        List<ObjectName> tomcat = named(beans, "*:type=ThreadPool,name=*");
        List<ObjectName> jetty = named(beans, "org.eclipse.jetty.util.thread:type=queuedthreadpool,*");
        Optional<ObjectName> pool = poolOf(beans, tomcat, port);
        if (beans.isRegistered(ours)) {
            return new ContainerBeans(
                    jetty.isEmpty() && pool.isPresent() ? "tomcat" : "",
                    pool.isPresent() ? serverInfo(beans, pool.get()) : "",
                    pool.map(ContainerBeans::connectorOf).orElse(""),
                    List.of(new Source(ours, OURS)));
        }
        if (pool.isPresent()) {
            return new ContainerBeans(
                    "tomcat",
                    serverInfo(beans, pool.get()),
                    connectorOf(pool.get()),
                    List.of(new Source(pool.get(), TOMCAT_POOL)));
        }
        if (!jetty.isEmpty()) {
            return jetty(beans, jetty.get(0));
        }
        return new ContainerBeans("", "", "", List.of());
    }

    private static ContainerBeans jetty(MBeanServerConnection beans, ObjectName pool) throws IOException, JMException {
        List<Source> sources = new ArrayList<>();
        sources.add(new Source(pool, JETTY_POOL));
        named(beans, "org.eclipse.jetty.io:type=managedselector,*")
                .forEach(selector -> sources.add(new Source(selector, JETTY_SELECTOR)));
        named(beans, "org.eclipse.jetty.server:type=networkconnectionlimit,*")
                .forEach(limit -> sources.add(new Source(limit, JETTY_LIMIT)));
        List<ObjectName> servers = named(beans, "org.eclipse.jetty.server:type=server,*");
        String version = servers.isEmpty() ? "" : text(beans, servers.get(0), "version");
        return new ContainerBeans("jetty", version, "nio", sources);
    }

    /** Returns true if there is a bean with readings. */
    boolean isThere() {
        return !sources.isEmpty();
    }

    /**
     * Returns the current values by the names of {@link ContainerReadingsMXBean}; values of several beans with the same
     * name are added.
     */
    Map<String, Object> read(MBeanServerConnection beans) throws IOException, JMException {
        Map<String, Object> values = new HashMap<>();
        for (Source source : sources) {
            String[] names = source.names().keySet().toArray(String[]::new);
            for (Attribute attribute : beans.getAttributes(source.bean(), names).asList()) {
                if (attribute.getValue() instanceof Number number) {
                    values.merge(
                            source.names().getOrDefault(attribute.getName(), attribute.getName()),
                            number.longValue(),
                            (one, other) -> (Long) one + (Long) other);
                }
            }
        }
        // Jetty's own count of busy threads leaves out reserved threads, which never serve queued requests.
        if (values.get(IDLE_THREADS) instanceof Long idle && values.get("PoolThreads") instanceof Long all) {
            values.put("BusyThreads", all - idle);
        }
        return values;
    }

    private static Optional<ObjectName> poolOf(MBeanServerConnection beans, List<ObjectName> pools, int port)
            throws IOException, JMException {
        for (ObjectName pool : pools) {
            if (port > 0
                    && beans.getAttributes(pool, new String[] {"localPort"}).asList().stream()
                            .anyMatch(attribute -> attribute.getValue() instanceof Integer local && local == port)) {
                return Optional.of(pool);
            }
        }
        // A mapped or forwarded port is not the port of the connector itself.
        return pools.size() == 1 ? Optional.of(pools.get(0)) : Optional.empty();
    }

    /** Returns the version alone from a text such as {@code Apache Tomcat/11.0.24}. */
    private static String serverInfo(MBeanServerConnection beans, ObjectName pool) throws IOException, JMException {
        String info = text(beans, new ObjectName(pool.getDomain() + ":type=Server"), "serverInfo");
        return info.substring(info.indexOf('/') + 1);
    }

    /** Returns the connector from a name such as {@code "http-nio-8080"}. */
    private static String connectorOf(ObjectName pool) {
        return Arrays.stream(pool.getKeyProperty("name").split("-"))
                .filter(CONNECTORS::contains)
                .findFirst()
                .orElse("");
    }

    private static String text(MBeanServerConnection beans, ObjectName bean, String attribute)
            throws IOException, JMException {
        if (!beans.isRegistered(bean)) {
            return "";
        }
        return beans.getAttributes(bean, new String[] {attribute}).asList().stream()
                .map(found -> String.valueOf(found.getValue()))
                .findFirst()
                .orElse("");
    }

    /** Returns the names in sorted order, since that of the bean server is not defined. */
    private static List<ObjectName> named(MBeanServerConnection beans, String pattern) throws IOException, JMException {
        return List.copyOf(new TreeSet<>(beans.queryNames(new ObjectName(pattern), null)));
    }
}
