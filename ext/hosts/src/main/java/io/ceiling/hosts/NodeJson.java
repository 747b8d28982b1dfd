package io.ceiling.hosts;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Commands to nodes and their answers as JSON. Only the commands of {@link NodeCall} can be read, and of an answer only
 * the class that its command expects. Thread-safe.
 */
final class NodeJson {

    private static final ObjectMapper MAPPER = mapper();

    private NodeJson() {}

    private static ObjectMapper mapper() {
        SimpleModule values = new SimpleModule()
                .addSerializer(Path.class, new ToStringSerializer())
                .addSerializer(Limit.class, new ToStringSerializer())
                .addDeserializer(Limit.class, new LimitReader())
                .addSerializer(Seen.class, new SeenWriter())
                .addDeserializer(Seen.class, new SeenReader())
                .addSerializer(Workload.class, new WorkloadWriter())
                .addDeserializer(Workload.class, new WorkloadReader());
        ObjectMapper mapper = JsonMapper.builder()
                .visibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
                .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
                .visibility(PropertyAccessor.CREATOR, JsonAutoDetect.Visibility.ANY)
                .addModule(new Jdk8Module())
                .addModule(new JavaTimeModule())
                .addModule(values)
                .build();
        commands(NodeCall.class, mapper);
        return mapper;
    }

    /** Registers all commands, since only what is registered can be read. */
    private static void commands(Class<?> sealed, ObjectMapper mapper) {
        for (Class<?> kind : sealed.getPermittedSubclasses()) {
            if (kind.isSealed()) {
                commands(kind, mapper);
            } else {
                mapper.registerSubtypes(kind);
            }
        }
    }

    static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the command of these bytes.
     *
     * @throws IllegalArgumentException with one line if they are none
     */
    static NodeCall<?> call(byte[] bytes) {
        return read(bytes, NodeCall.class);
    }

    /**
     * Returns the answer of these bytes.
     *
     * @throws IllegalArgumentException with one line if they are none of that class
     */
    static <A> A read(byte[] bytes, Class<A> kind) {
        try {
            A value = MAPPER.readValue(bytes, kind);
            if (value == null) {
                throw new IllegalArgumentException("%d bytes are no %s".formatted(bytes.length, kind.getSimpleName()));
            }
            return value;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "%d bytes are no %s: %s"
                            .formatted(
                                    bytes.length,
                                    kind.getSimpleName(),
                                    Arrays.stream(String.valueOf(e.getMessage()).split("\\R"))
                                            .findFirst()
                                            .orElse("")),
                    e);
        }
    }

    private static final class LimitReader extends JsonDeserializer<Limit> {
        @Override
        public Limit deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Limit.parse(parser.getValueAsString(""));
        }
    }

    private static final class SeenWriter extends JsonSerializer<Seen> {
        @Override
        public void serialize(Seen value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.toString());
        }
    }

    private static final class SeenReader extends JsonDeserializer<Seen> {
        @Override
        public Seen deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getValueAsString("");
            return text.isEmpty() ? Seen.NOT : Seen.of(Long.parseLong(text));
        }
    }

    private static final class WorkloadWriter extends JsonSerializer<Workload> {
        @Override
        public void serialize(Workload value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.label());
        }
    }

    private static final class WorkloadReader extends JsonDeserializer<Workload> {
        @Override
        public Workload deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Workloads.of(parser.getValueAsString(""));
        }
    }
}
