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
 * <p>Notes. Parts are compared where connections alone move them: on the heap, in direct buffers, and in stacks if each
 * connection has a thread. The JVM's own memory and the kernel's also rise with the time, from one server to the next at
 * another pace, so that their small parts seem to differ; their wholes are compared with their errors. Two servers with
 * the same settings differ too, by more than the errors of their slopes: what they differ by is the control.
 */
final class Savings {

    /** Share of a part below which a difference is not told. */
    private static final double MIN_SHARE = 0.02;

    /** Bytes below which a difference is not told. */
    private static final double MIN_BYTES = 8;

    /** Threads for each connection from which on stacks are a matter of connections. */
    private static final double MIN_THREADS = 0.45;

    private Savings() {}

    /** The bytes of a part before and after. */
    private record AmountPair(Amount before, Amount after) {

        private Amount difference() {
            return before.minus(after);
        }
    }

    /** Returns by what two servers differ of which no setting was changed. */
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
     * @param control by what two servers without that setting differ
     */
    public static SettingEffect of(String setting, Anatomy before, Anatomy after, SettingEffect control) {
        Map<Part.Key, Amount> saved = new LinkedHashMap<>();
        pairs(before, after).forEach((key, pair) -> {
            Amount chance = control.saved().getOrDefault(key, Amount.ZERO);
            if (counts(pair) && Math.abs(pair.difference().bytes()) > Math.abs(chance.bytes())) {
                saved.put(key, pair.difference());
            }
        });
        return new SettingEffect(setting, "", saved, totals(before, after));
    }

    /** Returns the parts that can be compared. */
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

    /** Adds the fields that are a part of either, and what is left of each class. */
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

    /** Adds whole classes, of which the fields are not known on one of the two sides. */
    private static void ofClasses(Map<Part.Key, AmountPair> pairs, Anatomy before, Anatomy after) {
        for (String name : names(before, after)) {
            String holder = before.heap().isDumped() || after.heap().isDumped() ? Part.ALL_FIELDS : "";
            pairs.put(new Part.Key(Owner.HEAP, name, holder, ""), ofClass(name, before, after));
        }
    }

    private static AmountPair ofClass(String name, Anatomy before, Anatomy after) {
        return new AmountPair(before.heap().ofClass(name), after.heap().ofClass(name));
    }

    /** Returns the classes of both; none if one of them has no histogram. */
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

    private static boolean counts(AmountPair pair) {
        Amount difference = pair.difference();
        return difference.isSignificant()
                && Math.abs(difference.bytes())
                        >= Math.max(
                                MIN_BYTES, MIN_SHARE * Math.abs(pair.before().bytes()));
    }
}
