package io.ceiling.harness.verdict.anatomy;

import io.ceiling.harness.model.anatomy.Amount;
import io.ceiling.harness.model.anatomy.Anatomy;
import io.ceiling.harness.model.anatomy.Part;
import io.ceiling.harness.model.anatomy.Total;
import io.ceiling.harness.model.anatomy.Tried;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Compares the anatomies of a connection before and after a setting was changed. Pure functions.
 *
 * <p>Notes. Parts are compared where connections alone move them: on the heap, in direct buffers, and in stacks if each
 * connection has a thread. The JVM's own memory and the kernel's also rise with the time, from one server to the next at
 * another pace, so that their small parts seem to differ; their wholes are compared with their errors.
 */
public final class Savings {

    /** Share of a part below which a difference is not told. */
    private static final double LEAST_SHARE = 0.02;

    /** Bytes below which a difference is not told. */
    private static final double LEAST_BYTES = 8;

    /** Threads for each connection from which on stacks are a matter of connections. */
    private static final double LEAST_THREADS = 0.45;

    private Savings() {}

    /** Returns what the setting saves, by part. */
    public static Tried of(String setting, Anatomy before, Anatomy after) {
        Map<Part.Key, Part> earlier = before.byKey();
        Map<Part.Key, Part> later = after.byKey();
        Set<Part.Key> all = new LinkedHashSet<>(earlier.keySet());
        all.addAll(later.keySet());
        Map<Part.Key, Amount> saved = new LinkedHashMap<>();
        for (Part.Key key : all) {
            Amount was = amount(earlier, key);
            Amount difference = was.minus(amount(later, key));
            if (isMovedByConnections(key, earlier) && counts(difference, was)) {
                saved.put(key, difference);
            }
        }
        Map<Total.Kind, Amount> totals = new EnumMap<>(Total.Kind.class);
        for (Total.Kind kind : Total.Kind.values()) {
            totals.put(
                    kind,
                    Total.of(kind, before.totals())
                            .measured()
                            .minus(Total.of(kind, after.totals()).measured()));
        }
        return new Tried(setting, "", saved, totals);
    }

    private static boolean isMovedByConnections(Part.Key key, Map<Part.Key, Part> earlier) {
        Part part = earlier.get(key);
        return switch (key.owner()) {
            case HEAP, DIRECT -> true;
            case STACK -> part != null && part.count() >= LEAST_THREADS;
            case NATIVE, KERNEL -> false;
        };
    }

    private static boolean counts(Amount difference, Amount was) {
        return difference.isSignificant()
                && Math.abs(difference.bytes()) >= Math.max(LEAST_BYTES, LEAST_SHARE * Math.abs(was.bytes()));
    }

    private static Amount amount(Map<Part.Key, Part> parts, Part.Key key) {
        Part part = parts.get(key);
        return part == null ? Amount.ZERO : part.amount();
    }
}
