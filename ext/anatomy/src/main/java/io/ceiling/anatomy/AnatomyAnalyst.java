package io.ceiling.anatomy;

import io.ceiling.harness.observe.SlabCaches;
import io.ceiling.harness.reading.KernelMemory;
import io.ceiling.harness.reading.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Splits the memory of one connection into its parts, and compares their sum with the whole. Pure functions. */
final class AnatomyAnalyst {

    // Fewest bytes for each connection of a part outside the heap.
    private static final double MIN_BYTES = 1;

    // Category of direct buffers and of other memory that Java code allocates itself.
    private static final String OTHER_CATEGORY = "Other";

    // Package of the JDK with the sockets of java.nio, and since JDK 13 of java.net.
    private static final String JAVA_NIO = "sun.nio.ch.";

    // Prefixes of class names of the JDK: what a server attaches to a key belongs to the server.
    private static final List<String> JDK_PREFIXES = List.of("java.", "sun.", "jdk.", "byte[]", "int[]", "long[]");

    // Slab caches of a socket, its file and its place in an epoll set. The kernel merges some of them; the floor is
    // lower then.
    private static final Set<String> SOCKET_CACHES =
            Set.of("TCP", "TCPv6", "sock_inode_cache", "filp", "dentry", "eventpoll_epi", "eventpoll_pwq", "ep_head");

    private AnatomyAnalyst() {}

    /**
     * Returns the parts of one more connection.
     *
     * @param plain readings of a server at several numbers of connections
     * @param tracked readings of a server with the same settings, with heap dumps, and with native memory if its JVM
     *     tracks that; the same server if there is no other
     */
    public static Anatomy of(List<MemorySnapshot> plain, List<MemorySnapshot> tracked) {
        List<Part> heapParts = HeapParts.of(plain, tracked);
        List<Part> parts = new ArrayList<>(heapParts);
        Amount heap = LineFits.amount(
                plain,
                snapshot -> snapshot.sample().afterGc()
                        ? snapshot.sample().server().heapUsedBytes()
                        : Observation.NOT_SEEN);
        Amount direct =
                LineFits.amount(plain, snapshot -> snapshot.sample().server().directBytes());
        List<Part> nonHeapParts = new ArrayList<>();
        if (direct.isKnown()) {
            nonHeapParts.add(new Part(Owner.DIRECT, "direct buffers of the pool", Double.NaN, direct));
        }
        nonHeapParts.addAll(jvmParts(tracked));
        List<Part> changed = kernel(plain);
        // Memory that shrinks while connections are opened belongs to an earlier load.
        List<Part> kernel =
                changed.stream().filter(part -> part.amount().bytes() > 0).toList();
        parts.addAll(nonHeapParts);
        parts.addAll(kernel);
        List<Total> totals = List.of(
                new Total(Total.Kind.HEAP, heap, HeapParts.sum(plain), floorOfHeap(heapParts)),
                new Total(
                        Total.Kind.RSS,
                        LineFits.amount(
                                plain, snapshot -> snapshot.sample().server().rssWithoutFreeHeapBytes()),
                        heap.isKnown()
                                ? LineFits.sum(Stream.concat(
                                                Stream.of(heap),
                                                nonHeapParts.stream().map(Part::amount))
                                        .toList())
                                : Amount.UNKNOWN,
                        Amount.UNKNOWN),
                new Total(
                        Total.Kind.KERNEL,
                        kernel.size() == changed.size()
                                ? LineFits.amount(
                                        plain,
                                        snapshot -> snapshot.sample().host().kernelBytes())
                                : sum(kernel),
                        sum(kernel),
                        floor(kernel, part -> SOCKET_CACHES.contains(part.name()))));
        return new Anatomy(parts, totals, HeapParts.figures(plain, tracked));
    }

    private static Amount sum(List<Part> parts) {
        return LineFits.sum(parts.stream().map(Part::amount).toList());
    }

    // Returns the floor of the heap; unknown without heap dumps, which show what sockets hold.
    private static Amount floorOfHeap(List<Part> parts) {
        return parts.stream().allMatch(part -> part.holder().isEmpty())
                ? Amount.UNKNOWN
                : floor(parts, AnatomyAnalyst::isOfJavaNio);
    }

    private static Amount floor(List<Part> parts, Predicate<Part> isNeeded) {
        return sum(parts.stream().filter(isNeeded).toList());
    }

    private static boolean isOfJavaNio(Part part) {
        return part.name().startsWith(JAVA_NIO)
                || (part.holder().startsWith(JAVA_NIO) && JDK_PREFIXES.stream().anyMatch(part.name()::startsWith));
    }

    private static List<Part> jvmParts(List<MemorySnapshot> snapshots) {
        List<MemorySnapshot> tracked = snapshots.stream()
                .filter(snapshot -> snapshot.nativeMemory().isPresent())
                .toList();
        if (tracked.size() < 2) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>();
        add(
                parts,
                Owner.STACK,
                "touched pages of stacks",
                LineFits.slope(tracked, snapshot -> snapshot.sample().server().threads())
                        .perConnection(),
                LineFits.amount(
                        tracked,
                        snapshot -> snapshot.nativeMemory().orElseThrow().stackBytes()));
        Set<String> names = new LinkedHashSet<>();
        tracked.forEach(snapshot ->
                names.addAll(snapshot.nativeMemory().orElseThrow().categories().keySet()));
        List<Part> categories = new ArrayList<>();
        for (String name : names) {
            add(
                    categories,
                    Owner.NATIVE,
                    name + ", malloc",
                    Double.NaN,
                    LineFits.amount(tracked, snapshot -> malloc(snapshot, name)));
            add(
                    categories,
                    Owner.NATIVE,
                    name + ", mapped",
                    Double.NaN,
                    LineFits.amount(
                            tracked,
                            snapshot -> Observation.of(snapshot.nativeMemory()
                                    .orElseThrow()
                                    .of(name)
                                    .mappedBytes())));
        }
        categories.sort(largestFirst());
        parts.addAll(categories);
        return parts;
    }

    // Returns the bytes from malloc; without the direct buffers, which are a part of their own.
    private static Observation malloc(MemorySnapshot snapshot, String category) {
        Observation bytes = Observation.of(
                snapshot.nativeMemory().orElseThrow().of(category).mallocBytes());
        return category.equals(OTHER_CATEGORY)
                        && snapshot.sample().server().directBytes().isSeen()
                ? bytes.since(snapshot.sample().server().directBytes())
                : bytes;
    }

    private static List<Part> kernel(List<MemorySnapshot> snapshots) {
        List<Part> parts = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        snapshots.forEach(snapshot -> names.addAll(snapshot.slabs().caches().keySet()));
        for (String name : names) {
            Amount bytes = LineFits.amount(snapshots, snapshot -> slab(snapshot, name, SlabCaches.CacheUse::bytes));
            if (isPart(bytes)) {
                double count = LineFits.slope(snapshots, snapshot -> slab(snapshot, name, SlabCaches.CacheUse::objects))
                        .perConnection();
                long each = snapshots.get(0).slabs().of(name).bytesOfEach();
                parts.add(new Part(Owner.KERNEL, name, "", "", count, bytes, each));
            }
        }
        if (names.isEmpty()) {
            addMemory(parts, "all slab caches", snapshots, snapshot -> snapshot.sample()
                    .host()
                    .slabBytes());
        }
        addMemory(parts, "socket buffers", snapshots, snapshot -> snapshot.sample()
                .host()
                .socketMemoryBytes());
        addMemory(parts, "stacks of threads in the kernel", snapshots, snapshot -> kernelOf(snapshot)
                .stackBytes());
        addMemory(parts, "page tables of the server", snapshots, MemorySnapshot::pageTableBytes);
        addMemory(parts, "page tables of other processes", snapshots, snapshot -> kernelOf(snapshot)
                .pageTableBytes()
                .since(snapshot.pageTableBytes()));
        addMemory(parts, "memory for each processor", snapshots, snapshot -> kernelOf(snapshot)
                .percpuBytes());
        parts.sort(largestFirst());
        return parts;
    }

    private static KernelMemory kernelOf(MemorySnapshot snapshot) {
        return snapshot.sample().host().kernel();
    }

    private static Observation slab(MemorySnapshot snapshot, String name, Function<SlabCaches.CacheUse, Long> figure) {
        return snapshot.slabs().isSeen()
                ? Observation.of(figure.apply(snapshot.slabs().of(name)))
                : Observation.NOT_SEEN;
    }

    private static void addMemory(
            List<Part> parts,
            String name,
            List<MemorySnapshot> snapshots,
            Function<MemorySnapshot, Observation> reading) {
        add(parts, Owner.KERNEL, name, Double.NaN, LineFits.amount(snapshots, reading));
    }

    private static void add(List<Part> parts, Owner owner, String name, double count, Amount amount) {
        if (isPart(amount)) {
            parts.add(new Part(owner, name, count, amount));
        }
    }

    private static boolean isPart(Amount amount) {
        return amount.isKnown() && Math.abs(amount.bytes()) >= MIN_BYTES;
    }

    private static Comparator<Part> largestFirst() {
        return Comparator.comparingDouble((Part part) -> part.amount().bytes()).reversed();
    }
}
