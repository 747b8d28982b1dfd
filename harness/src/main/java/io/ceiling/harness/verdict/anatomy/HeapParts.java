package io.ceiling.harness.verdict.anatomy;

import static java.util.stream.Collectors.groupingBy;

import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.anatomy.Amount;
import io.ceiling.harness.model.anatomy.ClassHistogram;
import io.ceiling.harness.model.anatomy.HeldObjects;
import io.ceiling.harness.model.anatomy.MemoryLook;
import io.ceiling.harness.model.anatomy.Owner;
import io.ceiling.harness.model.anatomy.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects on the heap of one more connection, by class and holding field. Pure functions.
 *
 * <p>Notes. The slope of a class comes from the histograms, so that the slopes of all classes add up to that of the
 * heap. Two heap dumps share it out among fields: what one field holds more of in the second dump belongs to the
 * connections between them. That a server without connections has many objects of a class is no matter then. What is
 * left of a class is a part without a holder.
 */
final class HeapParts {

    /** Objects for each connection below which a field is a matter of chance: a table that grew, a cache. */
    static final double LEAST_COUNT = 0.45;

    /** Bytes for each connection below which a class is summed up with others. */
    static final double LEAST_BYTES = 8;

    /** Name of the part that has all classes which cost next to nothing. */
    static final String OTHER_CLASSES = "other classes";

    private HeapParts() {}

    /** The part of one class, and the whole of it. */
    private record OfClass(String name, double count, Amount amount) {}

    /**
     * Returns the parts, the largest first, of which the sum is {@link #sum}.
     *
     * @param looks readings with histograms
     * @param dumped readings of a server with the same settings, of which some have a heap dump
     */
    static List<Part> of(List<MemoryLook> looks, List<MemoryLook> dumped) {
        List<MemoryLook> counted =
                looks.stream().filter(look -> look.histogram().isPresent()).toList();
        if (counted.size() < 2) {
            return List.of();
        }
        Map<String, List<Part>> held = held(dumped);
        List<Part> parts = new ArrayList<>();
        List<Amount> others = new ArrayList<>();
        for (OfClass one : classes(counted)) {
            boolean large = Math.abs(one.amount().bytes()) >= LEAST_BYTES
                    && one.amount().isSignificant();
            if (large) {
                parts.addAll(shared(one, held.getOrDefault(one.name(), List.of())));
            } else {
                others.add(one.amount());
            }
        }
        parts.sort(Comparator.comparingDouble((Part part) -> -part.amount().bytes())
                .thenComparing(Part::name)
                .thenComparing(Part::holder)
                .thenComparing(Part::via));
        if (!others.isEmpty()) {
            parts.add(new Part(Owner.HEAP, OTHER_CLASSES, Double.NaN, Lines.sum(others)));
        }
        return List.copyOf(parts);
    }

    /** Returns the sum of the slopes of all classes; unknown without histograms. */
    static Amount sum(List<MemoryLook> looks) {
        List<MemoryLook> counted =
                looks.stream().filter(look -> look.histogram().isPresent()).toList();
        if (counted.size() < 2) {
            return Amount.UNKNOWN;
        }
        return Lines.amount(
                counted,
                look -> Seen.of(look.histogram().orElseThrow().classes().values().stream()
                        .mapToLong(ClassHistogram.Count::bytes)
                        .sum()));
    }

    private static List<OfClass> classes(List<MemoryLook> looks) {
        Set<String> names = new LinkedHashSet<>();
        looks.forEach(
                look -> names.addAll(look.histogram().orElseThrow().classes().keySet()));
        return names.stream().sorted().map(name -> ofClass(name, looks)).toList();
    }

    private static OfClass ofClass(String name, List<MemoryLook> looks) {
        double count = Lines.slope(
                        looks,
                        look -> Seen.of(look.histogram().orElseThrow().of(name).instances()))
                .perConnection();
        return new OfClass(
                name,
                count,
                Lines.amount(
                        looks,
                        look -> Seen.of(look.histogram().orElseThrow().of(name).bytes())));
    }

    /** Returns the class as its holding fields, and what is left of it. */
    private static List<Part> shared(OfClass whole, List<Part> holders) {
        List<Part> parts = new ArrayList<>(holders);
        double count = whole.count();
        double bytes = whole.amount().bytes();
        for (Part holder : holders) {
            count -= holder.count();
            bytes -= holder.amount().bytes();
        }
        if (Math.abs(bytes) >= LEAST_BYTES || holders.isEmpty()) {
            parts.add(new Part(
                    Owner.HEAP,
                    whole.name(),
                    count,
                    new Amount(bytes, whole.amount().standardError())));
        }
        return parts;
    }

    /** Returns what each field holds for one more connection, by class; nothing without two heap dumps. */
    private static Map<String, List<Part>> held(List<MemoryLook> looks) {
        List<MemoryLook> dumped =
                looks.stream().filter(look -> look.held().isPresent()).toList();
        if (dumped.size() < 2) {
            return Map.of();
        }
        MemoryLook first = dumped.get(0);
        MemoryLook last = dumped.get(dumped.size() - 1);
        HeldObjects before = first.held().orElseThrow();
        HeldObjects after = last.held().orElseThrow();
        double connections = last.connections() - first.connections();
        return after.groups().keySet().stream()
                .map(holding -> {
                    ClassHistogram.Count more = after.of(holding);
                    ClassHistogram.Count less = before.of(holding);
                    return new Part(
                            Owner.HEAP,
                            holding.className(),
                            holding.holder(),
                            holding.via(),
                            (more.instances() - less.instances()) / connections,
                            new Amount((more.bytes() - less.bytes()) / connections, Double.NaN));
                })
                .filter(part -> part.count() >= LEAST_COUNT)
                .collect(groupingBy(Part::name));
    }
}
