package io.ceiling.harness.observe.jmx;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.reading.ThreadStack.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the virtual threads of a thread dump that a JVM wrote as JSON. A pure function of bytes.
 *
 * <p>Notes. JVMs before 25 write only the names and stacks of threads; a virtual thread is then told by its outermost
 * frame. Later ones add states, what each waits for, the monitors that it has, and the carrier that it occupies.
 */
final class VirtualThreads {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OUTERMOST = "java.lang.VirtualThread";

    private VirtualThreads() {}

    /**
     * Returns the virtual threads of a dump that have begun to run.
     *
     * @param mostFrames frames of each that are kept, the innermost ones
     * @throws ThreadDumpException if the bytes are no such dump
     */
    static List<ThreadStack> parse(byte[] dump, int mostFrames) throws ThreadDumpException {
        JsonNode root;
        try {
            root = JSON.readTree(dump);
        } catch (IOException e) {
            throw new ThreadDumpException("the thread dump is no JSON", e);
        }
        JsonNode containers = root == null ? null : root.path("threadDump").get("threadContainers");
        if (containers == null || !containers.isArray()) {
            throw new ThreadDumpException("the thread dump has no threadContainers");
        }
        List<JsonNode> threads = new ArrayList<>();
        containers.forEach(container -> container.path("threads").forEach(threads::add));
        Map<String, String> owners = owners(threads);
        return threads.stream()
                .filter(VirtualThreads::isVirtual)
                .map(thread -> stack(thread, mostFrames, owners))
                .filter(thread -> !thread.frames().isEmpty())
                .toList();
    }

    private static Map<String, String> owners(List<JsonNode> threads) {
        Map<String, String> owners = new HashMap<>();
        for (JsonNode thread : threads) {
            thread.path("monitorsOwned")
                    .forEach(frame -> frame.path("locks").forEach(lock -> owners.put(lock.asText(), name(thread))));
        }
        return owners;
    }

    private static String name(JsonNode thread) {
        String name = thread.path("name").asText("");
        return name.isEmpty() ? "virtual thread " + thread.path("tid").asText("") : name;
    }

    private static boolean isVirtual(JsonNode thread) {
        JsonNode frames = thread.path("stack");
        return thread.path("virtual").asBoolean(false)
                || frame(frames.path(frames.size() - 1).asText("")).type().equals(OUTERMOST);
    }

    private static ThreadStack stack(JsonNode thread, int mostFrames, Map<String, String> owners) {
        List<Frame> frames = new ArrayList<>();
        for (JsonNode frame : thread.path("stack")) {
            if (frames.size() < mostFrames) {
                frames.add(frame(frame.asText("")));
            }
        }
        String waited = thread.path("blockedOn")
                .asText(thread.path("waitingOn")
                        .asText(thread.path("parkBlocker").path("object").asText("")));
        return new ThreadStack(
                name(thread),
                thread.has("carrier") ? Kind.MOUNTED : Kind.VIRTUAL,
                thread.path("state").asText(""),
                frames,
                waited.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new ThreadStack.Lock(waited, owners.getOrDefault(waited, ""))));
    }

    // Returns a frame of a line such as java.base/java.lang.Thread.sleep(Thread.java:540).
    private static Frame frame(String line) {
        int bracket = line.indexOf('(');
        String name = bracket < 0 ? line : line.substring(0, bracket);
        // Before it: the loader and the module of the class, with its version.
        name = name.substring(name.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? new Frame("", name) : new Frame(name.substring(0, dot), name.substring(dot + 1));
    }
}
