package io.ceiling.harness.observe.jmx;

import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.reading.ThreadStack.Kind;
import io.ceiling.harness.reading.ThreadStack.Lock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the threads of Java in the text that a HotSpot JVM prints for the command Thread.print. Pure functions. */
final class ThreadPrint {

    private static final Pattern NAME = Pattern.compile("^\"(.*)\" (?:#\\d|.*\\btid=).*$");
    private static final Pattern STATE = Pattern.compile("^\\s+java\\.lang\\.Thread\\.State: (\\w+).*$");
    private static final Pattern FRAME = Pattern.compile("^\\s+at ([^\\s(]+)\\.([^\\s(.]+)\\(.*$");
    private static final Pattern LOCK =
            Pattern.compile("^\\s+- (parking to wait for|waiting on|waiting to lock|locked)\\s+<(\\w+)> \\(a (.*)\\)$");

    private ThreadPrint() {}

    /**
     * Returns the threads that have frames, as all but those of the JVM itself do.
     *
     * @param mostFrames frames of each that are kept, the innermost ones
     */
    static List<ThreadStack> parse(String text, int mostFrames) {
        List<Entry> threads = new ArrayList<>();
        Map<String, String> owners = new HashMap<>();
        for (String line : text.lines().toList()) {
            Matcher name = NAME.matcher(line);
            if (name.matches()) {
                threads.add(new Entry(name.group(1)));
            } else if (line.isBlank()) {
                // The lines after a thread, such as the list of its monitors, belong to no thread.
                threads.add(new Entry(""));
            } else if (!threads.isEmpty()) {
                threads.get(threads.size() - 1).add(line, mostFrames, owners);
            }
        }
        return threads.stream()
                .filter(thread -> !thread.name.isEmpty() && !thread.frames.isEmpty())
                .map(thread -> thread.stack(owners))
                .toList();
    }

    // A thread while its lines are read.
    private static final class Entry {
        private final String name;
        private final List<Frame> frames = new ArrayList<>();
        private String state = "";
        private String waitsFor = "";

        private Entry(String name) {
            this.name = name;
        }

        private void add(String line, int mostFrames, Map<String, String> owners) {
            Matcher found = FRAME.matcher(line);
            if (found.matches()) {
                if (frames.size() < mostFrames) {
                    frames.add(new Frame(found.group(1), found.group(2)));
                }
                return;
            }
            found = STATE.matcher(line);
            if (found.matches()) {
                state = found.group(1);
                return;
            }
            found = LOCK.matcher(line);
            if (found.matches()) {
                String object = "%s@%s".formatted(found.group(3), found.group(2));
                if (!found.group(1).equals("locked")) {
                    waitsFor = waitsFor.isEmpty() ? object : waitsFor;
                } else if (!object.equals(waitsFor)) {
                    // A thread that waits for a notification has entered that monitor, and does not have it.
                    owners.put(object, name);
                }
            }
        }

        private ThreadStack stack(Map<String, String> owners) {
            return new ThreadStack(
                    name,
                    Kind.PLATFORM,
                    state,
                    frames,
                    waitsFor.isEmpty()
                            ? Optional.empty()
                            : Optional.of(new Lock(waitsFor, owners.getOrDefault(waitsFor, ""))));
        }
    }
}
