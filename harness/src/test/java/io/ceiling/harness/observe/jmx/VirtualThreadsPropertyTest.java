package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.harness.reading.ThreadStack;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A thread dump as JSON is written by a foreign JVM. */
class VirtualThreadsPropertyTest {

    private static final String DUMP =
            """
            {"threadDump": {"processId": "1", "threadContainers": [{"container": "<root>", "threads": [
            {"tid": "3", "name": "main", "stack": ["java.base\\/java.lang.Thread.run(Thread.java:1)"]},
            {"tid": "23", "virtual": true, "name": "own", "state": "TIMED_WAITING",
             "stack": ["java.base\\/java.lang.Thread.sleep(Thread.java:540)", "shop.Stock.take(Stock.java:3)",
                       "java.base\\/java.lang.VirtualThread.run(VirtualThread.java:460)"],
             "carrier": "25", "monitorsOwned": [{"depth": 1, "locks": ["shop.Stock@1f"]}]},
            {"tid": "24", "virtual": true, "name": "", "state": "BLOCKED", "blockedOn": "shop.Stock@1f",
             "stack": ["app\\/\\/shop.Stock.take(Stock.java:3)",
                       "java.base\\/java.lang.VirtualThread.run(VirtualThread.java:460)"]},
            {"tid": "25", "name": "", "stack": ["shop.Old.get(Old.java)",
                       "java.base\\/java.lang.VirtualThread.run(VirtualThread.java:309)"]},
            {"tid": "26", "virtual": true, "name": "", "state": "RUNNABLE", "stack": []}]}]}}""";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Example
    void readsVirtualThreadsWithTheirLocksAndTheThreadThatHasThem() throws ThreadDumpException {
        List<ThreadStack> threads = VirtualThreads.parse(bytes(DUMP), 100);

        assertThat(threads)
                .extracting(ThreadStack::name)
                .containsExactly("own", "virtual thread 24", "virtual thread 25");
        assertThat(threads)
                .extracting(ThreadStack::kind)
                .containsExactly(ThreadStack.Kind.MOUNTED, ThreadStack.Kind.VIRTUAL, ThreadStack.Kind.VIRTUAL);
        assertThat(threads.get(1).lock()).hasValue(new ThreadStack.Lock("shop.Stock@1f", "own"));
        assertThat(threads.get(1).frames().get(0)).isEqualTo(new ThreadStack.Frame("shop.Stock", "take"));
    }

    @Example
    void keepsNoMoreFramesThanWereAskedFor() throws ThreadDumpException {
        assertThat(VirtualThreads.parse(bytes(DUMP), 1))
                .allMatch(thread -> thread.frames().size() == 1);
    }

    @Property
    void anyBytesAreReadOrRefused(@ForAll byte[] noise) {
        assertReadOrRefused(noise);
    }

    /** Real dumps with a part replaced. */
    @Property(tries = 3_000)
    void brokenDumpsAreReadOrRefused(@ForAll("broken") byte[] dump) {
        assertReadOrRefused(dump);
    }

    @Provide
    Arbitrary<byte[]> broken() {
        Arbitrary<String> parts = Arbitraries.of("{", "}", "[", "]", "\"", "null", "-1", "1e999", ":", ",", "true", "");
        return Combinators.combine(
                        Arbitraries.integers().between(0, DUMP.length() - 1),
                        Arbitraries.integers().between(0, 40),
                        parts)
                .as((from, length, part) ->
                        bytes(DUMP.substring(0, from) + part + DUMP.substring(Math.min(DUMP.length(), from + length))));
    }

    @Example
    void deeplyNestedTextIsRefused() {
        assertReadOrRefused(bytes("[".repeat(100_000)));
    }

    private static void assertReadOrRefused(byte[] dump) {
        Throwable thrown = catchThrowable(() -> assertThat(VirtualThreads.parse(dump, 10))
                .allSatisfy(thread -> assertThat(thread.frames()).hasSizeBetween(1, 10)));

        if (thrown != null) {
            assertThat(thrown).isInstanceOf(ThreadDumpException.class);
        }
    }
}
