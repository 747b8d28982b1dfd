package io.ceiling.livepage;

import jakarta.servlet.ServletContext;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the readings of the application and of the JVM around it. Does not block.
 *
 * @param numbers counters of the application by name, from the attribute {@code ceiling.readings}
 * @param connections open connections of channels by transport, from the attribute {@code ceiling.channels}; a reading
 *     visits every client
 * @param beans MBeans of this JVM
 * @param jvm readings of this JVM
 */
record Sampler(Map<String, LongSupplier> numbers, Supplier<Map<String, Integer>> connections, Beans beans, Jvm jvm) {

    private static final List<String> TRANSPORTS = List.of("websocket", "sse", "long-polling");

    /**
     * Highest values since the last event: a recursion takes milliseconds, and one reading a second would miss it. Not
     * thread-safe.
     */
    static final class Peaks {
        private long inFlight;
        private long depth;

        private void see(long nowInFlight, long nowDepth) {
            inFlight = Math.max(inFlight, nowInFlight);
            depth = Math.max(depth, nowDepth);
        }
    }

    @SuppressWarnings("unchecked")
    static Sampler of(ServletContext context) {
        Beans beans = new Beans(ManagementFactory.getPlatformMBeanServer());
        return new Sampler(
                (Map<String, LongSupplier>) Objects.requireNonNull(context.getAttribute("ceiling.readings")),
                // The channels start after this, and none is open before.
                () -> context.getAttribute("ceiling.channels") instanceof Supplier<?> channels
                        ? (Map<String, Integer>) channels.get()
                        : Map.of(),
                beans,
                new Jvm(beans));
    }

    /** Updates the peaks of values that change within milliseconds. */
    void look(Peaks peaks, int viewers) {
        peaks.see(inFlight(Map.of(), viewers), number("DEPTH"));
    }

    /** Returns the current event as one line of JSON; the peaks include the current values. */
    String event(Peaks peaks, int viewers) {
        Map<String, Integer> open = connections.get();
        Map<String, @Nullable Object> channels = Json.object();
        TRANSPORTS.forEach(transport -> channels.put(transport, open.getOrDefault(transport, 0)));
        long blocking = number("BLOCKING_HOLDS");
        long async = number("ASYNC_HOLDS");
        long webSockets = number("UPPER_SESSIONS");
        long levels = number("LEVELS_IN_FLIGHT");
        long inFlight = inFlight(open, viewers);
        long depth = number("DEPTH");
        peaks.see(inFlight, depth);
        Map<String, @Nullable Object> event = Json.object(
                "time_ms",
                System.currentTimeMillis(),
                "held",
                Json.object(
                        "total", blocking + async + webSockets + levels + sum(open),
                        "hold-blocking", blocking,
                        "hold-async", async,
                        "websocket", webSockets,
                        "recursion", levels,
                        "channels", channels),
                "container",
                Connectors.reading(beans),
                "requests",
                Json.object("in_flight", inFlight, "in_flight_peak", peaks.inFlight),
                "recursion",
                Json.object("depth", depth, "depth_peak", peaks.depth, "deepest", number("DEEPEST_LEVEL")));
        event.putAll(jvm.read(numbers.containsKey("VIRTUAL_THREADS") ? number("VIRTUAL_THREADS") : null));
        event.put("viewers", viewers);
        event.put(
                "since_start",
                Json.object(
                        "refusals", number("REFUSALS"),
                        "length_answers", number("LENGTH_ANSWERS"),
                        "websocket_answers", number("UPPER_ANSWERS"),
                        "messages_published", number("PUBLISHED"),
                        "deliveries_written", number("DELIVERIES_WRITTEN"),
                        "deliveries_dropped", number("DELIVERIES_DROPPED")));
        return Json.text(event);
    }

    /**
     * Returns the number of requests in flight: those in a thread, and those held without one. A WebSocket is no request
     * any more; each viewer is one.
     */
    private long inFlight(Map<String, Integer> open, int viewers) {
        return number("PLATFORM_THREADS")
                + number("VIRTUAL_THREADS")
                + number("ASYNC_HOLDS")
                + number("ASYNC_LEVELS")
                + sum(open)
                - open.getOrDefault("websocket", 0)
                + viewers;
    }

    private static long sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToLong(Integer::longValue).sum();
    }

    private long number(String name) {
        return numbers.getOrDefault(name, () -> 0).getAsLong();
    }
}
