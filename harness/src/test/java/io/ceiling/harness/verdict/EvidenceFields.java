package io.ceiling.harness.verdict;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadHeadroom.ThreadUse;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The fields of {@link EvidenceValues} by their names, as evidence.txt sets them. */
final class EvidenceFields {

    private static final Pattern NUMBER = Pattern.compile("(-?[0-9.]+)(%?)(\\w*)");
    private static final Map<String, Double> UNITS =
            Map.of("", 1.0, "ms", 1e6, "s", 1e9, "MiB", (double) (1 << 20), "GiB", (double) (1 << 30));

    private static final Map<Class<?>, BiFunction<EvidenceBuilder, String, Object>> TYPES = Map.ofEntries(
            Map.entry(int.class, (e, value) -> (int) number(e, value)),
            Map.entry(long.class, (e, value) -> (long) number(e, value)),
            Map.entry(double.class, (e, value) -> number(e, value)),
            Map.entry(
                    boolean.class, (e, value) -> EvidenceSituations.find(Map.of("true", true, "false", false), value)),
            Map.entry(String.class, (e, value) -> value),
            Map.entry(OptionalInt.class, (e, value) -> OptionalInt.of((int) number(e, value))),
            Map.entry(OptionalLong.class, (e, value) -> OptionalLong.of((long) number(e, value))),
            Map.entry(Limit.class, (e, value) -> Limit.of((long) number(e, value))),
            Map.entry(Observation.class, (e, value) -> Observation.of((long) number(e, value))),
            Map.entry(Duration.class, (e, value) -> Duration.ofNanos((long) number(e, value))),
            Map.entry(ThreadUse.class, (e, value) -> {
                long[] use = numbers(value, "/");
                return ThreadUse.of(use[0], use[1]);
            }),
            Map.entry(long[].class, (e, value) -> numbers(value, ",")),
            Map.entry(Workload.class, (e, value) -> Workloads.of(value)),
            Map.entry(Connector.class, (e, value) -> Connector.of(value)),
            Map.entry(ThreadKind.class, (e, value) -> ThreadKind.of(value)),
            Map.entry(ThreadPools.class, (e, value) -> ThreadPools.notSeen(value)));

    /** What gets one line more where others get a value. */
    private static final Map<String, Function<EvidenceBuilder, List<String>>> LOGS =
            Map.of("log", e -> e.log, "kernel", e -> e.kernel, "proxyLog", e -> e.proxyLog);

    private static final Map<String, Field> FIELDS = new TreeMap<>();

    static {
        Stream.of(EvidenceValues.class.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()) && TYPES.containsKey(field.getType()))
                .forEach(field -> FIELDS.put(field.getName(), field));
    }

    static final Set<String> NAMES = new TreeSet<>(FIELDS.keySet());

    static {
        NAMES.addAll(LOGS.keySet());
    }

    private EvidenceFields() {}

    static void set(EvidenceBuilder e, String name, String value) {
        if (LOGS.containsKey(name)) {
            LOGS.get(name).apply(e).add(value);
            return;
        }
        Field field = EvidenceSituations.find(FIELDS, name);
        var read = Objects.requireNonNull(TYPES.get(field.getType()));
        try {
            field.set(e, read.apply(e, value));
        } catch (IllegalAccessException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** Returns a number with its unit, the value of another field, or a percentage of that. */
    private static double number(EvidenceBuilder e, String value) {
        if (FIELDS.containsKey(value)) {
            return ofField(e, value);
        }
        Matcher number = NUMBER.matcher(value);
        if (!number.matches()) {
            throw new IllegalArgumentException("'%s' is no number and no field".formatted(value));
        }
        double figure = Double.parseDouble(number.group(1));
        String of = number.group(3);
        if (!number.group(2).isEmpty()) {
            return figure * ofField(e, of) / 100;
        }
        return figure * EvidenceSituations.find(UNITS, of);
    }

    private static double ofField(EvidenceBuilder e, String name) {
        try {
            return ((Number) EvidenceSituations.find(FIELDS, name).get(e)).doubleValue();
        } catch (IllegalAccessException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static long[] numbers(String value, String separator) {
        return Stream.of(value.split(separator)).mapToLong(Long::parseLong).toArray();
    }
}
