package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.observe.ResidentHeap;
import io.ceiling.harness.os.HeapRanges.AddressRange;
import io.ceiling.harness.reading.Observation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeapRangesTest {

    private static final AddressRange HEAP = new AddressRange(0xf000_0000L, 0x1_0000_0000L);

    /** As JDK 17 and 25 printed them with -Xmx256m. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                 garbage-first heap   total 262144K, used 124390K [0x00000000f0000000, 0x0000000100000000)
                  region size 1024K, 2 young (2048K), 1 survivors (1024K)
                 Metaspace       used 77K, committed 320K, reserved 1114112K
                  class space    used 3K, committed 128K, reserved 1048576K
                """,
                """
                garbage-first heap   total reserved 262144K, committed 262144K, used 125166K [0x00000000f0000000, 0x0000000100000000)
                 region size 1024K, 2 young (2048K), 1 survivors (1024K)
                """,
                """
                 def new generation   total 78656K, used 29382K [0x00000000f0000000, 0x00000000f5550000, 0x00000000f5550000)
                  eden space 69952K,  30% used [0x00000000f0000000, 0x00000000f14b1788, 0x00000000f4450000)
                  from space 8704K,  94% used [0x00000000f4450000, 0x00000000f4c50080, 0x00000000f4cd0000)
                  to   space 8704K,   0% used [0x00000000f4cd0000, 0x00000000f4cd0000, 0x00000000f5550000)
                 tenured generation   total 174784K, used 126403K [0x00000000f5550000, 0x0000000100000000, 0x0000000100000000)
                   the space 174784K,  72% used [0x00000000f5550000, 0x00000000fd0c0e08, 0x00000000fd0c1000, 0x0000000100000000)
                 Metaspace       used 129K, committed 320K, reserved 1114112K
                """,
                """
                DefNew     total 78656K, used 28759K [0x00000000f0000000, 0x00000000f5550000, 0x00000000f5550000)
                 eden space 69952K,  29% used [0x00000000f0000000, 0x00000000f1415f50, 0x00000000f4450000)
                Tenured    total 174784K, used 129248K [0x00000000f5550000, 0x0000000100000000, 0x0000000100000000)
                 the  space 174784K,  73% used [0x00000000f5550000, 0x00000000fd388270, 0x0000000100000000)
                """,
                """
                 PSYoungGen      total 76288K, used 39943K [0x00000000fab00000, 0x0000000100000000, 0x0000000100000000)
                  eden space 65536K, 44% used [0x00000000fab00000,0x00000000fc785f00,0x00000000feb00000)
                  from space 10752K, 99% used [0x00000000ff580000,0x00000000ffffc0b0,0x0000000100000000)
                  to   space 10752K, 0% used [0x00000000feb00000,0x00000000feb00000,0x00000000ff580000)
                 ParOldGen       total 175104K, used 115713K [0x00000000f0000000, 0x00000000fab00000, 0x00000000fab00000)
                  object space 175104K, 66% used [0x00000000f0000000,0x00000000f7100710,0x00000000fab00000)
                """,
                """
                Shenandoah Heap
                 256M max, 256M soft max, 256M committed, 731K used
                 1024 x 256K regions
                Status: not cancelled
                Reserved region:
                 - [0x00000000f0000000, 0x0000000100000000)\s
                Collection set:
                 - map (vanilla): 0x0000000000013c00
                 - map (biased):  0x0000000000010000
                """,
                """
                Epsilon Heap
                Allocation space:
                 space 262144K,  23% used [0x00000000f0000000, 0x00000000f3cae848, 0x0000000100000000)
                """
            })
    void theAddressesAreReadOfEachCollector(String heapInfo) {
        assertThat(HeapRanges.parse(heapInfo)).isEqualTo(new HeapRanges(List.of(HEAP)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                """
                 ZHeap           used 4M, capacity 256M, max capacity 256M
                 Metaspace       used 127K, committed 320K, reserved 1114112K
                """,
                """
                ZHeap            used 80M, capacity 256M, max capacity 256M
                 Cache           176M (3)
                """,
                " Metaspace used 1K [0x0000000000001000, 0x0000000000002000)",
                "garbage-first heap [0x0000000000002000, 0x0000000000001000)",
                "garbage-first heap [0xfffffffff0000000, 0xffffffffffffffff)"
            })
    void aHeapWithoutAddressesHasNone(String heapInfo) throws IOException {
        assertThat(HeapRanges.parse(heapInfo)).isEqualTo(HeapRanges.NONE);
        assertThat(resident(HeapRanges.parse(heapInfo), mapping("0-fffffffffffff000", 8)))
                .isEqualTo(Observation.NOT_SEEN);
    }

    private static String mapping(String addresses, long kilobytes) {
        return """
                %s rw-p 00000000 00:00 0\s
                Size:             999999 kB
                KernelPageSize:        4 kB
                Rss:            %8d kB
                Pss:            %8d kB
                VmFlags: rd wr mr mw me ac\s
                """
                .formatted(addresses, kilobytes, kilobytes);
    }

    private static Observation resident(HeapRanges heap, String... mappings) throws IOException {
        return heap.residentBytes(new BufferedReader(new StringReader(String.join("", mappings))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            f0000000-100000000 |                   | 4096
            f0000000-f1000000  | f1000000-100000000 | 8192
            # Neighbours of the heap.
            ef000000-f0000000  | f1000000-f2000000 | 4096
            f1000000-f2000000  | 100000000-200000000 | 4096
            f1000000-f2000000  | 7f0000000000-7f0000001000 | 4096
            # A library, and the page that the kernel itself gives to each process.
            f1000000-f2000000  | ffffffffff600000-ffffffffff601000 | 4096
            # The kernel has made one mapping of a part of the heap and what comes before or after it.
            ef000000-f1000000  | f1000000-f2000000 |
            f1000000-f2000000  | f2000000-100001000 |
            ef000000-f0000000  | 7f0000000000-7f0000001000 |
            """)
    void onlyMappingsInsideTheHeapCount(String first, String second, Long bytes) throws IOException {
        Observation resident =
                resident(new HeapRanges(List.of(HEAP)), mapping(first, 4), second == null ? "" : mapping(second, 4));

        assertThat(resident).isEqualTo(bytes == null ? Observation.NOT_SEEN : Observation.of(bytes));
    }

    @Test
    void aMappingAcrossTheEndThatHasNothingInMemoryDoesNotMatter() throws IOException {
        assertThat(resident(
                        new HeapRanges(List.of(HEAP)),
                        mapping("ef000000-f1000000", 0),
                        mapping("f1000000-f2000000", 12)))
                .isEqualTo(Observation.of(12 << 10));
    }

    @Test
    void nothingIsReadBehindTheHeap() throws IOException {
        BufferedReader smaps = new BufferedReader(new StringReader(
                mapping("f0000000-f1000000", 4) + mapping("7f0000000000-7f0000001000", 4) + "the rest\n"));

        assertThat(new HeapRanges(List.of(HEAP)).residentBytes(smaps)).isEqualTo(Observation.of(4096));
        assertThat(smaps.lines()).contains("the rest");
    }

    /** Pages of hugetlbfs are in no resident set; a buffer of a thread is used before it is touched. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # resident, used, in MiB | true if taken
            200 |  40 | true
             40 |  40 | true
             37 |  40 | true
              1 |   3 | true
            940 | 1000 | true
            900 | 1000 | false
             20 |  40 | false
              0 |  40 | false
              0 |   3 | false
              0 |   0 | false
             20 |     | false
                |  20 | false
            """)
    void aHeapIsNotLessThanItsObjects(Long resident, Long used, boolean taken) {
        Observation read = resident == null ? Observation.NOT_SEEN : Observation.of(resident << 20);

        assertThat(ResidentHeap.plausible(read, used == null ? Observation.NOT_SEEN : Observation.of(used << 20)))
                .isEqualTo(taken ? read : Observation.NOT_SEEN);
    }

    @Test
    void aProcessThatIsGoneHasNoHeap() {
        assertThat(new ProcessReader(Path.of("/proc"), Integer.MAX_VALUE).residentBytes(new HeapRanges(List.of(HEAP))))
                .isEqualTo(Observation.NOT_SEEN);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.frequencyOf(
                        Tuple.of(12, Arbitraries.of(new String[] {
                            "[", "0x", "f0000000", "0x00000000f0000000",
                            "0xffffffffffffffff", ", ", ",", ")",
                            "-", " ", "\n", "Rss:",
                            "4 kB", "9223372036854775807", "18014398509481983 kB", "7f00",
                            "Metaspace", "garbage-first heap", "[0x1000, 0x2000)", "1000-2000 rw-p",
                            "1000-3000 ", "\u0661", "\u0000"
                        })),
                        Tuple.of(1, Arbitraries.strings().ofMaxLength(5)))
                .list()
                .ofMaxSize(30)
                .map(parts -> String.join("", parts));
    }

    @Property(tries = 3_000)
    void anyTextIsRangesAndAFigureOrNone(@ForAll("texts") String heapInfo, @ForAll("texts") String smaps)
            throws IOException {
        HeapRanges parsed = HeapRanges.parse(heapInfo);

        assertThat(parsed.ranges()).allMatch(range -> 0 <= range.low() && range.low() < range.high());
        for (HeapRanges heap : List.of(parsed, new HeapRanges(List.of(new AddressRange(0x1000, 0x2000))))) {
            assertThat(resident(heap, smaps).orElse(0)).isNotNegative();
        }
    }

    /** A pattern that tries a text from each of its places would never end. */
    @Test
    void aLongTextIsReadAsWell() {
        assertThat(HeapRanges.parse("[0x1" + ", 0x1".repeat(100_000)).isEmpty()).isTrue();
        assertThat(HeapRanges.parse("[0x1," + " ".repeat(20_000)).isEmpty()).isTrue();
        assertThat(HeapRanges.parse("[0x1".repeat(100_000)).isEmpty()).isTrue();
    }
}
