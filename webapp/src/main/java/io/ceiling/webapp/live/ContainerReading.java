package io.ceiling.webapp.live;

import java.util.Set;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * What the container tells of itself by its MBeans; null stands for what it does not tell.
 *
 * @param connections open ones, idle ones between two requests included, over all connectors
 * @param maxConnections the limit of the above; -1 if the container says that there is none
 * @param busyThreads of the request pool
 * @param source the domain of the beans
 */
record ContainerReading(
        @Nullable Long connections,
        @Nullable Long maxConnections,
        @Nullable Long busyThreads,
        @Nullable Long maxThreads,
        @Nullable String source) {

    private static final ContainerReading NOTHING = new ContainerReading(null, null, null, null, null);

    /** Reads whichever beans there are: those of Ceiling's own servers, Tomcat's, or Jetty's. */
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

    /** The sum over the beans that have the attribute; -1 if one of them says so, null if none has it. */
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
