package io.ceiling.webapp.live;

import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Reads MBeans of this JVM. By name and not by class: what a JVM or a container does not have is then null, where a class would
 * keep the WAR from being loaded.
 */
final class Beans {

    private final MBeanServer server;

    Beans(MBeanServer server) {
        this.server = server;
    }

    /** The names that match the pattern now, in order. */
    Set<ObjectName> find(String pattern) {
        return new TreeSet<>(server.queryNames(name(pattern), null));
    }

    /** The attribute; null if there is no such bean, no such attribute, or it cannot be read now. */
    @Nullable
    Object attribute(ObjectName bean, String attribute) {
        try {
            return server.getAttribute(bean, attribute);
        } catch (JMException | RuntimeException e) {
            return null;
        }
    }

    /** The same as a whole number that is 0 or more; null for all else, since -1 is how beans say that they cannot tell. */
    @Nullable
    Long count(String bean, String attribute) {
        return attribute(name(bean), attribute) instanceof Number number && number.longValue() >= 0
                ? Long.valueOf(number.longValue())
                : null;
    }

    /** What the operation of one text returns; null if it cannot be called. */
    @Nullable
    Object invoke(String bean, String operation, String argument) {
        try {
            return server.invoke(name(bean), operation, new Object[] {argument}, new String[] {String.class.getName()});
        } catch (JMException | RuntimeException e) {
            return null;
        }
    }

    static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("not an object name: " + text, e);
        }
    }
}
