package io.ceiling.anatomy;

import io.ceiling.anatomy.ClassHistogram.ObjectCount;
import io.ceiling.anatomy.HeldObjects.Holding;
import io.ceiling.container.Limit;
import io.ceiling.harness.observe.SlabCaches;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.KernelMemory;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Readings of a made-up server, of which the cost of a connection is known. */
final class Looks {

    static final Holding BUFFER = new Holding("byte[]", "org.example.Buffers.in", "java.nio.HeapByteBuffer.hb");
    static final Holding SOCKET = new Holding("sun.nio.ch.SocketChannelImpl", "org.example.Server.sockets", "");

    private static final long BASE = 20_000_000;
    private static final long SOCKET_BYTES = 48;

    private Looks() {}

    /**
     * Returns the looks at five levels.
     *
     * @param bufferBytes size of the buffer of a connection
     */
    static List<MemorySnapshot> of(int bufferBytes) {
        return IntStream.of(200, 275, 350, 425, 500)
                .mapToObj(connections -> look(connections, bufferBytes))
                .toList();
    }

    /**
     * Returns the looks at a server in which a pool holds arrays of 100 bytes.
     *
     * @param arrays arrays more at 500 connections than at 200
     */
    static List<MemorySnapshot> pool(int arrays) {
        Holding table = new Holding("byte[]", "org.example.Pool.table", "");
        return of(46).stream()
                .map(look -> look.with(look.held()
                        .map(held -> new HeldObjects(Map.of(
                                table, look.connections() == 200 ? new ObjectCount(10, 1_000) : arrays(10 + arrays))))))
                .toList();
    }

    private static ObjectCount arrays(int count) {
        return new ObjectCount(count, count * 100L);
    }

    /**
     * Returns the looks at a server whose collector fills gaps.
     *
     * @param fillerBytes bytes of filler for each connection
     */
    static List<MemorySnapshot> filled(int fillerBytes) {
        return of(0).stream()
                .map(look -> new MemorySnapshot(
                        look.connections(),
                        look.sample(),
                        Optional.of(new ClassHistogram(Map.of(
                                "jdk.internal.vm.FillerElement[]",
                                new ObjectCount(9, 1_000 + (long) look.connections() * fillerBytes)))),
                        look.held(),
                        look.nativeMemory(),
                        look.slabs(),
                        look.pageTableBytes()))
                .toList();
    }

    /**
     * Returns the looks at a server while the kernel gives back what an earlier load has left.
     *
     * @param bytes what it gives back for each connection that is opened
     */
    static List<MemorySnapshot> afterAnEarlierLoad(long bytes) {
        return of(0).stream()
                .map(look -> new MemorySnapshot(
                        look.connections(),
                        look.sample(),
                        look.histogram(),
                        look.held(),
                        look.nativeMemory(),
                        new SlabCaches(Map.of(
                                "TCP",
                                look.slabs().of("TCP"),
                                "tcp_bind_bucket",
                                new SlabCaches.CacheUse(1, 500 * bytes - look.connections() * bytes, 128))),
                        look.pageTableBytes()))
                .toList();
    }

    private static MemorySnapshot look(int connections, int bufferBytes) {
        long perConnection = bufferBytes + SOCKET_BYTES;
        long heap = BASE + connections * perConnection;
        Sample sample = new Sample(
                connections,
                true,
                ServerReadings.notSeen()
                        .heap(heap, Limit.of(1L << 30))
                        .heapResident(3 * heap)
                        .resident(BASE + 3 * heap + connections * 1_000L, -1)
                        .direct(connections * 100L)
                        .threads(30)
                        .build(),
                HostReadings.notSeen()
                        .kernelMemory(1, connections * 10L)
                        .kernel(new KernelMemory(
                                HostReadings.slabs(connections * 4_000L, 0, 0, 0, 0, 0),
                                Observation.NOT_SEEN,
                                Observation.of(connections * 60L),
                                Observation.NOT_SEEN))
                        .build(),
                LoadReading.NONE);
        return new MemorySnapshot(
                connections,
                sample,
                Optional.of(new ClassHistogram(Map.of(
                        "byte[]", new ObjectCount(9_000 + connections, BASE - 1_000 + (long) connections * bufferBytes),
                        "sun.nio.ch.SocketChannelImpl", new ObjectCount(connections, connections * SOCKET_BYTES),
                        "java.lang.Class", new ObjectCount(10, 1_000)))),
                connections == 200 || connections == 500
                        ? Optional.of(new HeldObjects(Map.of(
                                BUFFER,
                                new ObjectCount(5 + connections, 40_000 + (long) connections * bufferBytes),
                                SOCKET,
                                new ObjectCount(connections, connections * SOCKET_BYTES),
                                new Holding("byte[]", "java.lang.Cache.table", ""),
                                new ObjectCount(8_000, BASE - 50_000))))
                        : Optional.empty(),
                Optional.of(new NativeMemory(
                        Map.of(
                                "Other", new NativeMemory.Category(connections * 150L, 0),
                                "GC", new NativeMemory.Category(7_000, connections * 500L)),
                        Observation.of(connections * 350L))),
                new SlabCaches(Map.of("TCP", new SlabCaches.CacheUse(connections * 2L, connections * 4_000L, 1_920))),
                Observation.of(connections * 20L));
    }
}
