package io.ceiling.harness.verdict.threads;

import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds threads of a JVM that wait for locks of one another. A pure function. */
public final class Deadlock {

    private Deadlock() {}

    /** Returns the first circle of threads that wait for one another, with their places; empty if there is none. */
    public static String describe(ThreadDump dump) {
        Map<String, ThreadStack> byName = new HashMap<>();
        dump.threads().forEach(thread -> byName.putIfAbsent(thread.name(), thread));
        for (ThreadStack first : dump.threads()) {
            List<ThreadStack> circle = new ArrayList<>();
            Optional<ThreadStack> next = Optional.of(first);
            while (next.isPresent() && !circle.contains(next.get())) {
                circle.add(next.get());
                next = next.get().lock().map(ThreadStack.Lock::owner).map(byName::get);
            }
            if (next.isPresent() && next.get().equals(first)) {
                return circle.stream()
                        .map(thread -> words(thread, dump))
                        .collect(Collectors.joining(", ", "deadlock: ", ""));
            }
        }
        return "";
    }

    private static String words(ThreadStack thread, ThreadDump dump) {
        ThreadStack.Lock lock = thread.lock().orElseThrow();
        String caller = new StackReading(thread, dump.applicationPackages())
                .caller()
                .or(() -> thread.frames().stream().findFirst())
                .map(Frame::brief)
                .orElse("unknown code");
        return "%s in %s waits for %s of %s".formatted(thread.name(), caller, lock.object(), lock.owner());
    }
}
