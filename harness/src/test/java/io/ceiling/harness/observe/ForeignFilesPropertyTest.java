package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.container.Limit;
import io.ceiling.harness.observe.jmx.PerfCounters;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.Scratch;
import io.ceiling.harness.reading.CpuQuota;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Files of the kernel, of another JVM and of a web application, any of which may be broken. */
class ForeignFilesPropertyTest {

    private static final long PID = 7;
    private static final int HEADER = 32;
    private static final int ENTRY = 20;

    /** Writes performance counters as HotSpot does: an entry is its header, its name, and eight bytes. */
    private static byte[] counters(Object... namesAndValues) {
        ByteBuffer out = ByteBuffer.allocate(4_096).order(ByteOrder.LITTLE_ENDIAN);
        out.order(ByteOrder.BIG_ENDIAN).putInt(0, 0xcafec0c0);
        out.order(ByteOrder.LITTLE_ENDIAN).put(4, (byte) 1).put(5, (byte) 2);
        out.putInt(24, HEADER).putInt(28, namesAndValues.length / 2);
        int at = HEADER;
        for (int i = 0; i < namesAndValues.length; i += 2) {
            byte[] name = ((String) namesAndValues[i] + '\0').getBytes(StandardCharsets.US_ASCII);
            int data = (ENTRY + name.length + 7) / 8 * 8;
            out.putInt(at, data + 8).putInt(at + 4, ENTRY).putInt(at + 8, 0).put(at + 12, (byte) 'J');
            out.putInt(at + 16, data).put(at + ENTRY, name).putLong(at + data, (long) namesAndValues[i + 1]);
            at += data + 8;
        }
        return out.array();
    }

    private static Optional<PerfCounters> read(Scratch scratch, byte[] bytes) throws IOException {
        Path user = Files.createDirectories(scratch.folder().resolve("hsperfdata_somebody"));
        Files.write(user.resolve(Long.toString(PID)), bytes);
        return PerfCounters.of(scratch.folder(), PID);
    }

    private static List<Long> all(PerfCounters counters) {
        return List.of(
                counters.gcNanos(), counters.gcCount(), counters.heapUsedAfterGcBytes(), counters.compilationNanos());
    }

    private static final byte[] REAL = counters(
            "sun.gc.collector.0.time", 2_000L,
            "sun.gc.collector.0.invocations", 3L,
            "sun.gc.generation.0.space.0.used", 1_000_000L,
            "java.ci.totalTime", 500L,
            "sun.os.hrt.frequency", 1_000_000_000L);

    @Test
    void countersAreReadAsTheyAreWritten() throws IOException {
        try (Scratch scratch = new Scratch()) {
            assertThat(read(scratch, REAL)).hasValueSatisfying(counters -> assertThat(all(counters))
                    .containsExactly(2_000L, 3L, 1_000_000L, 500L));
        }
    }

    @Provide
    Arbitrary<byte[]> broken() {
        Arbitrary<Integer> numbers = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 4_095, 4_096, 65_536, -20)),
                Tuple.of(1, Arbitraries.integers()));
        return Arbitraries.integers()
                .between(0, 80)
                .flatMap(at -> numbers.flatMap(number -> Arbitraries.frequencyOf(
                                Tuple.of(5, Arbitraries.just(REAL.length)),
                                Tuple.of(1, Arbitraries.integers().between(0, REAL.length)))
                        .map(length -> {
                            byte[] bytes = REAL.clone();
                            ByteBuffer.wrap(bytes)
                                    .order(ByteOrder.LITTLE_ENDIAN)
                                    .putInt(at * 4, number);
                            return Arrays.copyOf(bytes, length);
                        })));
    }

    @Property
    void brokenCountersAreFiguresOrNone(@ForAll("broken") byte[] bytes) throws IOException {
        try (Scratch scratch = new Scratch()) {
            read(scratch, bytes).ifPresent(counters -> assertThat(all(counters)).hasSize(4));
        }
    }

    /** Two thousand million entries, each as long as nothing. */
    @Test
    void entriesThatLeadNowhereAreNotFollowed() throws IOException {
        byte[] endless = REAL.clone();
        ByteBuffer.wrap(endless)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(28, Integer.MAX_VALUE)
                .putInt(HEADER, 0);
        try (Scratch scratch = new Scratch()) {
            assertThat(read(scratch, endless)).isEmpty();
        }
    }

    @Property
    void anyGaugesFileIsReadOrRefused(@ForAll @IntRange(max = 5_000) int length, @ForAll byte[] noise) {
        try (Scratch scratch = new Scratch()) {
            byte[] bytes = Arrays.copyOf("CEILING1".getBytes(StandardCharsets.US_ASCII), Math.max(8, length));
            System.arraycopy(noise, 0, bytes, 8, Math.min(noise.length, bytes.length - 8));
            Path file = scratch.file("gauges", bytes);

            Throwable thrown = catchThrowable(
                    () -> assertThat(GaugesFile.open(file).channels()).isNotNull());

            assertThat(thrown == null).isEqualTo(bytes.length >= 4_096);
            if (thrown != null) {
                assertThat(thrown).isInstanceOf(IOException.class);
            }
        }
    }

    @Provide
    Arbitrary<String> kernelTexts() {
        Arbitrary<String> parts = Arbitraries.of(new String[] {
            "MemFree:", " ", "\t", "kB", "max", "unlimited", "12", "-1", "9223372036854775807",
            "9223372036854775808", "Tcp:", "\n", ":", "\u0000", "\u00ff", "\u0661", "+5", "0x10"
        });
        return Arbitraries.frequencyOf(
                        Tuple.of(9, parts),
                        Tuple.of(
                                1,
                                Arbitraries.strings()
                                        .withCharRange('\u0000', '\u00ff')
                                        .ofMaxLength(6)))
                .list()
                .ofMaxSize(12)
                .map(list -> String.join("", list));
    }

    @Example
    void aNegativeFigureOfTheKernelIsNotSeen() {
        assertThat(ProcFiles.value(List.of("MemFree:-112", "MemTotal: -112 kB"), "MemFree"))
                .isEqualTo(-1);
        assertThat(ProcFiles.value(List.of("MemFree:-112", "MemTotal: -112 kB"), "MemTotal"))
                .isEqualTo(-1);
    }

    @Property(tries = 3_000)
    void anyKernelTextIsANumberOrNotSeen(@ForAll("kernelTexts") String text) {
        try (Scratch scratch = new Scratch()) {
            Path file = scratch.file("kernel", text.getBytes(StandardCharsets.ISO_8859_1));
            List<String> lines = ProcFiles.lines(file);

            assertThat(ProcFiles.value(lines, "MemFree")).isGreaterThanOrEqualTo(-1);
            assertThat(ProcFiles.numberAfter(lines, "Tcp:")).isLessThanOrEqualTo(Long.MAX_VALUE);
            assertThat(ProcFiles.numberAfter(lines, "Tcp:", "12")).isLessThanOrEqualTo(Long.MAX_VALUE);
            assertThat(ProcFiles.numberBelow(lines, "Tcp:", "12")).isLessThanOrEqualTo(Long.MAX_VALUE);
            assertThat(ProcFiles.limit(ProcFiles.firstLine(file))).isInstanceOf(Limit.class);
            for (String line : lines) {
                assertThat(ProcFiles.words(line)).doesNotContain("");
            }
        }
    }

    @Property
    void anyTextOfAControlGroupIsAQuotaOrNotSeen(
            @ForAll("kernelTexts") String quota,
            @ForAll("kernelTexts") String period,
            @ForAll("kernelTexts") String counters)
            throws IOException {
        try (Scratch scratch = new Scratch()) {
            Files.write(scratch.folder().resolve("cpu.max"), quota.getBytes(StandardCharsets.ISO_8859_1));
            Files.write(scratch.folder().resolve("cpu.cfs_quota_us"), quota.getBytes(StandardCharsets.ISO_8859_1));
            Files.write(scratch.folder().resolve("cpu.cfs_period_us"), period.getBytes(StandardCharsets.ISO_8859_1));
            Files.write(
                    scratch.folder().resolve("cpu.stat"),
                    ("nr_periods " + counters + "\nthrottled_usec " + counters + "\nnr_throttled" + counters)
                            .getBytes(StandardCharsets.ISO_8859_1));

            CpuQuota read = new CgroupReader(scratch.folder(), List.of("0::/")).cpuQuota();

            assertThat(read.millicores().orElse(1)).isPositive();
            assertThat(List.of(read.periods(), read.throttledPeriods(), read.throttledNanos()))
                    .allMatch(figure -> figure.orElse(0) >= 0);
        }
    }

    @Property
    void aQuotaIsReadAsItIsWritten(
            @ForAll @LongRange(min = 1_000, max = 1_000_000_000) long quota,
            @ForAll @LongRange(min = 1_000, max = 1_000_000) long period)
            throws IOException {
        try (Scratch scratch = new Scratch()) {
            Files.write(
                    scratch.folder().resolve("cpu.max"),
                    "%d %d\n".formatted(quota, period).getBytes(StandardCharsets.US_ASCII));

            long millicores = new CgroupReader(scratch.folder(), List.of("0::/"))
                    .cpuQuota()
                    .millicores()
                    .orElse(-1);

            assertThat((double) millicores * period / 1000).isCloseTo((double) quota, within(period / 1000.0));
        }
    }

    /** Shifted left by ten, this would be -1024. */
    @Test
    void kilobytesThatDoNotFitIntoBytesAreNotSeen() {
        assertThat(ProcFiles.value(List.of("MemFree: 9223372036854775807 kB"), "MemFree"))
                .isEqualTo(-1);
    }

    /** Nobody writes to it, so that opening it would never end. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aPipeIsNotOpened() throws Exception {
        try (Scratch scratch = new Scratch()) {
            Path user = Files.createDirectories(scratch.folder().resolve("hsperfdata_somebody"));
            Path pipe = user.resolve(Long.toString(PID));
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();

            assertThat(PerfCounters.of(scratch.folder(), PID)).isEmpty();
            assertThatThrownBy(() -> GaugesFile.open(pipe)).hasMessage(pipe + " is not a file");
        }
    }

    @Property
    void aNumberOfTheKernelIsReadAsItIsWritten(@ForAll @LongRange(min = 0, max = Long.MAX_VALUE >> 10) long number) {
        assertThat(ProcFiles.number("  %d\n".formatted(number))).isEqualTo(number);
        assertThat(ProcFiles.value(List.of("MemFree: \t %d kB".formatted(number)), "MemFree"))
                .isEqualTo(number << 10);
    }
}
