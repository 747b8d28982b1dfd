package io.ceiling.jmh;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;

/**
 * Has a server work until its compilers are done with it. How long that takes is the server's affair and not a number of iterations:
 * on two processors, which client and server keep busy, the compilers of Jetty get to its request path only after more than ten
 * seconds. So each round of operations is followed by a rest in which they catch up.
 */
final class WarmUp {

    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** Of compilation, in a round and the rest after it: no more, and the server is warm. */
    private static final long MOST_MILLIS = 50;
    /** Two of these without anything compiled, and the compilers have nothing left to do. */
    private static final long REST_MILLIS = 150;

    private final ServerJvm jvm;

    WarmUp(ServerJvm jvm) {
        this.jvm = jvm;
    }

    /** One operation of the benchmark. */
    interface Operation {
        int perform() throws IOException;
    }

    /** Blocks until the server is warm, for a minute and a round at most; prints how long it took. */
    void run(Operation operation) throws IOException, JMException, InterruptedException {
        long begin = System.nanoTime();
        long compiledAtBegin = jvm.compilationMillis();
        long compiled;
        int rounds = 0;
        do {
            long before = jvm.compilationMillis();
            long start = System.nanoTime();
            while (System.nanoTime() - start < ROUND_NANOS) {
                operation.perform();
            }
            compiled = awaitIdleCompilers(begin) - before;
            rounds++;
        } while (compiled > MOST_MILLIS && System.nanoTime() - begin < LONGEST_NANOS);
        System.out.printf(
                "# Server warm-up: %d rounds of 1 s, %d ms compiled, %d ms in the last%n",
                rounds, jvm.compilationMillis() - compiledAtBegin, compiled);
    }

    /** @param begin of the warm-up, which the rest must not prolong either */
    private long awaitIdleCompilers(long begin) throws IOException, JMException, InterruptedException {
        long compiled = jvm.compilationMillis();
        for (int idle = 0; idle < 2 && System.nanoTime() - begin < LONGEST_NANOS; ) {
            Thread.sleep(REST_MILLIS);
            long now = jvm.compilationMillis();
            idle = now == compiled ? idle + 1 : 0;
            compiled = now;
        }
        return compiled;
    }
}
