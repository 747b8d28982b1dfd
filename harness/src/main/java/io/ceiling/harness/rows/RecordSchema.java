package io.ceiling.harness.rows;

import io.ceiling.harness.rows.Figure.LaterColumns;
import io.ceiling.harness.rows.Figure.NotSummed;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The schema of a record: its reading of nothing, its sum and its columns follow from its components.
 *
 * <p>A component is such a record, a list, a text, an {@link OptionalDouble}, or a value of a class that has a
 * constant {@code NOT_SEEN} or {@code NOT} and a method {@code plus}. Immutable and thread-safe; each class is
 * inspected once.
 */
public final class RecordSchema {

    /**
     * A column of a record.
     *
     * @param meaning what it means, for results/columns.csv
     * @param group number of the group of columns with which it came, see {@link LaterColumns}
     * @param value returns the value of a record in this column
     */
    public record Column<T>(String name, String meaning, int group, Function<T, Object> value) {

        private <R> Column<R> within(int least, Function<R, T> part) {
            return new Column<>(name, meaning, Math.max(least, group), value.compose(part));
        }
    }

    private record RowPart(RecordComponent component, MethodHandle get, Optional<MethodHandle> plus) {

        private Object of(Object row) {
            return call(get, row);
        }

        private Object sum(Object one, Object other) {
            Class<?> type = component.getType();
            if (component.isAnnotationPresent(NotSummed.class)) {
                return emptyValue(type);
            }
            Object first = of(one);
            Object second = of(other);
            if (plus.isPresent()) {
                return call(plus.get(), first, second);
            }
            if (first instanceof List<?> list) {
                return Stream.concat(list.stream(), ((List<?>) second).stream()).toList();
            }
            if (first instanceof OptionalDouble number) {
                OptionalDouble further = (OptionalDouble) second;
                return number.isEmpty() || further.isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(number.getAsDouble() + further.getAsDouble());
            }
            return SCHEMAS.get(type).added(first, second);
        }

        private Stream<Column<Object>> columns() {
            LaterColumns later = component.getAnnotation(LaterColumns.class);
            int group = later == null ? 0 : later.value();
            Figure figure = component.getAnnotation(Figure.class);
            if (figure != null) {
                return Stream.of(new Column<>(name(figure), figure.value(), group, this::of));
            }
            return component.getType().isRecord()
                    ? SCHEMAS.get(component.getType()).parts.stream()
                            .flatMap(RowPart::columns)
                            .map(column -> column.within(group, this::of))
                    : Stream.empty();
        }

        private String name(Figure figure) {
            String name = component.getName().replaceAll("Nanos$", "Ns").replaceAll("([A-Z])", "_$1");
            return figure.column().isEmpty() ? name.toLowerCase(Locale.ROOT) : figure.column();
        }
    }

    private interface Look<T> {

        T look() throws ReflectiveOperationException;
    }

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private static final Map<Class<?>, Object> EMPTY =
            Map.of(String.class, "", List.class, List.of(), OptionalDouble.class, OptionalDouble.empty());

    private static final String NOT_SEEN_NAME = "NOT_SEEN";

    private static final ClassValue<RecordSchema> SCHEMAS = new ClassValue<>() {
        @Override
        protected RecordSchema computeValue(Class<?> type) {
            return new RecordSchema(type);
        }
    };

    private final List<RowPart> parts;
    private final MethodHandle create;

    private RecordSchema(Class<?> type) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException("%s has no sum".formatted(type));
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        parts = Stream.of(components).map(RecordSchema::part).toList();
        create = unchecked(
                () -> LOOKUP.unreflectConstructor(type.getConstructor(types)).asSpreader(Object[].class, types.length));
    }

    private static RowPart part(RecordComponent component) {
        Class<?> type = component.getType();
        Optional<MethodHandle> plus = Stream.of(type.getMethods())
                .filter(method -> method.getName().equals("plus") && method.getReturnType() == type)
                .findFirst()
                .map(method -> unchecked(() -> LOOKUP.unreflect(method)));
        return new RowPart(component, unchecked(() -> LOOKUP.unreflect(component.getAccessor())), plus);
    }

    private static <T> T unchecked(Look<T> look) {
        try {
            return look.look();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("a record of figures must be public", e);
        }
    }

    public static <T extends Record> T notSeen(Class<T> type) {
        RecordSchema rows = SCHEMAS.get(type);
        return type.cast(rows.created(
                rows.parts.stream().map(part -> emptyValue(part.component().getType()))));
    }

    /** Returns the sum of two readings; a component that is {@link NotSummed} is not seen in it. */
    @SuppressWarnings("unchecked")
    public static <T extends Record> T sum(T one, T other) {
        return (T) SCHEMAS.get(one.getClass()).added(one, other);
    }

    /**
     * Returns the columns of a record and of the records in it, by their groups and then in the order of the components.
     */
    public static <T extends Record> List<Column<T>> columns(Class<T> type) {
        return SCHEMAS.get(type).parts.stream()
                .flatMap(RowPart::columns)
                .sorted(Comparator.comparingInt(Column::group))
                .map(column -> column.within(0, (T row) -> row))
                .toList();
    }

    /**
     * Returns the key of a figure of a record.
     *
     * @param prefix beginning of the name in files
     * @throws IllegalArgumentException if the record has no figure of that name
     */
    public static <T extends Record> ColumnKey.Amount key(Class<T> type, String prefix, String name) {
        if (columns(type).stream().noneMatch(column -> column.name().equals(name))) {
            throw new IllegalArgumentException("%s has no figure '%s'".formatted(type, name));
        }
        return new ColumnKey.Amount(prefix + name);
    }

    private Object added(Object one, Object other) {
        return created(parts.stream().map(part -> part.sum(one, other)));
    }

    private Object created(Stream<Object> values) {
        return call(create, (Object) values.toArray());
    }

    private static Object emptyValue(Class<?> type) {
        Object empty = EMPTY.get(type);
        if (empty != null) {
            return empty;
        }
        return Stream.of(type.getFields())
                .filter(field -> field.getType() == type && field.getName().equals(NOT_SEEN_NAME))
                .findFirst()
                .map(field -> unchecked(() -> field.get(null)))
                .orElseThrow(() -> new IllegalArgumentException("%s has no constant NOT_SEEN".formatted(type)));
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
