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
 * @param virtualRequestThreads virtual threads that are in a request of this WAR; null on a JDK without such threads
 * @param counters since the start, by name
 */
record LiveReading(
        long timeMillis,
        Workloads workloads,
        ContainerReading container,
        long inFlight,
        long inFlightPeak,
        long depth,
        long depthPeak,
        long deepest,
        @Nullable Long virtualRequestThreads,
        JvmReading jvm,
        int viewers,
        Map<String, Long> counters) {

    private static final JsonFactory JSON = new JsonFactory();
    private static final List<String> TRANSPORTS = List.of("websocket", "sse", "streaming", "long-polling");

    /** The event as one line of JSON; null for what is not known. */
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
            json.writeNumberField("in_flight", inFlight);
            json.writeNumberField("in_flight_peak", inFlightPeak);
            json.writeEndObject();
            json.writeObjectFieldStart("recursion");
            json.writeNumberField("depth", depth);
            json.writeNumberField("depth_peak", depthPeak);
            json.writeNumberField("deepest", deepest);
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
        json.writeNumberField("platform", jvm.platformThreads());
        number(json, "virtual_in_requests", virtualRequestThreads);
        number(json, "virtual_mounted", jvm.mountedVirtualThreads());
        number(json, "virtual_queued", jvm.queuedVirtualThreads());
        json.writeEndObject();
        json.writeObjectFieldStart("heap");
        json.writeNumberField("used_bytes", jvm.heapUsedBytes());
        number(json, "max_bytes", jvm.heapMaxBytes());
        json.writeEndObject();
        json.writeObjectFieldStart("direct");
        number(json, "used_bytes", jvm.directUsedBytes());
        number(json, "max_bytes", jvm.directMaxBytes());
        json.writeEndObject();
        json.writeObjectFieldStart("descriptors");
        number(json, "open", jvm.openDescriptors());
        number(json, "limit", jvm.descriptorLimit());
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
