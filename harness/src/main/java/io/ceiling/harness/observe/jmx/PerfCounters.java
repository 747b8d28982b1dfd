package io.ceiling.harness.observe.jmx;

import io.ceiling.harness.os.FileOwner;
import io.ceiling.harness.os.ProcFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The collections, the heap and the compilation time of a HotSpot JVM, from the memory-mapped file of its performance
 * counters. They can be read while the JVM has no memory left to answer, and after it was killed.
 *
 * <p>Thread-safe; a read takes nanoseconds and needs no cooperation of the JVM. -1 stands for a counter that the
 * collector does not keep. The layout is that of HotSpot's perfMemory.hpp and perfData.hpp, version 2.
 */
public final class PerfCounters {

    private static final int MAGIC = 0xcafec0c0;
    private static final int BYTE_ORDER = 4;
    private static final int MAJOR_VERSION = 5;
    private static final int ENTRY_OFFSET = 24;
    private static final int NUMBER_OF_ENTRIES = 28;

    // Maximum size of a file; HotSpot makes one of 32 KiB unless it is told otherwise.
    private static final int MAX_BYTES = 64 << 20;

    private static final int ENTRY_BYTES = 20;
    private static final int NAME_OFFSET = 4;
    private static final int VECTOR_LENGTH = 8;
    private static final int DATA_TYPE = 12;
    private static final int DATA_OFFSET = 16;
    private static final byte LONG = 'J';

    // Collector 0 is the young, 1 the full collection; further ones are phases of a concurrent collection.
    private static final Predicate<String> COLLECTION_TIME =
            Pattern.compile("sun\\.gc\\.collector\\.[01]\\.time").asMatchPredicate();

    private static final Predicate<String> COLLECTIONS =
            Pattern.compile("sun\\.gc\\.collector\\.[01]\\.invocations").asMatchPredicate();
    private static final Predicate<String> USED_SPACE = Pattern.compile(
                    "sun\\.gc\\.generation\\.\\d+\\.space\\.\\d+\\.used")
            .asMatchPredicate();
    private static final Predicate<String> COMPILATION_TIME = "java.ci.totalTime"::equals;
    private static final Predicate<String> TICKS_PER_SECOND = "sun.os.hrt.frequency"::equals;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ByteBuffer counters;
    private final List<Integer> collectionTime = new ArrayList<>();
    private final List<Integer> collections = new ArrayList<>();
    private final List<Integer> usedSpace = new ArrayList<>();
    private final List<Integer> compilationTime = new ArrayList<>();
    private final double nanosPerTick;

    // Finds the counters.
    private PerfCounters(ByteBuffer counters) throws IOException {
        this.counters = counters;
        List<Integer> frequency = new ArrayList<>();
        int offset = counters.getInt(ENTRY_OFFSET);
        for (int i = counters.getInt(NUMBER_OF_ENTRIES); i > 0; i--) {
            check(offset >= 0 && offset <= counters.limit() - ENTRY_BYTES);
            int length = counters.getInt(offset);
            check(length >= ENTRY_BYTES && length <= counters.limit() - offset);
            if (counters.get(offset + DATA_TYPE) == LONG && counters.getInt(offset + VECTOR_LENGTH) == 0) {
                String name = name(offset, counters.getInt(offset + NAME_OFFSET), length);
                int place = counters.getInt(offset + DATA_OFFSET);
                check(place >= 0 && place <= length - Long.BYTES);
                int data = offset + place;
                keep(name, COLLECTION_TIME, data, collectionTime);
                keep(name, COLLECTIONS, data, collections);
                keep(name, USED_SPACE, data, usedSpace);
                keep(name, COMPILATION_TIME, data, compilationTime);
                keep(name, TICKS_PER_SECOND, data, frequency);
            }
            offset += length;
        }
        this.nanosPerTick = frequency.isEmpty() ? 1 : NANOS_PER_SECOND / counters.getLong(frequency.get(0));
        check(nanosPerTick > 0 && nanosPerTick <= NANOS_PER_SECOND);
    }

    private static void check(boolean sound) throws IOException {
        if (!sound) {
            throw new IOException("not a file of performance counters");
        }
    }

    private static void keep(String name, Predicate<String> wanted, int data, List<Integer> offsets) {
        if (wanted.test(name)) {
            offsets.add(data);
        }
    }

    private String name(int entry, int place, int length) throws IOException {
        check(place >= 0 && place < length);
        int end = place;
        while (counters.get(entry + end) != 0) {
            end++;
            check(end < length);
        }
        byte[] bytes = new byte[end - place];
        counters.get(entry + place, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /**
     * Returns the counters of a JVM of this host; empty if it has none: another kind of JVM, or
     * {@code -XX:-UsePerfData}. So it is in a container, whose files and numbers of processes are not those of this host.
     */
    public static Optional<PerfCounters> of(long pid) {
        return of(Path.of("/proc"), Path.of("/tmp"), pid);
    }

    public static Optional<PerfCounters> of(Path proc, Path temporary, long pid) {
        return ProcFiles.sharesNamespace(proc, pid, "mnt", true) && ProcFiles.sharesNamespace(proc, pid, "pid", true)
                ? of(temporary, pid)
                : Optional.empty();
    }

    public static Optional<PerfCounters> of(Path temporary, long pid) {
        // There is one folder for each user; HotSpot always uses this place, regardless of java.io.tmpdir.
        long owner = FileOwner.ofProcess(pid);
        try (DirectoryStream<Path> users = Files.newDirectoryStream(temporary, "hsperfdata_*")) {
            for (Path user : users) {
                Path file = user.resolve(Long.toString(pid));
                // Anybody can make such a folder, with a file or a pipe for any process in it.
                if (Files.isReadable(file) && FileOwner.isRegularFileOf(file, owner)) {
                    return map(file);
                }
            }
        } catch (IOException e) {
            // The JVM is then read through JMX only.
        }
        return Optional.empty();
    }

    private static Optional<PerfCounters> map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            check(channel.size() <= MAX_BYTES);
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            boolean readable = mapped.limit() >= NUMBER_OF_ENTRIES + Integer.BYTES
                    && mapped.getInt(0) == MAGIC
                    && mapped.get(MAJOR_VERSION) == 2;
            if (!readable) {
                return Optional.empty();
            }
            mapped.order(mapped.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            return Optional.of(new PerfCounters(mapped));
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            // Offsets that lead out of the file.
            return Optional.empty();
        }
    }

    /** Returns the time for which collections stopped the threads since the start of the JVM, in ns. */
    public long gcNanos() {
        return nanos(collectionTime);
    }

    /** Returns the time that compiler threads spent on completed methods since the start of the JVM, in ns. */
    public long compilationNanos() {
        return nanos(compilationTime);
    }

    private long nanos(List<Integer> offsets) {
        long ticks = sum(offsets);
        return ticks < 0 ? ticks : Math.round(ticks * nanosPerTick);
    }

    public long gcCount() {
        return sum(collections);
    }

    /** Returns the used heap after the last collection, in bytes, without allocations since then. */
    public long heapUsedAfterGcBytes() {
        return gcCount() > 0 ? sum(usedSpace) : ProcFiles.UNSEEN;
    }

    private long sum(List<Integer> offsets) {
        return offsets.isEmpty()
                ? ProcFiles.UNSEEN
                : offsets.stream().mapToLong(counters::getLong).sum();
    }
}
