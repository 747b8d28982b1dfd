package io.ceiling.load.link;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encodes records and enums of some packages. A record is a hash of its components, which both ends must have in the
 * same order, and then the components: int, long, double and boolean as they are; any other value as a flag for null
 * and then a text in UTF-8, a boxed number, a List, a Map, an Optional, the name of a constant, or a record. The name
 * of a class precedes a value whose declared type leaves the class open; only classes of that type are read.
 * Thread-safe.
 *
 * <p>Notes. Java's serialization would describe each class in each report, and an agent reports many times a second. A
 * record is created by its constructor, which checks it.
 */
public final class RecordBytes {

    /** The format of what travels between the harness and its load agents. */
    static final RecordBytes OF_AGENTS = new RecordBytes("io.ceiling.load.", Map.of());

    private static final int MAX_DEPTH = 16;
    private static final int MAX_WORDS = 200;

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private final String packages;
    private final Map<Class<?>, ValueCodec> values;

    /**
     * Creates a format.
     *
     * @param packages beginning of the names of the packages whose records and enums travel
     * @param values further classes that travel, by the type that components declare
     */
    public RecordBytes(String packages, Map<Class<?>, ValueCodec> values) {
        this.packages = packages;
        this.values = new HashMap<>(values);
        this.values.putAll(ValueCodec.COMMON);
    }

    // The layout of a record class.
    // layout: number for the types and names of its components, in their order
    // constructor: the canonical one
    private record Shape(int layout, Constructor<?> constructor, List<Component> components) {

        static Shape of(Class<?> type) {
            List<Component> components = Arrays.stream(type.getRecordComponents())
                    .map(one -> new Component(one.getGenericType(), one.getAccessor()))
                    .toList();
            components.forEach(one -> one.accessor.setAccessible(true));
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return new Shape(Arrays.toString(type.getRecordComponents()).hashCode(), constructor, components);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record Component(Type type, Method accessor) {}

    /**
     * Returns the bytes of a record or enum.
     *
     * @throws IllegalArgumentException if it, or a component, does not travel
     */
    public byte[] of(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(new DataOutputStream(bytes), Object.class, object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Returns the record or enum of that kind that these bytes encode.
     *
     * @throws IllegalArgumentException with a message of one line of bounded length if they are anything else, or the
     *     constructor of a record refuses its components
     */
    public <T> T read(byte[] bytes, Class<T> kind) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        T object;
        try {
            object = kind.cast(ValueCodec.flag(in) ? readOpen(in, kind, 0) : null);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("%d bytes are no record: they end too early".formatted(bytes.length), e);
        } catch (RuntimeException | LinkageError e) {
            // A wrong byte in the middle of a record may cause any of these.
            throw new IllegalArgumentException("%d bytes are no record: %s".formatted(bytes.length, describe(e)), e);
        }
        if (object == null || in.hasRemaining()) {
            throw new IllegalArgumentException("%d bytes are not exactly one record".formatted(bytes.length));
        }
        return object;
    }

    private static String describe(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String line = message.replaceAll("\\P{Print}", "?");
        return line.length() <= MAX_WORDS ? line : line.substring(0, MAX_WORDS) + "...";
    }

    private void write(DataOutputStream out, Type type, @Nullable Object value) throws IOException {
        ValueCodec primitive = ValueCodec.PRIMITIVES.get(raw(type));
        if (primitive != null) {
            primitive.write(out, value(value));
            return;
        }
        out.writeBoolean(value != null);
        if (value != null) {
            writePresent(out, type, value);
        }
    }

    private static Object value(@Nullable Object present) {
        return Objects.requireNonNull(present);
    }

    private void writePresent(DataOutputStream out, Type type, Object value) throws IOException {
        Class<?> raw = raw(type);
        ValueCodec codec = values.get(raw);
        ValueCodec.OptionalCodec optional = ValueCodec.OPTIONALS.get(raw);
        if (codec != null) {
            codec.write(out, value);
        } else if (optional != null) {
            write(out, content(optional, type), optional.get().apply(value));
        } else if (raw == Map.class) {
            out.writeInt(((Map<?, ?>) value).size());
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                write(out, argument(type, 0), entry.getKey());
                write(out, argument(type, 1), entry.getValue());
            }
        } else if (raw == List.class) {
            out.writeInt(((List<?>) value).size());
            for (Object element : (List<?>) value) {
                write(out, argument(type, 0), element);
            }
        } else {
            writeRecord(out, type, value);
        }
    }

    private static Type content(ValueCodec.OptionalCodec optional, Type type) {
        return optional.content() == null ? argument(type, 0) : optional.content();
    }

    private void writeRecord(DataOutputStream out, Type type, Object value) throws IOException {
        Class<?> objectClass = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        if (!travels(objectClass)) {
            throw new IllegalArgumentException(objectClass.getName() + " does not travel to another process");
        }
        if (isOpen(type)) {
            out.writeUTF(objectClass.getName());
        }
        if (value instanceof Enum<?> constant) {
            out.writeUTF(constant.name());
            return;
        }
        Shape shape = SHAPES.get(objectClass);
        out.writeInt(shape.layout);
        for (Component component : shape.components) {
            write(out, component.type, component(component.accessor, value));
        }
    }

    private static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    private static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }

    private static @Nullable Object component(Method accessor, Object record) {
        try {
            return accessor.invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean travels(Class<?> type) {
        return type.getName().startsWith(packages) && (type.isRecord() || type.isEnum());
    }

    private static boolean isOpen(Type type) {
        return !(type instanceof Class<?> known && (known.isRecord() || known.isEnum()));
    }

    private @Nullable Object read(ByteBuffer in, Type type, int depth) {
        ValueCodec primitive = ValueCodec.PRIMITIVES.get(raw(type));
        if (primitive != null) {
            return primitive.read(in);
        }
        return ValueCodec.flag(in) ? readPresent(in, type, depth) : null;
    }

    private Object readPresent(ByteBuffer in, Type type, int depth) {
        Class<?> raw = raw(type);
        ValueCodec codec = values.get(raw);
        if (codec != null) {
            return codec.read(in);
        }
        ValueCodec.OptionalCodec optional = ValueCodec.OPTIONALS.get(raw);
        if (optional != null) {
            return optional.of().apply(read(in, content(optional, type), depth));
        }
        if (raw == Map.class) {
            return entries(in, type, depth);
        }
        if (raw == List.class) {
            return elements(in, argument(type, 0), depth);
        }
        return isOpen(type) ? readOpen(in, raw, depth) : readRecord(in, raw, depth);
    }

    // Reads the name of a class of that type, and then an object of this class.
    private Object readOpen(ByteBuffer in, Class<?> type, int depth) {
        Class<?> objectClass = known(ValueCodec.text(in, Short.toUnsignedInt(in.getShort())));
        if (!type.isAssignableFrom(objectClass)) {
            throw new IllegalArgumentException("%s is no %s".formatted(objectClass.getName(), type.getSimpleName()));
        }
        return readRecord(in, objectClass, depth);
    }

    private Object readRecord(ByteBuffer in, Class<?> objectClass, int depth) {
        if (objectClass.isEnum()) {
            return constant(objectClass, ValueCodec.text(in, Short.toUnsignedInt(in.getShort())));
        }
        if (depth == MAX_DEPTH) {
            throw new IllegalArgumentException("records within records: more than " + MAX_DEPTH);
        }
        Shape shape = SHAPES.get(objectClass);
        if (in.getInt() != shape.layout) {
            throw new IllegalArgumentException(objectClass.getName() + " has other components at the other end");
        }
        @Nullable
        Object[] components = shape.components.stream()
                .map(component -> read(in, component.type, depth + 1))
                .toArray();
        return create(shape.constructor, components);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object constant(Class<?> objectClass, String name) {
        return Enum.valueOf((Class) objectClass, name);
    }

    private Map<Object, @Nullable Object> entries(ByteBuffer in, Type map, int depth) {
        Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
        int size = in.getInt();
        // Each entry takes bytes: a size that is too large fails at the end of the input.
        for (int i = 0; i < size; i++) {
            Object key = value(read(in, argument(map, 0), depth));
            entries.put(key, read(in, argument(map, 1), depth));
        }
        if (size != entries.size()) {
            throw new IllegalArgumentException(
                    "a map of %d entries, of which %d differ".formatted(size, entries.size()));
        }
        return entries;
    }

    private List<Object> elements(ByteBuffer in, Type type, int depth) {
        int size = in.getInt();
        if (size < 0 || size > in.remaining()) {
            throw new IllegalArgumentException("a list of %d, where %d bytes are left".formatted(size, in.remaining()));
        }
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            elements.add(value(read(in, type, depth)));
        }
        return elements;
    }

    // Admits classes by name before they are loaded.
    private Class<?> known(String name) {
        if (!name.startsWith(packages)) {
            throw new IllegalArgumentException(name + " does not travel to another process");
        }
        try {
            Class<?> type = Class.forName(name, false, RecordBytes.class.getClassLoader());
            if (!travels(type)) {
                throw new IllegalArgumentException(name + " does not travel to another process");
            }
            return type;
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(name + " is no class", e);
        }
    }

    private static Object create(Constructor<?> constructor, @Nullable Object[] components) {
        try {
            return constructor.newInstance(components);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
