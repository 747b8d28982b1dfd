package io.ceiling.load.report;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of the connections that failed.
 *
 * @param counts number of failures by cause; a cause that never occurred is absent
 * @param firstTexts first error text of each cause
 * @param refusals failures in which the server refused something, by kind; a kind that never occurred is absent
 */
public record Failures(
        Map<FailureCause, Long> counts, Map<FailureCause, String> firstTexts, Map<RefusalKind, Refusal> refusals) {

    public static final Failures NONE = new Failures(Map.of(), Map.of(), Map.of());

    public Failures {
        counts = copy(FailureCause.class, counts);
        firstTexts = copy(FailureCause.class, firstTexts);
        refusals = copy(RefusalKind.class, refusals);
    }

    /** Creates failures without refusals. */
    public Failures(Map<FailureCause, Long> counts, Map<FailureCause, String> firstTexts) {
        this(counts, firstTexts, Map.of());
    }

    private static <K extends Enum<K>, V> Map<K, V> copy(Class<K> type, Map<K, V> values) {
        Map<K, V> copy = new EnumMap<>(type);
        copy.putAll(values);
        return Collections.unmodifiableMap(copy);
    }

    public long count(FailureCause cause) {
        return counts.getOrDefault(cause, 0L);
    }

    /** Returns the first error text of this cause; empty if there is none. */
    public String firstText(FailureCause cause) {
        return firstTexts.getOrDefault(cause, "");
    }

    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the sums. If both have a text for a cause, the text of this object is kept. */
    public Failures plus(Failures other) {
        Map<FailureCause, Long> sums = new EnumMap<>(FailureCause.class);
        sums.putAll(counts);
        other.counts.forEach((cause, count) -> sums.merge(cause, count, Long::sum));
        Map<FailureCause, String> texts = new EnumMap<>(FailureCause.class);
        texts.putAll(firstTexts);
        other.firstTexts.forEach(texts::putIfAbsent);
        Map<RefusalKind, Refusal> kinds = new EnumMap<>(RefusalKind.class);
        kinds.putAll(refusals);
        other.refusals.forEach((kind, more) -> kinds.merge(kind, more, Refusal::plus));
        return new Failures(sums, texts, kinds);
    }

    /** Returns the failures since earlier counts, each with the first text of its cause of all time. */
    public Failures since(Failures before) {
        Map<FailureCause, Long> more = new EnumMap<>(FailureCause.class);
        more.putAll(counts);
        more.replaceAll((cause, count) -> count - before.count(cause));
        more.values().removeIf(count -> count <= 0);
        Map<FailureCause, String> texts = new EnumMap<>(FailureCause.class);
        texts.putAll(firstTexts);
        texts.keySet().retainAll(more.keySet());
        Map<RefusalKind, Refusal> kinds = new EnumMap<>(RefusalKind.class);
        refusals.forEach((kind, all) -> {
            Refusal earlier = before.refusals.get(kind);
            Refusal since = earlier == null ? all : all.since(earlier);
            if (since.count() > 0) {
                kinds.put(kind, since);
            }
        });
        return new Failures(more, texts, kinds);
    }

    public static <V> Map<String, V> byLabel(Map<FailureCause, V> values) {
        Map<String, V> sorted = new TreeMap<>();
        values.forEach((cause, value) -> sorted.put(cause.label(), value));
        return sorted;
    }
}
