package io.ceiling.harness.observe.jmx;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.ceiling.harness.os.ServingProcess;
import io.ceiling.harness.reading.ThreadDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JVM and the container in it over a JMX connection.
 *
 * <p>Open the probe before the ramp, since a server without a free descriptor cannot accept the connection; it is kept
 * open for the same reason. Every call is limited in time. A server that does not answer is reported as -1, and gets
 * the next request once it has answered the last one. Thread-safe.
 */
public final class JmxProbe implements AutoCloseable {

    static {
        // RMI closes a connection that was idle for 15 s, and would then need a new one.
        if (System.getProperty("sun.rmi.transport.connectionTimeout") == null) {
            System.setProperty("sun.rmi.transport.connectionTimeout", "86400000");
        }
    }

    private static final boolean SEES_PROCESSES = Files.isDirectory(Path.of("/proc/self/fd"));
    private static final Path PROC = Path.of("/proc");
    private static final long NO_PROCESS = -1;
    private static final Pattern LOCAL_STUB =
            Pattern.compile("service:jmx:rmi://(127\\.0\\.0\\.1|\\[(::1|0:0:0:0:0:0:0:1)])?(:0)?/stub/[A-Za-z0-9+/=]+");
    private static final Duration PATIENCE_TO_OPEN = Duration.ofSeconds(10);
    // A dump takes tenths of a second, the first one of a JVM several times as long, since that has not compiled it
    // yet.
    private static final Duration PATIENCE_TO_DUMP = Duration.ofSeconds(5);

    // A histogram or a dump walks through the whole heap, and a dump writes it to a disk.
    private static final Duration PATIENCE_FOR_HEAP = Duration.ofSeconds(60);

    private static final Duration PATIENCE_TO_READ = Duration.ofMillis(800);

    private final long pid;
    private final BoundedWorker worker;
    private final OpenedLink opened;
    private final Duration patience;
    // Null after it broke; the next call opens a new one.
    private volatile @Nullable JvmLink link;

    private volatile boolean gone;

    private JmxProbe(long pid, BoundedWorker worker, OpenedLink opened, Duration patience) {
        this.pid = pid;
        this.worker = worker;
        this.opened = opened;
        this.link = opened.link();
        this.patience = patience;
    }

    // Opens a link.
    private interface Linking {
        JvmLink open() throws IOException, JMException;
    }

    private record OpenedLink(JvmLink link, Linking again, String whyNoBeans) {}

    /**
     * Attaches to a JVM of this host. Blocks for at most ten seconds.
     *
     * @param pid process id, which must be that of a JVM: attaching sends a signal that ends other processes
     * @throws IOException if the JVM cannot be attached to; the message has the reason
     */
    public static JmxProbe open(long pid) throws IOException {
        return open(pid, 0);
    }

    /**
     * Attaches to a JVM of this host that may have several connectors. Blocks for at most ten seconds.
     *
     * @param pid process id, which must be that of a JVM: attaching sends a signal that ends other processes
     * @param port port of the connector to read
     * @throws IOException if the JVM cannot be attached to; the message has the reason
     */
    public static JmxProbe open(long pid, int port) throws IOException {
        requireHarmless(pid);
        return open(
                "attach to the JVM with pid " + pid, pid, () -> attach(pid, port), PATIENCE_TO_OPEN, PATIENCE_TO_READ);
    }

    /**
     * Connects to the JMX port of a JVM on any host. Blocks for at most ten seconds.
     *
     * @param address host and port
     * @param port port of the connector to read, as in {@link #open(long, int)}
     * @param descriptors true to read open descriptors too
     * @throws IOException if it cannot connect; the message has the reason
     */
    public static JmxProbe connect(String address, int port, boolean descriptors) throws IOException {
        JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://%s/jmxrmi".formatted(address));
        return open(
                "connect to JMX at " + address,
                NO_PROCESS,
                () -> {
                    Linking linking = () -> JmxLink.to(url, port, descriptors);
                    return new OpenedLink(linking.open(), linking, "");
                },
                PATIENCE_TO_OPEN,
                PATIENCE_TO_READ);
    }

    public static JmxProbe open(long pid, Duration patienceToOpen, Duration patienceToRead) throws IOException {
        requireHarmless(pid);
        return open("attach to the JVM with pid " + pid, pid, () -> attach(pid, 0), patienceToOpen, patienceToRead);
    }

    private static void requireHarmless(long pid) throws IOException {
        Optional<String> risk = AttachSafety.risk(PROC, pid);
        if (risk.isPresent()) {
            throw new IOException("no attach to the JVM: " + risk.get());
        }
    }

    private static String innermost(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String type = cause.getClass().getSimpleName();
        return cause.getMessage() == null ? type : type + ": " + cause.getMessage();
    }

    private interface Opening {
        OpenedLink link() throws IOException, AttachNotSupportedException, JMException;
    }

    private static JmxProbe open(
            String what, long pid, Opening opening, Duration patienceToOpen, Duration patienceToRead)
            throws IOException {
        BoundedWorker worker = new BoundedWorker("jmx");
        boolean opened = false;
        try {
            OpenedLink first = worker.call(opening::link, patienceToOpen)
                    .orElseThrow(
                            () -> new TimeoutException("no answer within %d s".formatted(patienceToOpen.toSeconds())));
            opened = true;
            return new JmxProbe(pid, worker, first, patienceToRead);
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

    private static OpenedLink attach(long pid, int port) throws IOException, AttachNotSupportedException, JMException {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        String address = "";
        String why =
                "it has a network of its own, as in a container, and its JMX port is not reached from here but by --jmx";
        try {
            if (ServingProcess.sharesOurNetwork(PROC, pid)) {
                address = machine.startLocalManagementAgent();
            }
        } catch (IOException e) {
            why = "its JMX agent does not start: " + innermost(e);
        } finally {
            machine.detach();
        }
        if (!address.isEmpty()) {
            JMXServiceURL url = new JMXServiceURL(requireLocalStub(address));
            Linking linking = () -> JmxLink.to(url, port, !SEES_PROCESSES);
            try {
                return new OpenedLink(linking.open(), linking, "");
            } catch (IOException | JMException | RuntimeException e) {
                why = "it refuses JMX: " + innermost(e);
            }
        }
        Linking commands = () -> CommandLink.to(AttachSafety.socket(PROC, pid));
        return new OpenedLink(commands.open(), commands, why);
    }

    /**
     * Returns why the probe uses commands of the attach API, which report neither container nor direct memory; empty
     * if it uses JMX.
     */
    public Optional<String> whyNoBeans() {
        return opened.whyNoBeans().isEmpty() ? Optional.empty() : Optional.of(opened.whyNoBeans());
    }

    /**
     * Returns the address that a JVM answers, if it contains the connection itself. Any other address would make this
     * process look up a name of that JVM's choice.
     */
    static String requireLocalStub(String address) throws IOException {
        if (!LOCAL_STUB.matcher(address).matches()) {
            throw new IOException("the JVM answers an address that is not its own agent on loopback");
        }
        return address;
    }

    /** Returns the beans of the container; empty if there are none or the server does not answer. */
    public Optional<ContainerBeans> container() {
        return callWithTimeout(JvmLink::container, patience).filter(ContainerBeans::isPresent);
    }

    /** Returns the version of the JVM; empty if it does not answer. */
    public String jdk() {
        return callWithTimeout(JvmLink::jdk, patience).orElse("");
    }

    /** Returns the current values; -1 if the server does not answer within 0.8 s. */
    public JmxReading reading() {
        return callWithTimeout(JvmLink::reading, patience).orElse(JmxReading.UNSEEN);
    }

    /**
     * Runs a full collection and blocks until it has ended, at most for {@code patienceToCollect}.
     *
     * @return true if the JVM counted one that has ended
     */
    public boolean fullGc(Duration patienceToCollect) {
        return callWithTimeout(JvmLink::collectGarbage, patienceToCollect).orElse(false);
    }

    /** Returns what the JVM prints about its heap; empty if it does not answer or cannot. */
    public String heapInfo() {
        return callWithTimeout(JvmLink::heapInfo, patience).orElse("");
    }

    /**
     * Returns what a diagnostic command prints; empty if the JVM does not answer in time, or does not have it.
     *
     * @param operation name of the operation, such as {@code gcClassHistogram}
     */
    public String diagnostic(String operation, String... arguments) {
        return callWithTimeout(open -> open.diagnostic(operation, arguments), PATIENCE_FOR_HEAP)
                .orElse("");
    }

    /**
     * Writes the live objects of the heap to a file. Blocks for at most a minute.
     *
     * @throws IOException if the JVM does not write it; the message has the reason
     */
    public void dumpHeap(Path file) throws IOException {
        try {
            boolean written = worker.call(() -> linked().dumpHeap(file), PATIENCE_FOR_HEAP)
                    .orElse(false);
            if (!written) {
                throw new IOException("no heap dump within %d s".formatted(PATIENCE_FOR_HEAP.toSeconds()));
            }
        } catch (ExecutionException e) {
            throw new IOException("the JVM writes no heap dump: " + innermost(e), e);
        }
    }

    /** Returns the value of a flag of the JVM; empty if it has no such flag, or does not answer. */
    public String flag(String flag) {
        return callWithTimeout(open -> open.flag(flag), patience).orElse("");
    }

    /** Returns the threads of the JVM; empty if it does not answer in time, or cannot dump them. */
    public Optional<ThreadDump> dumpThreads(ThreadDumper.DumpPlace room) {
        return dumpThreads(room, PATIENCE_TO_DUMP);
    }

    public Optional<ThreadDump> dumpThreads(ThreadDumper.DumpPlace room, Duration patienceToDump) {
        return callWithTimeout(open -> open.dumpThreads(room), patienceToDump);
    }

    /** Returns the number of processors that the JVM uses; -1 if it does not answer. */
    public int processors() {
        return callWithTimeout(JvmLink::processors, patience).orElse(-1);
    }

    /** Returns true if the server is gone, so that it will never answer again. */
    public boolean isGone() {
        return gone;
    }

    /** Returns true while the server has not answered the last request. */
    public boolean isHung() {
        return worker.isStuck();
    }

    private interface Call<T> {
        T over(JvmLink link) throws IOException, JMException;
    }

    private <T> Optional<T> callWithTimeout(Call<T> call, Duration limit) {
        if (gone) {
            return Optional.empty();
        }
        try {
            return worker.call(() -> call.over(linked()), limit);
        } catch (ExecutionException e) {
            // An error in the server, such as lack of memory for the answer, may pass; so may a broken connection,
            // while the server lives.
            if (e.getCause() instanceof IOException) {
                link = null;
                gone = pid != NO_PROCESS
                        && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
            }
            return Optional.empty();
        }
    }

    private JvmLink linked() throws IOException, JMException {
        JvmLink open = link;
        if (open == null) {
            open = opened.again().open();
            link = open;
        }
        return open;
    }

    /**
     * Closes the connection without waiting for a server that may not answer. It starts no thread of its own, because
     * there may be none left on this host.
     */
    @Override
    public void close() {
        gone = true;
        worker.closeAfter(() -> {
            JvmLink open = link;
            if (open == null) {
                return;
            }
            try {
                open.close();
            } catch (IOException e) {
                // The other side has closed it then.
            }
        });
    }
}
