package io.ceiling.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.LongSupplier;
import javax.management.MBeanServerFactory;
import org.junit.jupiter.api.Test;

class SamplerTest {

    private static Sampler sampler(Map<String, LongSupplier> numbers, Map<String, Integer> channels) {
        Beans beans = new Beans(MBeanServerFactory.newMBeanServer());
        return new Sampler(numbers, () -> channels, beans, new Jvm(beans));
    }

    @Test
    void whatIsNotKnownIsNull() {
        assertThat(sampler(Map.of(), Map.of()).event(new Sampler.Peaks(), 1))
                .contains(
                        "\"held\":{\"total\":0,\"hold-blocking\":0,\"hold-async\":0,\"websocket\":0,\"recursion\":0,"
                                + "\"channels\":{\"websocket\":0,\"sse\":0,\"long-polling\":0}},"
                                + "\"container\":{\"connections\":null,\"max_connections\":null,\"busy_threads\":null,"
                                + "\"max_threads\":null,\"source\":null},"
                                + "\"requests\":{\"in_flight\":1,\"in_flight_peak\":1},"
                                + "\"recursion\":{\"depth\":0,\"depth_peak\":0,\"deepest\":0},\"threads\":{\"platform\":",
                        ",\"virtual_in_requests\":null,\"virtual_mounted\":null,\"virtual_queued\":null},\"heap\":{",
                        "\"max_bytes\":null},\"descriptors\":{\"open\":null,\"limit\":null},\"viewers\":1,");
    }

    @Test
    void workloadsAddUpAndWebSocketsAreNoRequests() {
        Sampler sampler = sampler(
                Map.of(
                        "BLOCKING_HOLDS", () -> 3,
                        "ASYNC_HOLDS", () -> 10,
                        "UPPER_SESSIONS", () -> 100,
                        "LEVELS_IN_FLIGHT", () -> 50,
                        "ASYNC_LEVELS", () -> 20,
                        "PLATFORM_THREADS", () -> 33,
                        "VIRTUAL_THREADS", () -> 4,
                        "REFUSALS", () -> 7),
                Map.of("websocket", 1000, "sse", 2000, "long-polling", 8000));

        assertThat(sampler.event(new Sampler.Peaks(), 2))
                .contains(
                        "\"total\":%d,".formatted(3 + 10 + 100 + 50 + 11_000),
                        "\"in_flight\":%d,".formatted(33 + 4 + 10 + 20 + 10_000 + 2),
                        "\"virtual_in_requests\":4,",
                        "\"since_start\":{\"refusals\":7,");
    }

    @Test
    void peaksAreTheHighestOfTheirTime() {
        long[] depth = {100};
        Sampler sampler = sampler(Map.of("DEPTH", () -> depth[0]), Map.of());
        Sampler.Peaks peaks = new Sampler.Peaks();

        sampler.look(peaks, 5);
        depth[0] = 3;

        assertThat(sampler.event(peaks, 1))
                .contains("\"in_flight\":1,\"in_flight_peak\":5", "\"depth\":3,\"depth_peak\":100");
        assertThat(sampler.event(new Sampler.Peaks(), 1)).contains("\"depth\":3,\"depth_peak\":3");
    }
}
