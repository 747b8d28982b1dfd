package io.ceiling.load.link;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Codec of a value without parts: a number, a text, or an object of a class that travels as a text. */
public interface ValueCodec {

    /** Codecs of the types whose values are never null. */
    Map<Class<?>, ValueCodec> PRIMITIVES = Map.of(
            int.class, of((out, value) -> out.writeInt((int) value), ByteBuffer::getInt),
            long.class, of((out, value) -> out.writeLong((long) value), ByteBuffer::getLong),
            double.class, of((out, value) -> out.writeDouble((double) value), ByteBuffer::getDouble),
            boolean.class, of((out, value) -> out.writeBoolean((boolean) value), ValueCodec::flag));

    /** Codecs of the classes of values that every format has. */
    Map<Class<?>, ValueCodec> COMMON = Map.of(
            Integer.class, PRIMITIVES.get(int.class),
            Long.class, PRIMITIVES.get(long.class),
            Double.class, PRIMITIVES.get(double.class),
            String.class, ofText(Function.<String>identity(), Function.identity()));

    /** Classes of optional values, which travel as a value that may be null. */
    Map<Class<?>, OptionalCodec> OPTIONALS = Map.of(
            Optional.class,
            new OptionalCodec(null, value -> ((Optional<?>) value).orElse(null), Optional::ofNullable),
            OptionalInt.class,
            new OptionalCodec(
                    Integer.class,
                    value -> ((OptionalInt) value).isPresent() ? ((OptionalInt) value).getAsInt() : null,
                    value -> value == null ? OptionalInt.empty() : OptionalInt.of((int) value)),
            OptionalLong.class,
            new OptionalCodec(
                    Long.class,
                    value -> ((OptionalLong) value).isPresent() ? ((OptionalLong) value).getAsLong() : null,
                    value -> value == null ? OptionalLong.empty() : OptionalLong.of((long) value)),
            OptionalDouble.class,
            new OptionalCodec(
                    Double.class,
                    value -> ((OptionalDouble) value).isPresent() ? ((OptionalDouble) value).getAsDouble() : null,
                    value -> value == null ? OptionalDouble.empty() : OptionalDouble.of((double) value)));

    void write(DataOutputStream out, Object value) throws IOException;

    /**
     * Reads a value.
     *
     * @throws RuntimeException if the bytes are no such value
     */
    Object read(ByteBuffer in);

    /**
     * An optional value of one class.
     *
     * @param content class of the value; null if the declared type has it as its argument
     */
    record OptionalCodec(
            @Nullable Class<?> content,
            Function<Object, @Nullable Object> get,
            Function<@Nullable Object, Object> of) {}

    /** Writes a value. */
    @FunctionalInterface
    interface Writer {
        void write(DataOutputStream out, Object value) throws IOException;
    }

    private static ValueCodec of(Writer writer, Function<ByteBuffer, Object> reader) {
        return new ValueCodec() {
            @Override
            public void write(DataOutputStream out, Object value) throws IOException {
                writer.write(out, value);
            }

            @Override
            public Object read(ByteBuffer in) {
                return reader.apply(in);
            }
        };
    }

    /**
     * Returns the codec of a class whose objects travel as texts.
     *
     * @param write returns the text of an object
     * @param read returns the object of a text
     */
    @SuppressWarnings("unchecked")
    static <T> ValueCodec ofText(Function<T, String> write, Function<String, T> read) {
        return of(
                (out, value) -> {
                    byte[] text = write.apply((T) value).getBytes(StandardCharsets.UTF_8);
                    out.writeInt(text.length);
                    out.write(text);
                },
                in -> read.apply(text(in, in.getInt())));
    }

    /** Reads a text of that many bytes. */
    static String text(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException(
                    "a text of %d bytes, where %d are left".formatted(length, in.remaining()));
        }
        byte[] text = new byte[length];
        in.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    static boolean flag(ByteBuffer in) {
        byte value = in.get();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("a flag must be 0 or 1, was " + value);
        }
        return value == 1;
    }
}
