package io.ceiling.harness.verdict.threads;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadPools.Wait;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.reading.ThreadStack.Kind;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadPlace.WaitReason;
import io.ceiling.harness.result.law.ThreadsByPlace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Counts the threads of a JVM by where they stand: by their name, what they are in, and what of the application leads
 * there. Pure functions.
 */
public final class ThreadCrowd {

    // Numbers of threads, pools and ports, and addresses.
    private static final Pattern NUMBERS = Pattern.compile("\\d+(?:[.-]\\d+)*");

    private ThreadCrowd() {}

    /** Returns the threads of dumps of the same moment: the largest number of each place. */
    public static ThreadsByPlace of(List<ThreadDump> dumps) {
        return dumps.stream()
                .map(ThreadCrowd::of)
                .reduce(ThreadsByPlace::maxPerPlace)
                .orElseGet(() -> ThreadsByPlace.notSeen("no thread dump"));
    }

    private static ThreadsByPlace of(ThreadDump dump) {
        long sampledThreads = dump.threads().stream()
                .filter(thread -> thread.kind() == Kind.PLATFORM)
                .count();
        Map<ThreadPlace, Integer> groups = new HashMap<>();
        // Of many threads only a sample was looked at.
        double share = sampledThreads == 0 ? 1 : Math.max(1, (double) dump.platformThreads() / sampledThreads);
        count(dump, true).forEach((standing, count) -> groups.put(standing, (int) Math.round(count * share)));
        count(dump, false).forEach((standing, count) -> groups.merge(standing, count.intValue(), Integer::sum));
        return ThreadsByPlace.of(groups);
    }

    private static Map<ThreadPlace, Long> count(ThreadDump dump, boolean platform) {
        Function<ThreadStack, StackReading> readings = StackReading.cached(dump);
        return dump.threads().stream()
                .filter(thread -> (thread.kind() == Kind.PLATFORM) == platform)
                .filter(thread ->
                        !thread.frames().isEmpty() && !readings.apply(thread).isIdle())
                .collect(groupingBy(thread -> standing(thread, readings.apply(thread)), counting()));
    }

    private static ThreadPlace standing(ThreadStack thread, StackReading reading) {
        String caller =
                reading.caller().or(reading::outsideJdk).map(Frame::brief).orElse("");
        return new ThreadPlace(name(thread), at(reading), caller, why(reading), reading.remedy());
    }

    private static String at(StackReading reading) {
        if (reading.waitKind() == Wait.LOCK) {
            return "the lock of " + reading.top();
        }
        return reading.hasLender()
                ? reading.top()
                : reading.jdkCall().map(Frame::brief).orElseGet(reading::top);
    }

    private static WaitReason why(StackReading reading) {
        if (reading.isSleeping()) {
            return WaitReason.TIME;
        }
        return switch (reading.waitKind()) {
            case LOCK -> WaitReason.LOCK;
            case POOL, OTHER -> reading.isInApplication() ? WaitReason.APPLICATION : WaitReason.OTHER;
            case UPSTREAM -> reading.isInApplication() ? WaitReason.UPSTREAM : WaitReason.OTHER;
            case NONE -> WaitReason.OTHER;
        };
    }

    private static String name(ThreadStack thread) {
        return thread.kind() == Kind.PLATFORM ? NUMBERS.matcher(thread.name()).replaceAll("*") : ThreadSummary.VIRTUAL;
    }
}
