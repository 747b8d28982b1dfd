package io.ceiling.harness.verdict.threads;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.reading.ThreadPools.Counts;
import io.ceiling.harness.reading.ThreadPools.Pool;
import io.ceiling.harness.reading.ThreadPools.Wait;
import io.ceiling.harness.reading.ThreadPools.WaitPlace;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.reading.ThreadStack.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Sums up thread dumps: pools by the names of their threads, and for each how many are idle, in a request, in code of
 * the application, and where. A pure function.
 *
 * <p>Notes. A thread that is on its way is somewhere in each dump. So of two dumps only what both show counts: the
 * smaller number of threads at a place, and the larger one of idle threads.
 */
public final class ThreadSummary {

    /** Name of the pool of all virtual threads that occupy no carrier. */
    public static final String VIRTUAL = "virtual";

    /** Name of the pool of all virtual threads that occupy a carrier. */
    public static final String MOUNTED = "virtual, on a carrier";

    private static final int MAX_POOLS = 20;
    private static final int MAX_PLACES = 10;
    private static final Pattern NUMBER = Pattern.compile("\\d+(?!.*\\d)");
    private static final Pattern JETTY = Pattern.compile("qtp-?\\d+-\\d+.*");

    private ThreadSummary() {}

    /** Returns the summary of at most two dumps of the same JVM, the older one first. */
    public static ThreadPools of(List<ThreadDump> dumps) {
        if (dumps.isEmpty()) {
            return ThreadPools.notSeen("no thread dump");
        }
        List<Map<String, List<ReadThread>>> looks =
                dumps.stream().map(ThreadSummary::byPool).toList();
        Set<String> names = new LinkedHashSet<>();
        looks.forEach(look -> look.forEach((name, threads) -> {
            if (!threads.stream().allMatch(ReadThread::isOfJvm)) {
                names.add(name);
            }
        }));
        List<Pool> pools = names.stream()
                .map(name -> pool(
                        name,
                        looks.stream()
                                .map(look -> look.getOrDefault(name, List.of()))
                                .toList(),
                        looks.get(looks.size() - 1).values().stream()
                                .flatMap(List::stream)
                                .toList()))
                .sorted(Comparator.comparingInt((Pool pool) -> pool.counts().inRequest())
                        .thenComparingInt(pool -> pool.counts().threads())
                        .reversed()
                        .thenComparing(Pool::name))
                .limit(MAX_POOLS)
                .toList();
        return new ThreadPools(
                dumps.size(),
                pools,
                dumps.stream().map(ThreadDump::scheduler).toList(),
                dumps.stream().noneMatch(ThreadSummary::isSample),
                dumps.stream()
                        .map(ThreadSummary::notSeen)
                        .filter(words -> !words.isEmpty())
                        .distinct()
                        .collect(joining("; ")));
    }

    private static String notSeen(ThreadDump dump) {
        long sampledThreads = dump.threads().stream()
                .filter(thread -> thread.kind() == Kind.PLATFORM)
                .count();
        String sample = isSample(dump)
                ? "%d of %d platform threads were looked at".formatted(sampledThreads, dump.platformThreads())
                : "";
        return Stream.of(sample, dump.notSeen())
                .filter(words -> !words.isEmpty())
                .collect(joining("; "));
    }

    private static boolean isSample(ThreadDump dump) {
        long sampledThreads = dump.threads().stream()
                .filter(thread -> thread.kind() == Kind.PLATFORM)
                .count();
        // Some end before they are looked at.
        return sampledThreads < 0.9 * dump.platformThreads();
    }

    // A thread with the interpretation of its stack.
    private record ReadThread(ThreadStack thread, StackReading reading, Optional<PlaceKey> spot) {

        // Returns true for a thread such as the finalizer: it waits for no task, serves no request, and has no code
        // but the JDK's.
        private boolean isOfJvm() {
            return thread.kind() == Kind.PLATFORM
                    && !reading.isIdle()
                    && !reading.isInRequest()
                    && reading.outsideJdk().isEmpty();
        }
    }

    // A place without its number of threads.
    private record PlaceKey(Wait cause, String top, String caller, String lock, String remedy) {}

    private static Map<String, List<ReadThread>> byPool(ThreadDump dump) {
        Function<ThreadStack, StackReading> readings = StackReading.cached(dump);
        return dump.threads().stream()
                .filter(thread -> !thread.frames().isEmpty())
                .map(thread -> {
                    StackReading reading = readings.apply(thread);
                    return new ReadThread(thread, reading, spot(thread, reading));
                })
                .collect(groupingBy(looked -> poolOf(looked.thread()), LinkedHashMap::new, toList()));
    }

    private static Optional<PlaceKey> spot(ThreadStack thread, StackReading reading) {
        return reading.caller().map(Frame::brief).map(caller -> {
            Wait wait = reading.waitKind();
            String lock = wait == Wait.LOCK
                    ? thread.lock().map(ThreadStack.Lock::object).orElse("")
                    : "";
            return new PlaceKey(wait, reading.top(), caller, lock, reading.remedy());
        });
    }

    /** Returns the name of the pool: that of the thread with its last number replaced. */
    static String poolOf(ThreadStack thread) {
        return switch (thread.kind()) {
            case VIRTUAL -> VIRTUAL;
            case MOUNTED -> MOUNTED;
            case PLATFORM ->
                // Jetty appends what the thread does at the moment.
                JETTY.matcher(thread.name()).matches()
                        ? thread.name().replaceFirst("(?s)^(qtp-?\\d+)-.*", "$1-*")
                        : NUMBER.matcher(thread.name()).replaceFirst("*");
        };
    }

    private static Pool pool(String name, List<List<ReadThread>> dumps, List<ReadThread> allOfLast) {
        List<ReadThread> last = dumps.get(dumps.size() - 1);
        Counts counts = new Counts(
                last.size(),
                last.size() - dumps.get(0).size(),
                maxCount(dumps, looked -> looked.reading().isIdle()),
                maxCount(dumps, looked -> looked.reading().isInRequest()),
                minCount(
                        dumps,
                        looked -> looked.reading().isInRequest()
                                && looked.reading().isInApplication()));
        Map<String, Integer> states = new LinkedHashMap<>();
        last.forEach(looked -> states.merge(looked.thread().state(), 1, Integer::sum));
        states.remove("");
        return new Pool(name, counts, states, places(name, dumps, allOfLast));
    }

    private static int maxCount(List<List<ReadThread>> dumps, Predicate<ReadThread> which) {
        return (int) dumps.stream()
                .mapToLong(dump -> dump.stream().filter(which).count())
                .max()
                .orElse(0);
    }

    private static int minCount(List<List<ReadThread>> dumps, Predicate<ReadThread> which) {
        return (int) dumps.stream()
                .mapToLong(dump -> dump.stream().filter(which).count())
                .min()
                .orElse(0);
    }

    private static List<WaitPlace> places(String pool, List<List<ReadThread>> dumps, List<ReadThread> allOfLast) {
        List<Map<PlaceKey, Long>> counted = dumps.stream()
                .map(dump -> dump.stream()
                        // What occupies a carrier keeps it from requests, whether it serves one or not.
                        .filter(looked -> looked.reading().isInRequest() || pool.equals(MOUNTED))
                        .flatMap(looked -> looked.spot().stream())
                        .collect(groupingBy(spot -> spot, LinkedHashMap::new, counting())))
                .map(map -> (Map<PlaceKey, Long>) map)
                .toList();
        List<WaitPlace> places = new ArrayList<>();
        counted.get(0).forEach((spot, first) -> {
            int inAll = (int) counted.stream()
                    .mapToLong(dump -> dump.getOrDefault(spot, 0L))
                    .min()
                    .orElse(0);
            if (inAll > 0) {
                String owner = spot.lock().isEmpty() ? "" : owner(spot.lock(), allOfLast);
                places.add(new WaitPlace(
                        spot.cause(), spot.top(), spot.caller(), spot.lock(), owner, inAll, spot.remedy()));
            }
        });
        places.sort(Comparator.comparingInt(WaitPlace::threads).reversed());
        return places.stream().limit(MAX_PLACES).toList();
    }

    private static String owner(String lock, List<ReadThread> all) {
        String name = all.stream()
                .flatMap(looked -> looked.thread().lock().stream())
                .filter(waited -> waited.object().equals(lock))
                .map(ThreadStack.Lock::owner)
                .filter(owner -> !owner.isEmpty())
                .findFirst()
                .orElse("");
        return all.stream()
                .filter(looked -> looked.thread().name().equals(name) && !name.isEmpty())
                .findFirst()
                .map(looked -> "%s, in %s%s"
                        .formatted(
                                name,
                                looked.reading().top(),
                                looked.reading()
                                        .caller()
                                        .map(caller -> " called by " + caller.brief())
                                        .orElse("")))
                .orElse(name);
    }
}
