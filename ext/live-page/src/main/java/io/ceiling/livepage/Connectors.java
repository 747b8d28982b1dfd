package io.ceiling.livepage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The connections, threads and settings that the MBeans of the container's connectors have.
 *
 * <p>The file connectors.txt lists what is shown, not what is hidden, because Tomcat's connectors also have secrets as
 * attributes.
 */
final class Connectors {

    /** Beans that tell how full a container is: Ceiling's own, Tomcat's, Jetty's; the first family that exists counts. */
    private static final List<Family> FAMILIES = List.of(
            Family.of("io.ceiling:type=Container", "ConnectionCount", "MaxConnections", "BusyThreads", "MaxThreads"),
            Family.of("*:type=ThreadPool,*", "connectionCount", "maxConnections", "currentThreadsBusy", "maxThreads"),
            new Family(
                    new Value("org.eclipse.jetty.io:type=managedselector,*", "totalKeys"),
                    new Value("org.eclipse.jetty.server:type=networkconnectionlimit,*", "maxNetworkConnectionCount"),
                    new Value("org.eclipse.jetty.util.thread:type=queuedthreadpool,*", "utilizedThreads"),
                    new Value("org.eclipse.jetty.util.thread:type=queuedthreadpool,*", "maxThreads")));

    private Connectors() {}

    /** An attribute of all beans that match a pattern. */
    private record Value(String pattern, String attribute) {

        /** Returns the sum over the beans that have it; -1 if one of them is negative, null if no bean has it. */
        @Nullable
        Long sum(Beans beans) {
            Long sum = null;
            for (ObjectName name : beans.find(pattern)) {
                if (beans.attribute(name, attribute) instanceof Number number) {
                    if (number.longValue() < 0) {
                        return -1L;
                    }
                    sum = (sum == null ? 0 : sum) + number.longValue();
                }
            }
            return sum;
        }

        @Nullable
        Long atLeastZero(Beans beans) {
            Long sum = sum(beans);
            return sum != null && sum >= 0 ? sum : null;
        }
    }

    private record Family(Value connections, Value maxConnections, Value busyThreads, Value maxThreads) {

        static Family of(String pattern, String connections, String maxConnections, String busy, String maxThreads) {
            return new Family(
                    new Value(pattern, connections),
                    new Value(pattern, maxConnections),
                    new Value(pattern, busy),
                    new Value(pattern, maxThreads));
        }
    }

    /**
     * Returns how many connections and threads there are now, over all connectors, with null for what no bean tells; a
     * limit of -1 means that there is none.
     */
    static Map<String, @Nullable Object> reading(Beans beans) {
        for (Family family : FAMILIES) {
            Set<ObjectName> counting = beans.find(family.connections().pattern());
            if (!counting.isEmpty()) {
                return Json.object(
                        "connections", family.connections().atLeastZero(beans),
                        "max_connections", family.maxConnections().sum(beans),
                        "busy_threads", family.busyThreads().atLeastZero(beans),
                        "max_threads", family.maxThreads().atLeastZero(beans),
                        "source", counting.iterator().next().getDomain());
            }
        }
        return Json.object(
                "connections",
                null,
                "max_connections",
                null,
                "busy_threads",
                null,
                "max_threads",
                null,
                "source",
                null);
    }

    /** Returns a group for each bean of connectors.txt, with the attributes that it has. */
    static List<Map<String, @Nullable Object>> settings(Beans beans) {
        List<Map<String, @Nullable Object>> groups = new ArrayList<>();
        for (String section : known().split("\n\n")) {
            String[] lines = section.strip().split("\n");
            String[] heading = lines[0].split(" \\| ");
            for (ObjectName name : beans.find(heading[1])) {
                List<Map<String, @Nullable Object>> settings = new ArrayList<>();
                for (int i = 1; i < lines.length; i++) {
                    String[] attribute = lines[i].split(": ", 2);
                    Object value = beans.attribute(name, attribute[0]);
                    if (value instanceof Number || value instanceof Boolean || value instanceof String) {
                        settings.add(
                                Json.object("name", attribute[0], "value", value.toString(), "meaning", attribute[1]));
                    }
                }
                // Other software may have MBeans of the same type.
                if (!settings.isEmpty()) {
                    groups.add(Json.object("title", heading[0], "bean", name.getCanonicalName(), "settings", settings));
                }
            }
        }
        return groups;
    }

    private static String known() {
        try (InputStream in = Objects.requireNonNull(Connectors.class.getResourceAsStream("connectors.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
