package io.ceiling.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The load agent: joins the harness' cluster, does what it is told, ends with it.
 *
 * <p>Ends with status 0 when told to, when the harness leaves the cluster, or when standard input ends if so asked for; with 2
 * on bad arguments and 3 if it cannot join. Says nothing on standard output.
 */
public final class AgentMain {

    static final int EXIT_BAD_ARGUMENTS = 2;
    static final int EXIT_NOT_JOINED = 3;

    /** What is allocated for a connection or a message is small; more room would only be more resident memory. */
    private static final long MAX_YOUNG_BYTES = 8L << 20;

    private AgentMain() {}

    public static void main(String[] arguments) {
        AgentOptions options;
        try {
            options = AgentOptions.parse(List.of(arguments));
        } catch (IllegalArgumentException e) {
            exit(EXIT_BAD_ARGUMENTS, String.valueOf(e.getMessage()));
            return;
        }
        CountDownLatch ended = new CountDownLatch(1);
        LoadAgent agent = new LoadAgent(options.transport(), options.loops(), ended::countDown);
        if (options.exitOnStdinEof()) {
            endWithStandardInput(ended);
        }
        try {
            Cluster.forAgent(options, agent, ended::countDown);
            ended.await();
        } catch (ClusterException e) {
            exit(EXIT_NOT_JOINED, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            // To be interrupted is to be told to end.
        }
        // Not exit(): at its ceiling the process may have no descriptor left for an orderly goodbye, and needs none.
        Runtime.getRuntime().halt(0);
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

    private static void endWithStandardInput(CountDownLatch ended) {
        Thread reader = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // What the parent writes has no meaning; only the end of it has.
                        }
                    } catch (IOException e) {
                        // A broken pipe is an end as well.
                    }
                    ended.countDown();
                },
                "stdin");
        reader.setDaemon(true);
        reader.start();
    }

    private static void exit(int status, String message) {
        System.err.println("ceiling agent: " + message);
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }
}
