package io.ceiling.harness.reading;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The places of a server's threads after a step had failed: its pools, and what holds in each of its dumps. Immutable
 * and thread-safe.
 *
 * @param dumps number of dumps that it sums up: 0, 1 or 2
 * @param pools its pools, the one with most threads in requests first
 * @param schedulers what the scheduler of virtual threads counted in each dump
 * @param complete true if all platform threads were looked at, false if a sample of them was
 * @param notSeen what was not seen, and why; empty if all was
 */
public record ThreadPools(
        int dumps, List<Pool> pools, List<ThreadDump.Scheduler> schedulers, boolean complete, String notSeen) {

    /** Number of dumps that a conclusion needs: a thread that is at a place in only one dump may just pass by. */
    public static final int ENOUGH_DUMPS = 2;

    /** The reason why a thread stays where it is. */
    public enum Wait {
        /** It borrows from a pool of the application. */
        POOL,
        LOCK,
        /** It waits for an answer, or a connection, of another server. */
        UPSTREAM,
        /** It waits for something else, such as the end of a sleep. */
        OTHER,
        /** It runs, as far as the JVM knows. */
        NONE
    }

    /**
     * The threads of one pool. Every count is one that both dumps show.
     *
     * @param name name of the threads, with {@code *} for their number
     * @param counts how many there are
     * @param states number of threads in each state in the last dump
     * @param places where those in requests are, the most frequent first
     */
    public record Pool(String name, Counts counts, Map<String, Integer> states, List<WaitPlace> places) {

        public Pool {
            states = Map.copyOf(states);
            places = List.copyOf(places);
        }
    }

    /**
     * How many threads a pool has.
     *
     * @param threads all of them in the last dump
     * @param grown how many more or fewer than in the first dump
     * @param idle how many waited for a task in the dump in which more did
     * @param inRequest how many were in a request in the dump in which more were
     * @param inApplication how many of these were in code of the application in the dump in which fewer were
     */
    public record Counts(int threads, int grown, int idle, int inRequest, int inApplication) {}

    /**
     * Where several threads are.
     *
     * @param cause what keeps them there
     * @param top what they are in, such as {@code HikariPool.getConnection}
     * @param caller method of the application that called it, such as {@code OrderController.list}
     * @param lock class and identity of the lock that they wait for; empty if there is none
     * @param owner the thread that has it, and where that is; empty if it was not seen
     * @param threads number of threads there in the dump in which fewer were
     * @param remedy what users of the library change whose lock or pool they wait for; empty if that is of no known one
     */
    public record WaitPlace(
            Wait cause, String top, String caller, String lock, String owner, int threads, String remedy) {

        /** Creates a place of no known library. */
        public WaitPlace(Wait cause, String top, String caller, String lock, String owner, int threads) {
            this(cause, top, caller, lock, owner, threads, "");
        }
    }

    /** Returns a summary of no dump. */
    public static ThreadPools notSeen(String why) {
        return new ThreadPools(0, List.of(), List.of(), true, why);
    }

    public ThreadPools {
        pools = List.copyOf(pools);
        schedulers = List.copyOf(schedulers);
    }

    /** Returns how many requests wait for a pool of the application or a lock. */
    public int waiting() {
        return requestPools()
                .flatMap(pool -> pool.places().stream())
                .filter(place -> place.cause() == Wait.POOL || place.cause() == Wait.LOCK)
                .mapToInt(WaitPlace::threads)
                .sum();
    }

    /** Returns true if enough dumps were taken to conclude something. */
    public boolean hasEnoughDumps() {
        return dumps >= ENOUGH_DUMPS;
    }

    public Stream<Pool> requestPools() {
        return pools.stream().filter(pool -> pool.counts().inRequest() > 0);
    }
}
