package io.ceiling.anatomy;

import io.ceiling.harness.observe.JvmAccess;
import io.ceiling.harness.observe.jmx.DumpFolder;
import io.ceiling.harness.observe.jmx.JmxProbe;
import io.ceiling.harness.observe.jmx.JmxReading;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the composition of a server JVM's memory: its heap by class and by holding field, and its memory outside the
 * heap. Each reading blocks for a collection of the heap or longer.
 */
final class MemoryProbe {

    /** Text between the name of a dump and the number of a segment; the JVM writes a dump in segments first. */
    public static final String SEGMENT = ".p";

    // Largest heap that is dumped: its walk needs about as much memory in this process.
    private static final long MAX_BYTES = 1L << 30;

    // Fill level above which a heap is not dumped, in percent: a dump must not stop a server so near its end.
    private static final int MAX_PERCENT_FULL = 90;

    // A reference has eight bytes in a dump and often four in a heap.
    private static final int GROWTH = 2;

    private static final long MEBIBYTE = 1L << 20;
    private static final int WHOLE = 100;

    private final ProcessReader process;
    private final @Nullable JmxProbe jmx;
    private final String whyNoJmx;

    MemoryProbe(JvmAccess server) {
        this.process = server.process();
        this.jmx = server.jmx().orElse(null);
        this.whyNoJmx = server.whyNoJmx();
    }

    /** Returns the live objects by class; empty if the JVM does not print them. */
    public Optional<ClassHistogram> histogram() {
        return jmx == null ? Optional.empty() : ClassHistogramText.parse(jmx.diagnostic("gcClassHistogram"));
    }

    /** Returns the memory outside the heap; empty if the JVM was not started with -XX:NativeMemoryTracking=summary. */
    public Optional<NativeMemory> nativeMemory() {
        return jmx == null
                ? Optional.empty()
                : NativeMemoryText.parse(jmx.diagnostic("vmNativeMemory", "summary", "scale=B"));
    }

    public Observation pageTableBytes() {
        return process.pageTableBytes();
    }

    /** Returns why the heap cannot be seen at all; empty if it can. */
    public Optional<String> whyNoHeap() {
        return jmx == null ? Optional.of(whyNoJmx) : Optional.empty();
    }

    /**
     * Dumps the heap to a file, walks through it, and deletes it.
     *
     * @param folder folder that no other user can enter, in which the JVM writes the file
     * @param name name of the file
     * @param keep true to keep the file
     * @throws IOException if there can be no dump; the message has the reason
     */
    public HeldObjects heldObjects(Path folder, String name, boolean keep) throws IOException {
        if (jmx == null) {
            throw new IOException(whyNoJmx);
        }
        Optional<String> why = DumpFolder.whyNone(process.pid());
        if (why.isPresent()) {
            throw new IOException(why.get());
        }
        requireRoom(jmx.reading().memory(), Files.getFileStore(folder).getUsableSpace());
        ClassHistogram sizes = histogram().orElseThrow(() -> new IOException("its JVM prints no class histogram"));
        Path file = folder.resolve(name);
        try {
            jmx.dumpHeap(file);
            requireMemory(Files.size(file), Runtime.getRuntime().maxMemory());
            return HeapWalk.of(file, HeapLayout.of(jmx), sizes);
        } finally {
            delete(folder, keep ? name + SEGMENT : name);
        }
    }

    // Deletes the files whose names begin with that one.
    private static void delete(Path folder, String name) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(name))
                    .toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Requires memory in this process for the walk through a dump.
     *
     * @param dumpBytes size of the dump
     * @param maxBytes largest heap of this process
     */
    static void requireMemory(long dumpBytes, long maxBytes) throws IOException {
        if (dumpBytes > maxBytes) {
            throw new IOException(
                    "the dump has %d MiB, and a walk through it needs as much memory, of which ceiling has %d MiB. Hint: a smaller --cap, or a larger CEILING_HEAP"
                            .formatted(dumpBytes / MEBIBYTE, maxBytes / MEBIBYTE));
        }
    }

    /**
     * Requires a heap that can be dumped, and a disk with room for it.
     *
     * @param memory memory of the JVM
     * @param freeBytes free space of the disk
     */
    static void requireRoom(JmxReading.JvmMemory memory, long freeBytes) throws IOException {
        long used = memory.heapUsedBytes().orElse(0);
        if (used > MAX_BYTES) {
            throw new IOException("its heap has %d MiB, and at most %d MiB are dumped. Hint: a smaller --cap"
                    .formatted(used / MEBIBYTE, MAX_BYTES / MEBIBYTE));
        }
        long most = memory.heapMaxBytes().orElse(Long.MAX_VALUE);
        if (used > most / WHOLE * MAX_PERCENT_FULL) {
            throw new IOException(
                    "its heap is full to %d %%, and is dumped up to %d %%. Hint: a smaller --cap, or a larger -Xmx"
                            .formatted(used * WHOLE / most, MAX_PERCENT_FULL));
        }
        long needed = GROWTH * used + MEBIBYTE;
        if (freeBytes < needed) {
            throw new IOException(
                    "a heap dump needs %d MiB of disk, %d MiB are free. Hint: --results=FOLDER on another disk"
                            .formatted(needed / MEBIBYTE, freeBytes / MEBIBYTE));
        }
    }
}
