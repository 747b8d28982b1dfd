package io.ceiling.anatomy;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import io.ceiling.harness.reading.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects on the heap of one more connection, by class and holding field. Pure functions.
 *
 * <p>Notes. The slope of a class comes from the histograms, so that the slopes of all classes add up to that of the
 * heap. Two heap dumps split it among fields: what a field holds more of in the second dump belongs to the connections
 * opened in between. Objects that a server has without connections do not count. The rest of a class is a part without
 * a holder.
 */
final class HeapParts {

    /** Fewest objects for each connection of a field; fewer are chance, such as a table that grew, or a cache. */
    static final double MIN_COUNT = 0.45;

    /** Bytes for each connection below which a class is summed up with others. */
    static final double MIN_BYTES = 8;

    /** Name of the part that has all classes which cost next to nothing. */
    static final String OTHER_CLASSES = "other classes";

    /** Name of the filler objects with which a collector fills gaps. */
    static final String FILLER = "filler of the collector";

    private static final Set<String> FILLERS =
            Set.of("jdk.internal.vm.FillerElement[]", "jdk.internal.vm.FillerObject");

    private HeapParts() {}

    // The slopes of one class, before fields share them.
    private record ClassSlope(String name, double count, Amount amount) {}

    /**
     * Returns the parts, the largest first; they add up to {@link #sum}.
     *
     * @param snapshots readings with histograms
     * @param dumped readings of a server with the same settings, of which some have a heap dump
     */
    static List<Part> of(List<MemorySnapshot> snapshots, List<MemorySnapshot> dumped) {
        List<MemorySnapshot> countedSnapshots = snapshots.stream()
                .filter(snapshot -> snapshot.histogram().isPresent())
                .toList();
        if (countedSnapshots.size() < 2) {
            return List.of();
        }
        Map<String, List<Part>> held = heldParts(dumped).orElse(List.of()).stream()
                .filter(part -> part.count() >= MIN_COUNT)
                .collect(groupingBy(Part::name));
        List<Part> parts = new ArrayList<>();
        List<Amount> others = new ArrayList<>();
        for (ClassSlope one : classes(countedSnapshots)) {
            boolean unsure = Double.isFinite(one.amount().standardError())
                    && !one.amount().isSignificant();
            if (Math.abs(one.amount().bytes()) >= MIN_BYTES && !unsure) {
                parts.addAll(splitByField(one, held.getOrDefault(one.name(), List.of())));
            } else {
                others.add(one.amount());
            }
        }
        parts.sort(Comparator.comparingDouble((Part part) -> -part.amount().bytes())
                .thenComparing(Part::name)
                .thenComparing(Part::holder)
                .thenComparing(Part::via));
        if (!others.isEmpty()) {
            parts.add(new Part(Owner.HEAP, OTHER_CLASSES, Double.NaN, LineFits.sum(others)));
        }
        return List.copyOf(parts);
    }

    /** Returns the figures of all classes and fields, also of those that are no parts. */
    static HeapFigures figures(List<MemorySnapshot> snapshots, List<MemorySnapshot> dumped) {
        List<MemorySnapshot> countedSnapshots = snapshots.stream()
                .filter(snapshot -> snapshot.histogram().isPresent())
                .toList();
        return new HeapFigures(
                countedSnapshots.size() < 2
                        ? Map.of()
                        : classes(countedSnapshots).stream().collect(toMap(ClassSlope::name, ClassSlope::amount)),
                heldParts(dumped).map(fields -> fields.stream().collect(toMap(Part::key, Part::amount))));
    }

    /** Returns the sum of the slopes of all classes; unknown without histograms. */
    static Amount sum(List<MemorySnapshot> snapshots) {
        List<MemorySnapshot> countedSnapshots = snapshots.stream()
                .filter(snapshot -> snapshot.histogram().isPresent())
                .toList();
        if (countedSnapshots.size() < 2) {
            return Amount.UNKNOWN;
        }
        return LineFits.amount(
                countedSnapshots,
                snapshot -> Observation.of(snapshot.histogram().orElseThrow().classes().values().stream()
                        .mapToLong(ClassHistogram.ObjectCount::bytes)
                        .sum()));
    }

    private static List<ClassSlope> classes(List<MemorySnapshot> snapshots) {
        Set<String> names = new LinkedHashSet<>();
        snapshots.forEach(snapshot ->
                names.addAll(snapshot.histogram().orElseThrow().classes().keySet()));
        List<ClassSlope> all = new ArrayList<>(names.stream()
                .filter(name -> !FILLERS.contains(name))
                .sorted()
                .map(name -> ofClass(name, snapshots))
                .toList());
        if (names.stream().anyMatch(FILLERS::contains)) {
            Amount filler = LineFits.amount(
                    snapshots,
                    snapshot -> Observation.of(FILLERS.stream()
                            .mapToLong(name ->
                                    snapshot.histogram().orElseThrow().of(name).bytes())
                            .sum()));
            all.add(new ClassSlope(FILLER, Double.NaN, filler));
        }
        return all;
    }

    private static ClassSlope ofClass(String name, List<MemorySnapshot> snapshots) {
        double count = LineFits.slope(
                        snapshots,
                        snapshot -> Observation.of(
                                snapshot.histogram().orElseThrow().of(name).instances()))
                .perConnection();
        return new ClassSlope(
                name,
                count,
                LineFits.amount(
                        snapshots,
                        snapshot -> Observation.of(
                                snapshot.histogram().orElseThrow().of(name).bytes())));
    }

    private static List<Part> splitByField(ClassSlope whole, List<Part> holders) {
        List<Part> parts = new ArrayList<>(holders);
        double count = whole.count();
        double bytes = whole.amount().bytes();
        for (Part holder : holders) {
            count -= holder.count();
            bytes -= holder.amount().bytes();
        }
        if (Math.abs(bytes) >= MIN_BYTES || holders.isEmpty()) {
            parts.add(new Part(
                    Owner.HEAP,
                    whole.name(),
                    count,
                    new Amount(bytes, whole.amount().standardError())));
        }
        return parts;
    }

    // Returns what each field holds for one more connection; empty without two heap dumps.
    private static Optional<List<Part>> heldParts(List<MemorySnapshot> snapshots) {
        List<MemorySnapshot> dumped = snapshots.stream()
                .filter(snapshot -> snapshot.held().isPresent())
                .toList();
        if (dumped.size() < 2) {
            return Optional.empty();
        }
        MemorySnapshot first = dumped.get(0);
        MemorySnapshot last = dumped.get(dumped.size() - 1);
        HeldObjects before = first.held().orElseThrow();
        HeldObjects after = last.held().orElseThrow();
        int connections = last.connections() - first.connections();
        return Optional.of(after.groups().keySet().stream()
                .map(holding -> field(holding, before.of(holding), after.of(holding), connections))
                .toList());
    }

    private static Part field(
            HeldObjects.Holding holding,
            ClassHistogram.ObjectCount less,
            ClassHistogram.ObjectCount more,
            int connections) {
        double count = (double) (more.instances() - less.instances()) / connections;
        double bytes = (double) (more.bytes() - less.bytes()) / connections;
        double each = more.instances() == 0 ? 0 : (double) more.bytes() / more.instances();
        return new Part(
                holding.className(),
                holding.holder(),
                holding.via(),
                count,
                new Amount(bytes, error(count, connections) * each));
    }

    // Returns the standard error of objects for each connection: binomial for the connections that have one object more
    // than others, and at least one object over all connections.
    private static double error(double count, int connections) {
        double some = count - Math.floor(count);
        return Math.max(Math.sqrt(some * (1 - some) / connections), 1.0 / connections);
    }
}
