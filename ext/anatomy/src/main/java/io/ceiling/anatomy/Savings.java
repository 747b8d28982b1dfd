package io.ceiling.anatomy;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Compares the anatomies of a connection before and after a setting was changed. Pure functions.
 *
 * <p>Notes. Only parts that depend on connections alone are compared: on the heap, in direct buffers, and in stacks if
 * each connection has a thread. The memory of JVM and kernel also grows with time, at a different pace in each server,
 * so that small parts seem to differ; only their totals are compared, with their errors. Two servers with the same
 * settings also differ by more than the errors of their slopes: this difference is the control.
 */
final class Savings {

    // Share of a part below which a difference is not reported.
    private static final double MIN_SHARE = 0.02;

    // Bytes below which a difference is not reported.
    private static final double MIN_BYTES = 8;

    // Fewest threads for each connection at which stacks depend on connections.
    private static final double MIN_THREADS = 0.45;

    private Savings() {}

    // The bytes of a part before and after.
    private record AmountPair(Amount before, Amount after) {

        private Amount difference() {
            return before.minus(after);
        }
    }

    /** Returns the differences between two servers with the same settings. */
    public static SettingEffect control(Anatomy before, Anatomy again) {
        Map<Part.Key, Amount> differences = new LinkedHashMap<>();
        pairs(before, again).forEach((key, pair) -> {
            if (pair.difference().isKnown()) {
                differences.put(key, pair.difference());
            }
        });
        return new SettingEffect(SettingEffect.CONTROL, "", differences, totals(before, again));
    }

    /**
     * Returns what the setting saves, by part.
     *
     * @param control differences between two servers without that setting
     */
    public static SettingEffect of(String setting, Anatomy before, Anatomy after, SettingEffect control) {
        Map<Part.Key, Amount> saved = new LinkedHashMap<>();
        pairs(before, after).forEach((key, pair) -> {
            Amount chance = control.savings().getOrDefault(key, Amount.ZERO);
            if (isRelevant(pair) && Math.abs(pair.difference().bytes()) > Math.abs(chance.bytes())) {
                saved.put(key, pair.difference());
            }
        });
        return new SettingEffect(setting, "", saved, totals(before, after));
    }

    private static Map<Part.Key, AmountPair> pairs(Anatomy before, Anatomy after) {
        Map<Part.Key, AmountPair> pairs = new LinkedHashMap<>();
        if (before.heap().isDumped() && after.heap().isDumped()) {
            ofFields(pairs, before, after);
        } else {
            ofClasses(pairs, before, after);
        }
        Map<Part.Key, Part> later = after.byKey();
        for (Part part : before.parts()) {
            Part other = later.get(part.key());
            if (isMovedByConnections(part) && (other != null || after.hasOwner(Owner.NATIVE))) {
                // A tracked JVM without that part has no thread for each connection.
                pairs.put(part.key(), new AmountPair(part.amount(), other == null ? Amount.ZERO : other.amount()));
            }
        }
        return pairs;
    }

    private static boolean isMovedByConnections(Part part) {
        return switch (part.owner()) {
            case DIRECT -> true;
            case STACK -> part.count() >= MIN_THREADS;
            case HEAP, NATIVE, KERNEL -> false;
        };
    }

    // Adds each field that is a part on either side, and the rest of each class.
    private static void ofFields(Map<Part.Key, AmountPair> pairs, Anatomy before, Anatomy after) {
        Map<String, AmountPair> rest = new LinkedHashMap<>();
        names(before, after).forEach(name -> rest.put(name, ofClass(name, before, after)));
        Set<Part.Key> seen = new HashSet<>();
        Stream.concat(before.parts().stream(), after.parts().stream())
                .filter(part -> part.owner() == Owner.HEAP && !part.holder().isEmpty())
                .map(Part::key)
                .filter(seen::add)
                .forEach(key -> {
                    AmountPair pair = new AmountPair(
                            before.heap().field(key), after.heap().field(key));
                    pairs.put(key, pair);
                    rest.computeIfPresent(
                            key.name(),
                            (name, left) -> new AmountPair(
                                    left.before().minus(pair.before()),
                                    left.after().minus(pair.after())));
                });
        rest.forEach((name, pair) -> pairs.put(new Part.Key(Owner.HEAP, name, "", ""), pair));
    }

    // Adds whole classes, since one side does not know the fields.
    private static void ofClasses(Map<Part.Key, AmountPair> pairs, Anatomy before, Anatomy after) {
        for (String name : names(before, after)) {
            String holder = before.heap().isDumped() || after.heap().isDumped() ? Part.ALL_FIELDS : "";
            pairs.put(new Part.Key(Owner.HEAP, name, holder, ""), ofClass(name, before, after));
        }
    }

    private static AmountPair ofClass(String name, Anatomy before, Anatomy after) {
        return new AmountPair(before.heap().ofClass(name), after.heap().ofClass(name));
    }

    // Returns the classes of both; none if one of them has no histogram.
    private static Set<String> names(Anatomy before, Anatomy after) {
        Set<String> names = new TreeSet<>();
        if (!before.heap().classes().isEmpty() && !after.heap().classes().isEmpty()) {
            names.addAll(before.heap().classes().keySet());
            names.addAll(after.heap().classes().keySet());
            names.remove(HeapParts.FILLER);
        }
        return names;
    }

    private static Map<Total.Kind, Amount> totals(Anatomy before, Anatomy after) {
        Map<Total.Kind, Amount> totals = new EnumMap<>(Total.Kind.class);
        for (Total.Kind kind : Total.Kind.values()) {
            totals.put(
                    kind,
                    Total.of(kind, before.totals())
                            .measured()
                            .minus(Total.of(kind, after.totals()).measured()));
        }
        return totals;
    }

    private static boolean isRelevant(AmountPair pair) {
        Amount difference = pair.difference();
        return difference.isSignificant()
                && Math.abs(difference.bytes())
                        >= Math.max(
                                MIN_BYTES, MIN_SHARE * Math.abs(pair.before().bytes()));
    }
}
