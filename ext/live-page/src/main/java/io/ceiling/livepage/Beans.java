package io.ceiling.livepage;

import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Reads MBeans of this JVM. MBeans are read by name and not by class: those that a JVM or container lacks are then
 * null, whereas a missing class would keep the WAR from being loaded.
 */
final class Beans {

    private final MBeanServer server;

    Beans(MBeanServer server) {
        this.server = server;
    }

    /** Returns the sorted names that match the pattern. */
    Set<ObjectName> find(String pattern) {
        return new TreeSet<>(server.queryNames(name(pattern), null));
    }

    /** Returns the value of an attribute; null if there is no such bean or attribute, or if it cannot be read. */
    @Nullable
    Object attribute(ObjectName bean, String attribute) {
        try {
            return server.getAttribute(bean, attribute);
        } catch (JMException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Returns an attribute that is a whole number >= 0; null for any other value, since beans report -1 if they cannot
     * read a number.
     */
    @Nullable
    Long count(String bean, String attribute) {
        return attribute(name(bean), attribute) instanceof Number number && number.longValue() >= 0
                ? Long.valueOf(number.longValue())
                : null;
    }

    /** Returns the result of an operation with one string argument; null if it cannot be called. */
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
