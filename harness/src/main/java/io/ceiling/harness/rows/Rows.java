package io.ceiling.harness.rows;

import io.ceiling.harness.rows.Figure.Apart;
import io.ceiling.harness.rows.Figure.Later;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The schema of a record: its reading of nothing, its sum and its columns follow from its components.
 *
 * <p>A component is such a record, a list, a text, an {@link OptionalDouble}, or a value of a class that has a constant
 * {@code NOT_SEEN} or {@code NOT} and a method {@code plus}. Immutable and thread-safe; each class is looked at once.
 */
public final class Rows {

    /**
     * A column of a record.
     *
     * @param meaning what it means, for results/columns.csv
     * @param group number of the group of columns with which it came, see {@link Later}
     * @param value returns the value of a record in this column
     */
    public record Column<T>(String name, String meaning, int group, Function<T, Object> value) {

        private <R> Column<R> within(int least, Function<R, T> part) {
            return new Column<>(name, meaning, Math.max(least, group), value.compose(part));
        }
    }

    private record Part(RecordComponent component, MethodHandle get, Optional<MethodHandle> plus) {

        private Object of(Object row) {
            return call(get, row);
        }

        private Object none() {
            return Rows.none(component.getType());
        }

        private Object sum(Object one, Object other) {
            return component.isAnnotationPresent(Apart.class) ? none() : plus(of(one), of(other));
        }

        private Object plus(Object one, Object other) {
            if (plus.isPresent()) {
                return call(plus.get(), one, other);
            }
            if (one instanceof List<?> first && other instanceof List<?> second) {
                return Stream.concat(first.stream(), second.stream()).toList();
            }
            if (one instanceof OptionalDouble first && other instanceof OptionalDouble second) {
                return first.isPresent() && second.isPresent()
                        ? OptionalDouble.of(first.getAsDouble() + second.getAsDouble())
                        : OptionalDouble.empty();
            }
            return KNOWN.get(component.getType()).added(one, other);
        }

        private Stream<Column<Object>> columns() {
            Later later = component.getAnnotation(Later.class);
            int group = later == null ? 0 : later.value();
            Figure figure = component.getAnnotation(Figure.class);
            if (figure != null) {
                return Stream.of(new Column<>(name(figure), figure.value(), group, this::of));
            }
            return component.getType().isRecord()
                    ? KNOWN.get(component.getType()).parts.stream()
                            .flatMap(Part::columns)
                            .map(column -> column.within(group, this::of))
                    : Stream.empty();
        }

        private String name(Figure figure) {
            return figure.column().isEmpty()
                    ? component
                            .getName()
                            .replaceAll("Nanos$", "Ns")
                            .replaceAll("([A-Z])", "_$1")
                            .toLowerCase(Locale.ROOT)
                    : figure.column();
        }
    }

    private static final Set<String> NONE = Set.of("NOT_SEEN", "NOT");

    private static final ClassValue<Rows> KNOWN = new ClassValue<>() {
        @Override
        protected Rows computeValue(Class<?> type) {
            return new Rows(type);
        }
    };

    private final List<Part> parts;
    private final MethodHandle create;

    private Rows(Class<?> type) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException("%s has no sum".formatted(type));
        }
        List<RecordComponent> components = List.of(type.getRecordComponents());
        parts = components.stream().map(Rows::part).toList();
        try {
            create = MethodHandles.lookup()
                    .unreflectConstructor(type.getConstructor(
                            components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new)))
                    .asSpreader(Object[].class, components.size());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("%s is no public record".formatted(type), e);
        }
    }

    private static Part part(RecordComponent component) {
        Class<?> type = component.getType();
        Optional<Method> plus = Stream.of(type.getMethods())
                .filter(method -> method.getName().equals("plus") && method.getReturnType() == type)
                .findFirst();
        return new Part(component, handle(component.getAccessor()), plus.map(Rows::handle));
    }

    private static MethodHandle handle(Method method) {
        try {
            return MethodHandles.lookup().unreflect(method);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException("%s is not public".formatted(method), e);
        }
    }

    /** Returns the reading of which nothing was seen. */
    public static <T extends Record> T notSeen(Class<T> type) {
        Rows rows = KNOWN.get(type);
        return type.cast(rows.created(rows.parts.stream().map(Part::none)));
    }

    /** Returns the sum of two readings; a component that is {@link Apart} is not seen in it. */
    @SuppressWarnings("unchecked")
    public static <T extends Record> T sum(T one, T other) {
        return (T) KNOWN.get(one.getClass()).added(one, other);
    }

    /**
     * Returns the columns of a record and of the records in it, by their groups and then in the order of the components.
     */
    public static <T extends Record> List<Column<T>> columns(Class<T> type) {
        return KNOWN.get(type).parts.stream()
                .flatMap(Part::columns)
                .sorted(Comparator.comparingInt(Column::group))
                .map(column -> column.within(0, (T row) -> row))
                .toList();
    }

    private Object added(Object one, Object other) {
        return created(parts.stream().map(part -> part.sum(one, other)));
    }

    private Object created(Stream<Object> values) {
        return call(create, (Object) values.toArray());
    }

    private static Object none(Class<?> type) {
        if (type == String.class) {
            return "";
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == OptionalDouble.class) {
            return OptionalDouble.empty();
        }
        return Stream.of(type.getFields())
                .filter(field -> field.getType() == type && NONE.contains(field.getName()))
                .findFirst()
                .map(Rows::constant)
                .orElseThrow(() -> new IllegalArgumentException("%s has no constant NOT_SEEN".formatted(type)));
    }

    private static Object constant(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException("%s is not public".formatted(field), e);
        }
    }

    private static Object call(MethodHandle handle, Object... arguments) {
        try {
            return handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
