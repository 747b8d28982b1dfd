package io.ceiling.harness.observe.jmx;

import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.reading.ThreadStack.Kind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Takes a thread dump of a JVM over its beans. It may block forever.
 *
 * <p>Notes. The JVM is asked for neither the monitors nor the synchronizers that threads have: for the latter it walks
 * through its whole heap. What a thread waits for, and which thread has that, it says anyway. Virtual threads are in no
 * bean. The JVM writes them to a file, which must be one of this host.
 */
final class ThreadDumper {

    /**
     * Number of platform threads in a dump; of more threads, a sample at even distances. Each costs the server about
     * 60 KiB of garbage, and most of them are in the same places.
     */
    static final int MAX_THREADS = 300;

    /** Frames of a thread that are read: a request of a framework has about a hundred and fifty, its cause in the innermost. */
    static final int MAX_FRAMES = 100;

    /** Virtual threads of more connections would make a file of more than about a hundred megabytes. */
    static final int MAX_CONNECTIONS = 20_000;

    // Size of a file that is still read.
    private static final long MAX_BYTES = 256L << 20;

    static final String DIAGNOSTICS = "com.sun.management:type=HotSpotDiagnostic";
    private static final String SCHEDULER = "jdk.management:type=VirtualThreadScheduler";

    private static final int JDK_WITH_VIRTUAL_THREADS = 21;

    private final MBeanServerConnection beans;

    ThreadDumper(MBeanServerConnection beans) {
        this.beans = beans;
    }

    /**
     * Where the JVM may write its virtual threads.
     *
     * @param folder folder of this host that the JVM may write to; null if there is none
     * @param why why there is none
     */
    record DumpPlace(@Nullable Path folder, String why) {}

    /** Returns the threads of the JVM. The dump says why virtual threads are missing. */
    ThreadDump dump(DumpPlace room) throws IOException, JMException {
        ObjectName threading = JmxLink.name(ManagementFactory.THREAD_MXBEAN_NAME);
        long[] all = (long[]) beans.getAttribute(threading, "AllThreadIds");
        List<ThreadStack> threads = new ArrayList<>(platform(threading, sample(all)));
        ThreadDump.Scheduler scheduler = scheduler();
        String notSeen = addVirtual(threads, feature(specification()), room, this::write);
        return new ThreadDump(threads, all.length, scheduler, notSeen);
    }

    /** Has the JVM write its threads to a file. */
    interface Writing {
        void to(Path file) throws IOException, JMException;
    }

    /**
     * Adds the virtual threads of a JVM.
     *
     * @param feature version of the JVM, such as 25
     * @return why they are not seen; empty if they are, or there can be none
     */
    static String addVirtual(List<ThreadStack> threads, int feature, DumpPlace room, Writing writing) {
        if (feature < JDK_WITH_VIRTUAL_THREADS) {
            return "";
        }
        if (room.folder() == null) {
            return "virtual threads (%s)".formatted(room.why());
        }
        try {
            threads.addAll(virtual(room.folder(), writing));
            return "";
        } catch (IOException | JMException | RuntimeException | ThreadDumpException e) {
            return "virtual threads (%s)".formatted(reason(e));
        }
    }

    private static String reason(Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }

    private String specification() throws IOException, JMException {
        return String.valueOf(beans.getAttribute(JmxLink.name(ManagementFactory.RUNTIME_MXBEAN_NAME), "SpecVersion"));
    }

    /** Returns the first number of a version; 1 before 9, as in 1.8, and 0 for a text that is none. */
    static int feature(String version) {
        return (int) Math.max(0, ProcFiles.number(version.split("[^0-9]", 2)[0]));
    }

    static long[] sample(long[] all) {
        if (all.length <= MAX_THREADS) {
            return all;
        }
        long[] some = new long[MAX_THREADS];
        Arrays.setAll(some, i -> all[(int) ((long) i * all.length / MAX_THREADS)]);
        return some;
    }

    private List<ThreadStack> platform(ObjectName threading, long[] ids) throws IOException, JMException {
        Object answer = beans.invoke(threading, "getThreadInfo", new Object[] {ids, MAX_FRAMES}, new String[] {
            long[].class.getName(), int.class.getName()
        });
        List<ThreadStack> threads = new ArrayList<>();
        for (CompositeData thread : (CompositeData[]) answer) {
            // Null for one that has ended.
            if (thread != null) {
                threads.add(stack(thread));
            }
        }
        return threads;
    }

    private static ThreadStack stack(CompositeData thread) {
        List<Frame> frames = new ArrayList<>();
        for (CompositeData frame : (CompositeData[]) thread.get("stackTrace")) {
            frames.add(new Frame(String.valueOf(frame.get("className")), String.valueOf(frame.get("methodName"))));
        }
        Object lock = thread.get("lockName");
        Object owner = thread.get("lockOwnerName");
        return new ThreadStack(
                String.valueOf(thread.get("threadName")),
                Kind.PLATFORM,
                String.valueOf(thread.get("threadState")),
                frames,
                lock == null
                        ? Optional.empty()
                        : Optional.of(
                                new ThreadStack.Lock(String.valueOf(lock), owner == null ? "" : owner.toString())));
    }

    private ThreadDump.Scheduler scheduler() throws IOException, JMException {
        ObjectName name = JmxLink.name(SCHEDULER);
        if (!beans.isRegistered(name)) {
            return ThreadDump.Scheduler.NOT_SEEN;
        }
        return new ThreadDump.Scheduler(
                count(name, "Parallelism"),
                count(name, "MountedVirtualThreadCount"),
                count(name, "QueuedVirtualThreadCount"));
    }

    private Observation count(ObjectName bean, String attribute) throws IOException, JMException {
        return beans.getAttribute(bean, attribute) instanceof Number count
                ? Observation.ofNegativeNotSeen(count.longValue())
                : Observation.NOT_SEEN;
    }

    private void write(Path file) throws IOException, JMException {
        Object ignored = beans.invoke(
                JmxLink.name(DIAGNOSTICS),
                "dumpThreads",
                new Object[] {file.toString(), "JSON"}, // A constant of an enum is a text to other JVMs.
                new String[] {String.class.getName(), String.class.getName()});
    }

    private static List<ThreadStack> virtual(Path folder, Writing writing)
            throws IOException, JMException, ThreadDumpException {
        Path file = folder.resolve("threads.json");
        try {
            writing.to(file);
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                throw new IOException("the JVM wrote no file, or too large a one");
            }
            return VirtualThreads.parse(Files.readAllBytes(file), MAX_FRAMES);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
