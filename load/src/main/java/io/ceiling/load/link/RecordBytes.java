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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of records and enums of this module. A record is a number for its components, which the other end must have in the
 * same order, and then they: int, long, double and boolean as they are; anything else a flag whether it is there, then a
 * text in UTF-8, a Long, a Map, the name of a constant, or a record. The name of a class comes first where the declared
 * type leaves it open. Thread-safe.
 *
 * <p>Notes. A report comes many times a second from each agent; Java's serialization describes each of its classes in
 * each report. A record is created by its constructor, which checks it.
 */
final class RecordBytes {

    private static final String MODULE = "io.ceiling.load.";
    private static final int MAX_DEPTH = 10;

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private RecordBytes() {}

    /**
     * How a record is made.
     *
     * @param layout number for the types and names of its components, in their order
     * @param constructor the canonical one
     */
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
     * Returns the bytes of a record or enum of this module.
     *
     * @throws IllegalArgumentException if it, or a component, is anything else
     */
    static byte[] of(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(new DataOutputStream(bytes), Object.class, object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a record or enum of this module, up to its last byte.
     *
     * @throws RuntimeException if the bytes are anything else, or the constructor of a record refuses its components
     */
    static Object read(ByteBuffer in) {
        Object object = read(in, Object.class, 0);
        if (object == null) {
            throw new IllegalArgumentException("no record");
        }
        return object;
    }

    private static void write(DataOutputStream out, Type type, @Nullable Object value) throws IOException {
        if (type == int.class) {
            out.writeInt((int) value(value));
        } else if (type == long.class) {
            out.writeLong((long) value(value));
        } else if (type == double.class) {
            out.writeDouble((double) value(value));
        } else if (type == boolean.class) {
            out.writeBoolean((boolean) value(value));
        } else {
            out.writeBoolean(value != null);
            if (value != null) {
                writePresent(out, type, value);
            }
        }
    }

    private static Object value(@Nullable Object present) {
        return Objects.requireNonNull(present);
    }

    private static void writePresent(DataOutputStream out, Type type, Object value) throws IOException {
        if (type == String.class) {
            byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
            out.writeInt(text.length);
            out.write(text);
        } else if (type == Long.class) {
            out.writeLong((long) value);
        } else if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
            out.writeInt(((Map<?, ?>) value).size());
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                write(out, map.getActualTypeArguments()[0], entry.getKey());
                write(out, map.getActualTypeArguments()[1], entry.getValue());
            }
        } else {
            Class<?> of = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
            if (!travels(of)) {
                throw new IllegalArgumentException(of.getName() + " does not travel between harness and agents");
            }
            if (isOpen(type)) {
                out.writeUTF(of.getName());
            }
            if (value instanceof Enum<?> constant) {
                out.writeUTF(constant.name());
                return;
            }
            Shape shape = SHAPES.get(of);
            out.writeInt(shape.layout);
            for (Component component : shape.components) {
                write(out, component.type, component(component.accessor, value));
            }
        }
    }

    private static @Nullable Object component(Method accessor, Object record) {
        try {
            return accessor.invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean travels(Class<?> type) {
        return type.getName().startsWith(MODULE) && (type.isRecord() || type.isEnum());
    }

    /** Returns whether values of a declared type may be of several classes. */
    private static boolean isOpen(Type type) {
        return !(type instanceof Class<?> known && (known.isRecord() || known.isEnum()));
    }

    private static @Nullable Object read(ByteBuffer in, Type type, int depth) {
        if (type == int.class) {
            return in.getInt();
        }
        if (type == long.class) {
            return in.getLong();
        }
        if (type == double.class) {
            return in.getDouble();
        }
        boolean present = flag(in);
        if (type == boolean.class) {
            return present;
        }
        return present ? readPresent(in, type, depth) : null;
    }

    private static boolean flag(ByteBuffer in) {
        byte value = in.get();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("a flag must be 0 or 1, was " + value);
        }
        return value == 1;
    }

    private static Object readPresent(ByteBuffer in, Type type, int depth) {
        if (type == String.class) {
            return text(in, in.getInt());
        }
        if (type == Long.class) {
            return in.getLong();
        }
        if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
            return entries(in, map, depth);
        }
        Class<?> of = isOpen(type) ? known(text(in, Short.toUnsignedInt(in.getShort()))) : (Class<?>) type;
        if (of.isEnum()) {
            return constant(of, text(in, Short.toUnsignedInt(in.getShort())));
        }
        if (depth == MAX_DEPTH) {
            throw new IllegalArgumentException("records within records: more than " + MAX_DEPTH);
        }
        Shape shape = SHAPES.get(of);
        if (in.getInt() != shape.layout) {
            throw new IllegalArgumentException(of.getName() + " has other components at the other end");
        }
        @Nullable
        Object[] components = shape.components.stream()
                .map(component -> read(in, component.type, depth + 1))
                .toArray();
        return created(shape.constructor, components);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object constant(Class<?> of, String name) {
        return Enum.valueOf((Class) of, name);
    }

    private static Map<Object, @Nullable Object> entries(ByteBuffer in, ParameterizedType map, int depth) {
        Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
        int size = in.getInt();
        // Each entry takes bytes: one that is too large ends with the input.
        for (int i = 0; i < size; i++) {
            Object key = value(read(in, map.getActualTypeArguments()[0], depth));
            entries.put(key, read(in, map.getActualTypeArguments()[1], depth));
        }
        if (size != entries.size()) {
            throw new IllegalArgumentException(
                    "a map of %d entries, of which %d differ".formatted(size, entries.size()));
        }
        return entries;
    }

    private static String text(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException(
                    "a text of %d bytes, where %d are left".formatted(length, in.remaining()));
        }
        byte[] text = new byte[length];
        in.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Admits classes by name before they are loaded. */
    private static Class<?> known(String name) {
        if (!name.startsWith(MODULE)) {
            throw new IllegalArgumentException(name + " does not travel between harness and agents");
        }
        try {
            Class<?> type = Class.forName(name, false, RecordBytes.class.getClassLoader());
            if (!travels(type)) {
                throw new IllegalArgumentException(name + " does not travel between harness and agents");
            }
            return type;
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(name + " is no class", e);
        }
    }

    private static Object created(Constructor<?> constructor, @Nullable Object[] components) {
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
