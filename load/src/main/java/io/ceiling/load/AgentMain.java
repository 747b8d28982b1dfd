package io.ceiling.load;

import io.ceiling.load.link.AgentEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The main class of a load agent: reads requests from standard input, writes answers to standard output, and ends with
 * its input.
 *
 * <p>The exit code is one of {@link AgentEnd}, or 2 on bad arguments. Error messages go to standard error.
 */
public final class AgentMain {

    static final int EXIT_BAD_ARGUMENTS = 2;

    // Maximum size of the young generation. Objects allocated for a connection or a message are small; a larger young
    // generation would only add resident memory.
    private static final long MAX_YOUNG_BYTES = 8L << 20;

    // First JDK that warns of native code, which Netty uses.
    private static final int FIRST_WARNING_JDK = 24;

    // Last JDK that is known to have --illegal-native-access, which is due for removal. With --enable-native-access a
    // JVM rejects the JDK's class archive, prints an error, and starts without the archived modules.
    private static final int LAST_ALLOWING_JDK = 26;

    private AgentMain() {}

    public static void main(String[] arguments) {
        // First, because the parent process may end before this process is ready.
        AgentEnd end = AgentEnd.ofThisProcess();
        // Requests and failures have ASCII digits whatever the locale of the user is.
        Locale.setDefault(Locale.ENGLISH);
        try {
            AgentOptions options = AgentOptions.parse(List.of(arguments));
            LoadAgent agent = new LoadAgent(options.transport(), options.loops(), options.pauseMillis());
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
     * Returns the JVM flags of an agent: a serial collector, because the live set is small and a collection must not
     * take the server's processors; small stacks; compact object headers if the JDK has them.
     *
     * @param javaFeature feature version of the agent's JDK, 17 or newer
     * @param maxHeapBytes maximum heap size in bytes; 32 MiB is enough for 20 000 connections
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
                // Standard output carries records, so output of the JVM itself goes to standard error or is disabled.
                "-XX:+DisplayVMOutputToStderr",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                // Only Netty's event loops are used, not its buffers, so Netty needs no unsafe access.
                "-Dio.netty.noUnsafe=true"));
        if (javaFeature >= FIRST_WARNING_JDK) {
            flags.add(
                    javaFeature <= LAST_ALLOWING_JDK
                            ? "--illegal-native-access=allow"
                            : "--enable-native-access=ALL-UNNAMED");
        }
        if (javaFeature >= 25) {
            flags.add("-XX:+UseCompactObjectHeaders");
        }
        return List.copyOf(flags);
    }
}
