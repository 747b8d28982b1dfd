package io.ceiling.harness.os;

import io.ceiling.harness.reading.Observation;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a Java heap, as the diagnostic command GC.heap_info prints them. They do not change while a JVM
 * runs.
 *
 * <p>G1, Serial, Parallel and Shenandoah reserve one range or one for each generation. Z prints none: it maps its heap
 * several times, or wherever there is room.
 *
 * @param ranges ranges in ascending order, which do not touch
 */
public record HeapRanges(List<AddressRange> ranges) {

    /** The ranges of a heap whose addresses are not known. */
    static final HeapRanges NONE = new HeapRanges(List.of());

    private static final Pattern BRACKET = Pattern.compile(
            "\\[0x([0-7]?\\p{XDigit}{1,15})(?:,\\s*0x\\p{XDigit}{1,16}){0,2},\\s*0x([0-7]?\\p{XDigit}{1,15})\\)");
    private static final String AFTER_THE_HEAP = "Metaspace";
    private static final int HEX = 16;

    /** The addresses from {@code low} up to and without {@code high}. */
    record AddressRange(long low, long high) {

        private boolean contains(AddressRange other) {
            return low <= other.low && other.high <= high;
        }

        private boolean overlaps(AddressRange other) {
            return low < other.high && other.low < high;
        }
    }

    public HeapRanges {
        ranges = List.copyOf(ranges);
    }

    /** Returns the ranges in the text of GC.heap_info; none in any other text. */
    public static HeapRanges parse(String heapInfo) {
        List<AddressRange> found = new ArrayList<>();
        for (String line : heapInfo.lines().toList()) {
            if (line.strip().startsWith(AFTER_THE_HEAP)) {
                break;
            }
            Matcher bracket = BRACKET.matcher(line);
            while (bracket.find()) {
                AddressRange range =
                        new AddressRange(Long.parseLong(bracket.group(1), HEX), Long.parseLong(bracket.group(2), HEX));
                if (range.low() < range.high()) {
                    found.add(range);
                }
            }
        }
        return found.isEmpty() ? NONE : new HeapRanges(joined(found));
    }

    // Returns the union: spaces are parts of generations, and the kernel has one mapping for two that touch.
    private static List<AddressRange> joined(List<AddressRange> ranges) {
        List<AddressRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(AddressRange::low));
        List<AddressRange> joined = new ArrayList<>();
        AddressRange last = sorted.get(0);
        for (AddressRange range : sorted) {
            if (range.low() <= last.high()) {
                last = new AddressRange(last.low(), Math.max(last.high(), range.high()));
            } else {
                joined.add(last);
                last = range;
            }
        }
        joined.add(last);
        return joined;
    }

    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    /**
     * Returns the resident bytes of the mappings inside the ranges. Not seen if there is no such mapping, or if a
     * mapping with resident pages crosses the end of a range, because its pages inside and outside cannot be
     * separated.
     *
     * @param smaps text of /proc/PID/smaps, of which no more is read than up to the end of the heap
     */
    Observation residentBytes(BufferedReader smaps) throws IOException {
        if (isEmpty()) {
            return Observation.NOT_SEEN;
        }
        long end = ranges.get(ranges.size() - 1).high();
        long sum = 0;
        boolean met = false;
        boolean across = false;
        boolean inside = false;
        for (String line = smaps.readLine(); line != null; line = smaps.readLine()) {
            AddressRange mapping = mapping(line);
            if (mapping != null) {
                if (mapping.low() >= end) {
                    break;
                }
                inside = ranges.stream().anyMatch(range -> range.contains(mapping));
                across = !inside && ranges.stream().anyMatch(range -> range.overlaps(mapping));
                met |= inside;
            } else if ((inside || across) && line.startsWith("Rss:")) {
                long bytes = ProcFiles.value(List.of(line), "Rss");
                if (bytes < 0 || (across && bytes > 0) || sum + bytes < 0) {
                    return Observation.NOT_SEEN;
                }
                sum += bytes;
            }
        }
        return met ? Observation.of(sum) : Observation.NOT_SEEN;
    }

    // Returns the addresses in the first line of a mapping; null for any other line.
    private static @Nullable AddressRange mapping(String line) {
        // Names of the other lines begin with a capital letter, and a colon comes before any dash.
        int dash = line.indexOf('-');
        int blank = line.indexOf(' ');
        if (dash < 1 || blank < dash) {
            return null;
        }
        try {
            return new AddressRange(address(line, 0, dash), address(line, dash + 1, blank));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    // Returns an address; the kernel's own, in the upper half, are all the same here.
    private static long address(String line, int from, int to) {
        long address = Long.parseUnsignedLong(line, from, to, HEX);
        return address < 0 ? Long.MAX_VALUE : address;
    }
}
