package io.ceiling.load;

import io.ceiling.load.link.AgentEnd;
import java.util.ArrayList;
import java.util.List;

/**
 * The load agent: takes requests over standard input, answers over standard output, and lives as long as its input.
 *
 * <p>It ends with the status of {@link AgentEnd}, or with 2 on bad arguments. Whatever it has to say goes to standard error.
 */
public final class AgentMain {

    static final int EXIT_BAD_ARGUMENTS = 2;

    /** What is allocated for a connection or a message is small; more room would only be more resident memory. */
    private static final long MAX_YOUNG_BYTES = 8L << 20;

    private AgentMain() {}

    public static void main(String[] arguments) {
        // First of all: whoever forked this process may be gone before it is ready.
        AgentEnd end = AgentEnd.ofThisProcess();
        try {
            AgentOptions options = AgentOptions.parse(List.of(arguments));
            LoadAgent agent = new LoadAgent(options.transport(), options.loops());
            end.serve(request -> ((AgentCall<?>) request).run(agent));
        } catch (IllegalArgumentException e) {
            exit(EXIT_BAD_ARGUMENTS, String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            exit(AgentEnd.EXIT_BROKEN, "cannot start: " + e);
        }
    }

    private static void exit(int status, String message) {
        System.err.println("ceiling agent: " + message);
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    /**
     * What to start an agent's JVM with: a serial collector (its live set is small, and a collection must not take the
     * server's processors), small stacks, compact object headers where the JDK has them.
     *
     * @param javaFeature feature version of the agent's JDK, 17 or newer
     * @param maxHeapBytes 32 MiB is enough for 20 000 connections
     */
    public static List<String> jvmFlags(int javaFeature, long maxHeapBytes) {
        List<String> flags = new ArrayList<>(List.of(
                "-XX:+UseSerialGC",
                "-Xmx" + maxHeapBytes,
                "-Xmn" + Math.min(MAX_YOUNG_BYTES, maxHeapBytes / 4),
                "-Xss256k",
                "-XX:ReservedCodeCacheSize=32m",
                "-XX:MaxDirectMemorySize=16m",
                "-Djava.net.preferIPv4Stack=true",
                // Standard output has records: what the JVM itself has to say goes elsewhere, or nowhere.
                "-XX:+DisplayVMOutputToStderr",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                // Netty's buffers are not used, only its event loops; so it needs no unsafe access either.
                "-Dio.netty.noUnsafe=true"));
        if (javaFeature >= 24) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        if (javaFeature >= 25) {
            flags.add("-XX:+UseCompactObjectHeaders");
        }
        return List.copyOf(flags);
    }
}
