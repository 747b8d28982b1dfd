package io.ceiling.jmh;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;

/**
 * Runs operations on a server until its compilers have finished.
 *
 * <p>On two busy processors, the compilers of Jetty reach its request path only after more than ten seconds. So a rest
 * follows each round of operations, in which the compilers catch up.
 */
final class WarmUp {

    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MAX_DURATION_NANOS = TimeUnit.SECONDS.toNanos(60);
    // Maximum compilation time of a round and its rest for a warm server.
    private static final long MAX_COMPILATION_MILLIS = 50;
    // Duration of a rest; after two of these without compilation the compilers count as idle.
    private static final long REST_MILLIS = 150;

    private final ServerJvm jvm;

    WarmUp(ServerJvm jvm) {
        this.jvm = jvm;
    }

    /** One operation of the benchmark. */
    interface Operation {
        int perform() throws IOException;
    }

    /** Runs rounds until the server is warm, and prints how many; blocks for at most about a minute. */
    void run(Operation operation) throws IOException, JMException, InterruptedException {
        long begin = System.nanoTime();
        long compiledAtBegin = jvm.compilationMillis();
        long compiledMillis;
        int rounds = 0;
        do {
            long before = jvm.compilationMillis();
            long start = System.nanoTime();
            while (System.nanoTime() - start < ROUND_NANOS) {
                operation.perform();
            }
            compiledMillis = awaitIdleCompilers(begin) - before;
            rounds++;
        } while (compiledMillis > MAX_COMPILATION_MILLIS && System.nanoTime() - begin < MAX_DURATION_NANOS);
        System.out.printf(
                "# Server warm-up: %d rounds of 1 s, %d ms compiled, %d ms in the last%n",
                rounds, jvm.compilationMillis() - compiledAtBegin, compiledMillis);
    }

    // Blocks until the compilers are idle, and returns the total compilation time in milliseconds.
    // begin: start of the warm-up, from which its maximum duration counts
    private long awaitIdleCompilers(long begin) throws IOException, JMException, InterruptedException {
        long compiledMillis = jvm.compilationMillis();
        for (int idle = 0; idle < 2 && System.nanoTime() - begin < MAX_DURATION_NANOS; ) {
            Thread.sleep(REST_MILLIS);
            long now = jvm.compilationMillis();
            idle = now == compiledMillis ? idle + 1 : 0;
            compiledMillis = now;
        }
        return compiledMillis;
    }
}
