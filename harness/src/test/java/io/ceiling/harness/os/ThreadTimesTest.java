package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.DutyCycle;
import io.ceiling.harness.reading.Observation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ThreadTimesTest {

    private static final long TICK = 10_000_000;
    private static final long MILLI = 1_000_000;

    @TempDir
    Path tasks;

    private final Deque<Long> times = new ArrayDeque<>();

    /** A reader whose readings begin and end at these times, in milliseconds. */
    private ThreadTimes reader(long... millis) {
        for (long time : millis) {
            times.add(time * MILLI);
        }
        return new ThreadTimes(tasks, TICK, times::remove);
    }

    private void thread(long id, String name, long userTicks, long systemTicks) {
        new CannedFiles(tasks)
                .with(
                        id + "/stat",
                        "%d (%s) S 1 1 1 0 -1 4194304 100 0 0 0 %d %d 0 0 20 0 1 0 300"
                                .formatted(id, name, userTicks, systemTicks));
    }

    @Test
    void busiestIsTheThreadThatUsedMostSinceTheReadingBefore() {
        ThreadTimes reader = reader(0, 1, 1_000, 1_001);
        thread(7, "main) S 9 9", 9_000, 900);
        thread(8, "node (x", 20, 5);
        assertThat(reader.busiest(2, DutyCycle.HUNDREDTH)).isEqualTo(BusiestThread.NOT_SEEN);

        thread(7, "main) S 9 9", 9_010, 900);
        thread(8, "node (x", 90, 34);

        BusiestThread busiest = reader.busiest(2, DutyCycle.HUNDREDTH);
        assertThat(busiest)
                .isEqualTo(new BusiestThread(
                        Observation.of(8), "node (x", Observation.of(99 * TICK), Observation.of(1_000 * MILLI)));
        assertThat(busiest.cores()).hasValue(0.99);
    }

    @Test
    void threadsThatCollectOrCompileDoNotServe() {
        ThreadTimes reader = reader(0, 1, 1_000, 1_001);
        List<String> names = List.of("GC Thread#1", "G1 Conc#0", "C2 CompilerThre", "VM Thread", "ZWorkerYoung#0");
        for (int i = 0; i < names.size(); i++) {
            thread(10 + i, names.get(i), 0, 0);
        }
        thread(20, "http-nio-8080-P", 0, 0);
        BusiestThread first = reader.busiest(6, DutyCycle.HUNDREDTH);

        for (int i = 0; i < names.size(); i++) {
            thread(10 + i, names.get(i), 90, 9);
        }
        thread(20, "http-nio-8080-P", 5, 0);

        assertThat(first.cores()).isEmpty();
        assertThat(reader.busiest(6, DutyCycle.HUNDREDTH).name()).isEqualTo("http-nio-8080-P");
    }

    @Test
    void aReadingMayTakeAHundredthOfTheTimeUntilTheNext() {
        // The first reading takes 20 ms, so that the next one may begin after 2 s.
        ThreadTimes reader = reader(0, 20, 600, 1_900, 2_000, 2_001, 2_400, 2_500, 2_501);
        thread(7, "main", 0, 0);

        List<Boolean> seen = Stream.generate(
                        () -> reader.busiest(1, DutyCycle.HUNDREDTH).id().isSeen())
                .limit(6)
                .toList();

        assertThat(seen).containsExactly(false, false, false, true, false, true);
    }

    @Test
    void besideALoadThatIsNotOursItMayTakeAThousandth() {
        // The first reading takes 2 ms.
        ThreadTimes reader = reader(0, 2, 600, 1_900, 2_000, 2_001);
        thread(7, "main", 0, 0);

        List<Boolean> seen = Stream.generate(
                        () -> reader.busiest(1, DutyCycle.THOUSANDTH).id().isSeen())
                .limit(4)
                .toList();

        assertThat(seen).containsExactly(false, false, false, true);
    }

    @Test
    void aServerWithAThreadForEachConnectionIsNotRead() {
        ThreadTimes reader = reader(0, 1_000);
        thread(7, "main", 0, 0);

        assertThat(List.of(
                        reader.busiest(ThreadTimes.MAX_THREADS + 1, DutyCycle.HUNDREDTH),
                        reader.busiest(20_000, DutyCycle.HUNDREDTH)))
                .containsOnly(BusiestThread.NOT_SEEN);
    }

    @Test
    void aThreadOfThatNameIsNeverANegativeFigure() {
        ThreadTimes reader = reader(0, 1, 1_000, 1_001);
        thread(7, "main", 500, 500);
        BusiestThread first = reader.busiest(1, DutyCycle.HUNDREDTH);
        // The number was given to a new thread.
        thread(7, "other", 1, 0);

        assertThat(first.cores()).isEmpty();
        assertThat(reader.busiest(1, DutyCycle.HUNDREDTH).cpuNanos()).isEqualTo(Observation.of(0));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(60)
    void aThreadOfThisProcessThatNeverWaitsIsFound() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        Thread busy = new Thread(
                () -> {
                    while (!ended.get()) {
                        Thread.onSpinWait();
                    }
                },
                "a busy loop");
        busy.start();
        try {
            ThreadTimes reader = new ProcessReader(ProcessHandle.current().pid()).threadTimes();
            BusiestThread busiest = reader.busiest(50, DutyCycle.HUNDREDTH);
            while (!busiest.name().equals("a busy loop")) {
                Thread.sleep(Duration.ofMillis(20).toMillis());
                busiest = reader.busiest(50, DutyCycle.HUNDREDTH);
            }
            assertThat(busiest.cores().orElse(0)).isPositive();
        } finally {
            ended.set(true);
            busy.join();
        }
    }

    @Property
    void anyLineIsAFigureOrNotSeen(@ForAll String line) {
        ThreadTimes.Stat stat = ThreadTimes.Stat.parse(line);

        assertThat(stat.ticks()).isGreaterThanOrEqualTo(-1);
        assertThat(stat.name()).matches("[ -~]*");
    }

    @Property
    void anyNameIsReadWithItsTime(@ForAll String name, @ForAll short ticks) {
        long used = Math.abs((long) ticks);

        ThreadTimes.Stat stat = ThreadTimes.Stat.parse("12 (%s) R 1 1 1 0 -1 4194304 100 0 7 0 %d 3 0 0 20 0 1 0 300"
                .formatted(name.replace('\n', ' '), used));

        assertThat(stat.ticks()).isEqualTo(used + 3);
        assertThat(stat.majorFaults()).isEqualTo(7);
        assertThat(stat.name()).hasSize(name.length());
    }
}
