package io.ceiling.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.server.JdkFinder;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.ScalarResult;

class ServerCostTest {

    /** What a JVM does besides in the meantime: a thread is made, a line printed, a method compiled. */
    private static final long NOISE_BYTES = 100_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 200})
    void isWhatTheOtherJvmAllocatedAlsoInThreadsThatHaveEnded(int arrays) throws Exception {
        Jdk jdk = JdkFinder.ofHost().choose("newest");
        assumeThat(jdk.feature()).as("JDK that tells").isGreaterThanOrEqualTo(21);
        try (AllocatingJvm child = AllocatingJvm.start(jdk.java());
                ServerJvm jvm = ServerJvm.attach(child.pid())) {
            // The first time loads classes, on both ends of the connection.
            child.allocate(1);
            new ServerCost.Meter(jvm).stop();

            ServerCost.Meter meter = new ServerCost.Meter(jvm);
            child.allocate(arrays);
            meter.stop();

            long expected = (long) arrays * (AllocatingJvm.ARRAY_BYTES + AllocatingJvm.HEADER_BYTES);
            assertThat(ServerCost.takeLast().orElseThrow().allocatedBytes().orElseThrow())
                    .isBetween(expected - NOISE_BYTES, expected + NOISE_BYTES);
        }
    }

    @Test
    void connectionToAServerThatIsGoneIsClosedWithoutAWord() throws Exception {
        Jdk jdk = JdkFinder.ofHost().choose("newest");
        try (AllocatingJvm child = AllocatingJvm.start(jdk.java());
                ServerJvm jvm = ServerJvm.attach(child.pid())) {
            ProcessHandle process = ProcessHandle.of(child.pid()).orElseThrow();
            process.destroyForcibly();
            process.onExit().join();

            assertThatThrownBy(jvm::cpuNanos).isInstanceOf(IOException.class);
        }
    }

    @Test
    void isTakenOnce() throws Exception {
        Jdk jdk = JdkFinder.ofHost().choose("newest");
        try (AllocatingJvm child = AllocatingJvm.start(jdk.java());
                ServerJvm jvm = ServerJvm.attach(child.pid())) {
            new ServerCost.Meter(jvm).stop();
        }

        assertThat(ServerCost.takeLast()).isPresent();
        assertThat(ServerCost.takeLast()).isEmpty();
    }

    @Test
    void isDividedByAllOperations() {
        List<ScalarResult> results =
                ServerProfiler.results(new ServerCost(OptionalLong.of(52_000), 30_000_000, 10_000_000), 1000);

        assertThat(results)
                .extracting(result -> result.getLabel() + " " + result.getScore() + " " + result.getScoreUnit())
                .containsExactly(
                        "server.alloc.norm 52.0 B/op", "server.cpu.norm 30.0 us/op", "client.cpu.norm 10.0 us/op");
    }

    @Test
    void leavesOutWhatTheServersJdkDoesNotTell() {
        assertThat(ServerProfiler.results(new ServerCost(OptionalLong.empty(), 1, 1), 1))
                .extracting(ScalarResult::getLabel)
                .containsExactly("server.cpu.norm", "client.cpu.norm");
        assertThat(ServerProfiler.results(new ServerCost(OptionalLong.of(1), 1, 1), 0))
                .isEmpty();
    }
}
