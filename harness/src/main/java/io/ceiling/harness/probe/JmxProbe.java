package io.ceiling.harness.probe;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.management.JMException;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * Asks a JVM of this host, and the container in it, about themselves, over a local management connection.
 *
 * <p>Open it before the ramp: a server without a free descriptor cannot accept it any more. The connection is kept, for the
 * same reason. Every call is bounded in time; a server that does not answer is reported as -1, and asked again at the next
 * call once it has answered the last. Thread-safe.
 */
public final class JmxProbe implements AutoCloseable {

    static {
        // RMI closes a connection that was idle for 15 s, and would then need a new one.
        if (System.getProperty("sun.rmi.transport.connectionTimeout") == null) {
            System.setProperty("sun.rmi.transport.connectionTimeout", "86400000");
        }
    }

    private static final boolean SEES_PROCESSES = Files.isDirectory(Path.of("/proc/self/fd"));
    private static final long NO_PROCESS = -1;
    private static final Duration PATIENCE_TO_OPEN = Duration.ofSeconds(10);
    private static final Duration PATIENCE_TO_READ = Duration.ofMillis(800);

    private final long pid;
    private final BoundedWorker worker;
    private final JMXServiceURL address;
    private final Duration patience;
    /** Of the connector; 0 for any. */
    private final int port;

    private final boolean descriptors;
    /** Null after it broke; the next call makes a new one. */
    private volatile @Nullable JmxLink link;

    private volatile boolean gone;

    private JmxProbe(
            long pid,
            BoundedWorker worker,
            JMXServiceURL address,
            JmxLink link,
            Duration patience,
            int port,
            boolean descriptors) {
        this.port = port;
        this.descriptors = descriptors;
        this.pid = pid;
        this.worker = worker;
        this.address = address;
        this.link = link;
        this.patience = patience;
    }

    /**
     * Attaches to a JVM; blocks for ten seconds at most.
     *
     * @param pid of a JVM and of nothing else: attaching sends a signal that ends other processes
     * @throws IOException if it cannot be attached to, with the reason
     */
    public static JmxProbe open(long pid) throws IOException {
        return open(pid, 0);
    }

    /**
     * The same.
     *
     * @param port of the connector that is to be looked at, of several
     */
    static JmxProbe open(long pid, int port) throws IOException {
        return open(
                "attach to the JVM with pid " + pid,
                worker -> attach(worker, pid, port, PATIENCE_TO_READ),
                PATIENCE_TO_OPEN);
    }

    /**
     * Connects to the management port of a JVM, on whatever host; blocks for ten seconds at most.
     *
     * @param address host and port
     * @param port as in {@link #open(long, int)}
     * @throws IOException if that is not possible, with the reason
     */
    static JmxProbe connect(String address, int port, boolean descriptors) throws IOException {
        JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://%s/jmxrmi".formatted(address));
        return open(
                "connect to JMX at " + address,
                worker -> new JmxProbe(
                        NO_PROCESS,
                        worker,
                        url,
                        JmxLink.to(url, port, descriptors),
                        PATIENCE_TO_READ,
                        port,
                        descriptors),
                PATIENCE_TO_OPEN);
    }

    static JmxProbe open(long pid, Duration patienceToOpen, Duration patienceToRead) throws IOException {
        return open(
                "attach to the JVM with pid " + pid, worker -> attach(worker, pid, 0, patienceToRead), patienceToOpen);
    }

    /** RMI puts the reason into exceptions within exceptions. */
    private static String innermost(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String type = cause.getClass().getSimpleName();
        return cause.getMessage() == null ? type : type + ": " + cause.getMessage();
    }

    private interface Opening {
        JmxProbe with(BoundedWorker worker) throws IOException, AttachNotSupportedException, JMException;
    }

    private static JmxProbe open(String what, Opening opening, Duration patienceToOpen) throws IOException {
        BoundedWorker worker = new BoundedWorker("jmx");
        boolean opened = false;
        try {
            JmxProbe probe = worker.call(() -> opening.with(worker), patienceToOpen)
                    .orElseThrow(
                            () -> new TimeoutException("no answer within %d s".formatted(patienceToOpen.toSeconds())));
            opened = true;
            return probe;
        } catch (ExecutionException e) {
            throw new IOException("cannot %s: %s".formatted(what, innermost(e)), e);
        } catch (TimeoutException e) {
            throw new IOException("cannot %s: %s".formatted(what, e.getMessage()), e);
        } finally {
            if (!opened) {
                worker.close();
            }
        }
    }

    private static JmxProbe attach(BoundedWorker worker, long pid, int port, Duration patience)
            throws IOException, AttachNotSupportedException, JMException {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        String address;
        try {
            address = machine.startLocalManagementAgent();
        } finally {
            machine.detach();
        }
        JMXServiceURL url = new JMXServiceURL(address);
        boolean descriptors = !SEES_PROCESSES;
        return new JmxProbe(pid, worker, url, JmxLink.to(url, port, descriptors), patience, port, descriptors);
    }

    /** What tells of the container; nothing if the server does not answer. */
    Optional<ContainerBeans> container() {
        return bounded(JmxLink::container, patience).filter(ContainerBeans::isThere);
    }

    /** The version of the JVM; empty if it does not answer. */
    String jdk() {
        return bounded(JmxLink::jdk, patience).orElse("");
    }

    /** All values now; -1 if the server does not answer within 0.8 s. */
    JmxReading reading() {
        return bounded(JmxLink::reading, patience).orElse(JmxReading.UNSEEN);
    }

    /**
     * Runs a full collection and blocks until it has ended.
     *
     * @return whether it has ended within that time
     */
    public boolean fullGc(Duration patienceToCollect) {
        return bounded(JmxLink::collectedGarbage, patienceToCollect).orElse(false);
    }

    /** Processors that the JVM counts on; -1 if it does not answer. */
    public int processors() {
        return bounded(JmxLink::processors, patience).orElse(-1);
    }

    /** Whether the server is gone, so that nothing more will be heard. */
    public boolean isGone() {
        return gone;
    }

    /** Whether the server has left a call without an answer so far. */
    public boolean isHung() {
        return worker.isStuck();
    }

    private interface Call<T> {
        T over(JmxLink link) throws IOException, JMException;
    }

    private <T> Optional<T> bounded(Call<T> call, Duration limit) {
        if (gone) {
            return Optional.empty();
        }
        try {
            return worker.call(() -> call.over(linked()), limit);
        } catch (ExecutionException e) {
            // An error of the server's side, such as no memory for the answer, may pass; so may a broken connection, as
            // long as the server lives.
            if (e.getCause() instanceof IOException) {
                link = null;
                gone = pid != NO_PROCESS
                        && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
            }
            return Optional.empty();
        }
    }

    private JmxLink linked() throws IOException, JMException {
        JmxLink open = link;
        if (open == null) {
            open = JmxLink.to(address, port, descriptors);
            link = open;
        }
        return open;
    }

    /**
     * Closes the connection without waiting for a server that may not answer. Not on a thread of its own: a server that took the
     * last thread of this host took it from this process too.
     */
    @Override
    public void close() {
        gone = true;
        worker.closeAfter(() -> {
            JmxLink open = link;
            if (open == null) {
                return;
            }
            try {
                open.close();
            } catch (IOException e) {
                // It is closed by the other side then.
            }
        });
    }
}
