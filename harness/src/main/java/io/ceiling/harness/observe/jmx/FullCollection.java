package io.ceiling.harness.observe.jmx;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * Makes a JVM collect the whole heap, and checks that it did.
 *
 * <p>A JVM with -XX:+DisableExplicitGC answers {@code gc()} at once without a collection, and one with
 * -XX:+ExplicitGCInvokesConcurrent runs one that leaves garbage. The diagnostic command GC.run does not heed the first
 * flag, and GC.class_histogram neither. Not thread-safe.
 */
final class FullCollection {

    static final String DIAGNOSTIC_COMMANDS = "com.sun.management:type=DiagnosticCommand";
    private static final String[] COMMAND = {String[].class.getName()};
    private static final int MAX_POLLS = 20;
    private static final long POLL_NANOS = 10_000_000;

    // The ways to ask for a collection, the cheapest first.
    private enum Way {
        GC {
            @Override
            void ask(MBeanServerConnection beans) throws IOException, JMException {
                beans.invoke(JmxLink.name(ManagementFactory.MEMORY_MXBEAN_NAME), "gc", null, null);
            }
        },
        RUN {
            @Override
            void ask(MBeanServerConnection beans) throws IOException, JMException {
                beans.invoke(JmxLink.name(DIAGNOSTIC_COMMANDS), "gcRun", null, null);
            }
        },
        HISTOGRAM {
            @Override
            void ask(MBeanServerConnection beans) throws IOException, JMException {
                beans.invoke(
                        JmxLink.name(DIAGNOSTIC_COMMANDS), "gcClassHistogram", new Object[] {new String[0]}, COMMAND);
            }
        };

        abstract void ask(MBeanServerConnection beans) throws IOException, JMException;
    }

    private final GarbageCollectors collectors;
    private Way first = Way.GC;

    FullCollection(GarbageCollectors collectors) {
        this.collectors = collectors;
    }

    /** Asks in each way until a collection of the whole heap was counted. Returns false if none was. */
    boolean run(MBeanServerConnection beans) throws IOException, JMException {
        for (Way way : Way.values()) {
            if (way.compareTo(first) >= 0 && collect(way, beans)) {
                first = way;
                return true;
            }
        }
        return false;
    }

    private boolean collect(Way way, MBeanServerConnection beans) throws IOException, JMException {
        long before = collectors.wholeCollections(beans);
        ObjectName commands = JmxLink.name(DIAGNOSTIC_COMMANDS);
        if (way != Way.GC && !beans.isRegistered(commands)) {
            return false;
        }
        try {
            way.ask(beans);
        } catch (JMException | RuntimeException e) {
            if (way == Way.GC) {
                throw e;
            }
            // A JVM that does not have or allow this command has not run it.
            return false;
        }
        // A concurrent collector may count its cycle a moment after it has answered.
        for (int i = 0; i < MAX_POLLS; i++) {
            if (collectors.wholeCollections(beans) > before) {
                return true;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return false;
    }
}
