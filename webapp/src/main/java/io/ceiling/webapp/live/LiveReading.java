package io.ceiling.webapp.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event of {@code /live}.
 *
 * @param timeMillis time of the reading in milliseconds since the epoch
 * @param workloads connections and requests held by the workloads
 * @param container readings of the container
 * @param requests requests in this WAR
 * @param recursion depth of the recursion
 * @param jvm readings of the JVM
 * @param viewers number of viewers
 * @param counters counts since the start, by name
 */
record LiveReading(
        long timeMillis,
        Workloads workloads,
        ContainerReading container,
        Requests requests,
        Recursion recursion,
        JvmReading jvm,
        int viewers,
        Map<String, Long> counters) {

    /**
     * Requests in this WAR.
     *
     * @param inFlight number of requests now
     * @param inFlightPeak highest number since the last event
     * @param virtualThreads number of virtual threads that serve them; null on a JDK without virtual threads
     */
    record Requests(long inFlight, long inFlightPeak, @Nullable Long virtualThreads) {}

    /** Levels of the recursion: now, at most since the last event, and at most since the start. */
    record Recursion(long depth, long depthPeak, long deepest) {}

    private static final JsonFactory JSON = new JsonFactory();
    private static final List<String> TRANSPORTS = List.of("websocket", "sse", "streaming", "long-polling");

    /** Returns the event as one line of JSON, with null for unknown values. */
    String toJson() {
        StringWriter text = new StringWriter(1024);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("time_ms", timeMillis);
            writeHeld(json);
            json.writeObjectFieldStart("container");
            number(json, "connections", container.connections());
            number(json, "max_connections", container.maxConnections());
            number(json, "busy_threads", container.busyThreads());
            number(json, "max_threads", container.maxThreads());
            json.writeStringField("source", container.source());
            json.writeEndObject();
            json.writeObjectFieldStart("requests");
            json.writeNumberField("in_flight", requests.inFlight());
            json.writeNumberField("in_flight_peak", requests.inFlightPeak());
            json.writeEndObject();
            json.writeObjectFieldStart("recursion");
            json.writeNumberField("depth", recursion.depth());
            json.writeNumberField("depth_peak", recursion.depthPeak());
            json.writeNumberField("deepest", recursion.deepest());
            json.writeEndObject();
            writeJvm(json);
            json.writeNumberField("viewers", viewers);
            json.writeObjectFieldStart("since_start");
            for (Map.Entry<String, Long> counter : counters.entrySet()) {
                json.writeNumberField(counter.getKey(), counter.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail to be written", e);
        }
        return text.toString();
    }

    private void writeHeld(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("held");
        json.writeNumberField("total", workloads.connections());
        json.writeNumberField("hold-blocking", workloads.holdBlocking());
        json.writeNumberField("hold-async", workloads.holdAsync());
        json.writeNumberField("websocket", workloads.webSocket());
        json.writeNumberField("recursion", workloads.recursionLevels());
        json.writeObjectFieldStart("channels");
        for (String transport : TRANSPORTS) {
            json.writeNumberField(transport, workloads.channels().getOrDefault(transport, 0));
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void writeJvm(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("threads");
        json.writeNumberField("platform", jvm.threads().platform());
        number(json, "virtual_in_requests", requests.virtualThreads());
        number(json, "virtual_mounted", jvm.threads().mountedVirtual());
        number(json, "virtual_queued", jvm.threads().queuedVirtual());
        json.writeEndObject();
        json.writeObjectFieldStart("heap");
        number(json, "used_bytes", jvm.heap().usedBytes());
        number(json, "max_bytes", jvm.heap().maxBytes());
        json.writeEndObject();
        json.writeObjectFieldStart("direct");
        number(json, "used_bytes", jvm.direct().usedBytes());
        number(json, "max_bytes", jvm.direct().maxBytes());
        json.writeEndObject();
        json.writeObjectFieldStart("descriptors");
        number(json, "open", jvm.descriptors().open());
        number(json, "limit", jvm.descriptors().limit());
        json.writeEndObject();
    }

    private static void number(JsonGenerator json, String name, @Nullable Long value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, value);
        }
    }
}
