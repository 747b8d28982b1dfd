package io.ceiling.webapp.live;

import java.util.Set;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Readings of the container from its MBeans; null for a value that it does not report.
 *
 * @param connections number of open connections, including those idle between two requests, over all connectors
 * @param maxConnections maximum number of connections; -1 if the container reports no limit
 * @param busyThreads number of threads of the request pool that run a request
 * @param maxThreads maximum size of the request pool
 * @param source domain of the MBeans
 */
record ContainerReading(
        @Nullable Long connections,
        @Nullable Long maxConnections,
        @Nullable Long busyThreads,
        @Nullable Long maxThreads,
        @Nullable String source) {

    private static final ContainerReading NOTHING = new ContainerReading(null, null, null, null, null);

    /** Reads the MBeans that exist: of Ceiling's own servers, of Tomcat, or of Jetty. */
    static ContainerReading read(Beans beans) {
        Set<ObjectName> own = beans.find("io.ceiling:type=Container");
        if (!own.isEmpty()) {
            return of(beans, own, "ConnectionCount", own, "MaxConnections", own, "BusyThreads", "MaxThreads");
        }
        Set<ObjectName> tomcat = beans.find("*:type=ThreadPool,*");
        if (!tomcat.isEmpty()) {
            return of(
                    beans,
                    tomcat,
                    "connectionCount",
                    tomcat,
                    "maxConnections",
                    tomcat,
                    "currentThreadsBusy",
                    "maxThreads");
        }
        Set<ObjectName> selectors = beans.find("org.eclipse.jetty.io:type=managedselector,*");
        if (!selectors.isEmpty()) {
            return of(
                    beans,
                    selectors,
                    "totalKeys",
                    beans.find("org.eclipse.jetty.server:type=networkconnectionlimit,*"),
                    "maxNetworkConnectionCount",
                    beans.find("org.eclipse.jetty.util.thread:type=queuedthreadpool,*"),
                    "utilizedThreads",
                    "maxThreads");
        }
        return NOTHING;
    }

    private static ContainerReading of(
            Beans beans,
            Set<ObjectName> counting,
            String connections,
            Set<ObjectName> limiting,
            String maxConnections,
            Set<ObjectName> pools,
            String busy,
            String maxThreads) {
        return new ContainerReading(
                atLeastZero(sum(beans, counting, connections)),
                sum(beans, limiting, maxConnections),
                atLeastZero(sum(beans, pools, busy)),
                atLeastZero(sum(beans, pools, maxThreads)),
                counting.iterator().next().getDomain());
    }

    private static @Nullable Long atLeastZero(@Nullable Long value) {
        return value != null && value >= 0 ? value : null;
    }

    /**
     * Returns the sum over the beans that have the attribute; -1 if one of them is negative, null if no bean has it.
     */
    private static @Nullable Long sum(Beans beans, Set<ObjectName> names, String attribute) {
        Long sum = null;
        for (ObjectName name : names) {
            if (beans.attribute(name, attribute) instanceof Number number) {
                if (number.longValue() < 0) {
                    return -1L;
                }
                sum = (sum == null ? 0 : sum) + number.longValue();
            }
        }
        return sum;
    }
}
