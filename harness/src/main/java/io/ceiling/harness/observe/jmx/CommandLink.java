package io.ceiling.harness.observe.jmx;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadStack;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Sends commands of jcmd to a HotSpot JVM, over the socket that the JVM has opened for attaching. Commands need no
 * port, no class and no serialization, so a JVM that refuses JMX still answers them.
 *
 * <p>Notes. Each command is a connection of its own: {@code 1}, {@code jcmd}, the command and two empty arguments, each followed by a
 * zero; the answer is a line with the exit code, and the text up to the end (attachListener.cpp of HotSpot). Not thread-safe.
 */
final class CommandLink implements JvmLink {

    private static final int MAX_BYTES = 64 << 20;
    private static final Pattern JDK = Pattern.compile("(?m)^JDK (\\S+)");
    private static final Pattern FLAG = Pattern.compile("(?m)^\\s*\\S+\\s+(\\w+)\\s+:?=\\s*([^\\s{]*)\\s*\\{.*$");

    private static final String HISTOGRAM = "GC.class_histogram";

    // Operations of the bean for diagnostic commands, with the names that they have as commands.
    private static final Map<String, String> COMMANDS =
            Map.of("gcClassHistogram", HISTOGRAM, "vmNativeMemory", "VM.native_memory");

    private final Path socket;
    private final Map<String, String> flags;
    private final String jdk;

    private CommandLink(Path socket, Map<String, String> flags, String jdk) {
        this.socket = socket;
        this.flags = flags;
        this.jdk = jdk;
    }

    /**
     * Opens a link to a JVM to which this process has attached before.
     *
     * @param socket socket of the JVM
     */
    static CommandLink to(Path socket) throws IOException {
        return new CommandLink(socket, flags(run(socket, "VM.flags -all")), version(run(socket, "VM.version")));
    }

    /** Returns the values in what the command VM.flags -all prints. */
    static Map<String, String> flags(String text) {
        return FLAG.matcher(text)
                .results()
                .collect(Collectors.toUnmodifiableMap(
                        found -> found.group(1), found -> found.group(2), (first, second) -> first));
    }

    /** Returns the version in what the command VM.version prints; empty if it has none. */
    static String version(String text) {
        Matcher version = JDK.matcher(text);
        return version.find() ? version.group(1) : "";
    }

    private String run(String command) throws IOException {
        return run(socket, command);
    }

    private static String run(Path socket, String command) throws IOException {
        String answer;
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            ByteBuffer request = StandardCharsets.UTF_8.encode("1\0jcmd\0" + command + "\0\0\0");
            while (request.hasRemaining()) {
                int ignored = channel.write(request);
            }
            answer = new String(Channels.newInputStream(channel).readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        }
        int line = answer.indexOf('\n');
        if (line < 0 || !answer.substring(0, line).equals("0")) {
            throw new IOException("the JVM answers %s with: %s"
                    .formatted(
                            command.split(" ", 2)[0],
                            answer.substring(line + 1).lines().findFirst().orElse("nothing")));
        }
        return answer.substring(line + 1);
    }

    @Override
    public ContainerBeans container() {
        return ContainerBeans.NONE;
    }

    @Override
    public String jdk() {
        return jdk;
    }

    /** Runs a full collection, and returns after it has ended. */
    @Override
    public boolean collectGarbage() throws IOException {
        if (flag("DisableExplicitGC").equals("true")
                || flag("ExplicitGCInvokesConcurrent").equals("true")) {
            // To count live objects the JVM collects regardless of its options.
            return !run(HISTOGRAM).isEmpty();
        }
        String ignored = run("GC.run");
        return true;
    }

    @Override
    public String heapInfo() throws IOException {
        return run("GC.heap_info");
    }

    @Override
    public String diagnostic(String operation, String... arguments) throws IOException {
        String command = COMMANDS.get(operation);
        return command == null
                ? ""
                : run(String.join(" ", command, String.join(" ", arguments)).strip());
    }

    @Override
    public boolean dumpHeap(Path file) throws IOException {
        return !run("GC.heap_dump \"%s\"".formatted(file)).isEmpty();
    }

    @Override
    public String flag(String flag) {
        return flags.getOrDefault(flag, "");
    }

    @Override
    public int processors() {
        return -1;
    }

    @Override
    public ThreadDump dumpThreads(ThreadDumper.DumpPlace room) throws IOException {
        List<ThreadStack> threads = new ArrayList<>(ThreadPrint.parse(run("Thread.print"), ThreadDumper.MAX_FRAMES));
        int platform = threads.size();
        String notSeen = ThreadDumper.addVirtual(threads, ThreadDumper.feature(jdk), room, file -> {
            String ignored = run("Thread.dump_to_file -overwrite -format=json \"%s\"".formatted(file));
        });
        return new ThreadDump(threads, platform, ThreadDump.Scheduler.NOT_SEEN, notSeen);
    }

    /**
     * Returns only the limits of heap and direct buffers: a command stops the JVM's threads, and readings are
     * frequent.
     */
    @Override
    public JmxReading reading() {
        return new JmxReading(
                ServerReading.Pool.NOT_SEEN,
                Observation.NOT_SEEN,
                JmxReading.JvmMemory.of(
                        Observation.NOT_SEEN,
                        Limit.ofNegativeNotSeen(ProcFiles.number(flag("MaxHeapSize"))),
                        Observation.NOT_SEEN,
                        flag(JvmLink.MAX_DIRECT_MEMORY)),
                ServerReading.ProcessDescriptors.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN);
    }

    @Override
    public void close() {
        // Each command has closed its connection.
    }
}
