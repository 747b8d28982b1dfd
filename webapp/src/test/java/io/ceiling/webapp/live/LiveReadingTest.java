package io.ceiling.webapp.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveReadingTest {

    private static final ContainerReading UNKNOWN = new ContainerReading(null, null, null, null, null);

    @Test
    void whatIsNotKnownIsNull() {
        JvmReading jvm = new JvmReading(
                new JvmReading.Threads(30, null, null),
                new JvmReading.Used(100L, null),
                new JvmReading.Used(null, null),
                new JvmReading.Descriptors(null, null));

        assertThat(reading(jvm, UNKNOWN).toJson())
                .isEqualTo("{\"time_ms\":1,\"held\":{\"total\":0,\"hold-blocking\":0,\"hold-async\":0,\"websocket\":0,"
                        + "\"recursion\":0,\"channels\":{\"websocket\":0,\"sse\":0,\"streaming\":0,\"long-polling\":0}},"
                        + "\"container\":{\"connections\":null,\"max_connections\":null,\"busy_threads\":null,"
                        + "\"max_threads\":null,\"source\":null},"
                        + "\"requests\":{\"in_flight\":2,\"in_flight_peak\":3},"
                        + "\"recursion\":{\"depth\":4,\"depth_peak\":5,\"deepest\":6},"
                        + "\"threads\":{\"platform\":30,\"virtual_in_requests\":null,\"virtual_mounted\":null,"
                        + "\"virtual_queued\":null},"
                        + "\"heap\":{\"used_bytes\":100,\"max_bytes\":null},"
                        + "\"direct\":{\"used_bytes\":null,\"max_bytes\":null},"
                        + "\"descriptors\":{\"open\":null,\"limit\":null},"
                        + "\"viewers\":1,\"since_start\":{\"refusals\":7}}");
    }

    @Test
    void whatIsKnownIsANumber() {
        JvmReading jvm = new JvmReading(
                new JvmReading.Threads(30, 2L, 1L),
                new JvmReading.Used(100L, 200L),
                new JvmReading.Used(10L, 20L),
                new JvmReading.Descriptors(50L, 60L));

        assertThat(reading(jvm, new ContainerReading(8L, -1L, 3L, 200L, "Catalina"))
                        .toJson())
                .contains(
                        "\"container\":{\"connections\":8,\"max_connections\":-1,\"busy_threads\":3,"
                                + "\"max_threads\":200,\"source\":\"Catalina\"}",
                        "\"virtual_mounted\":2,\"virtual_queued\":1",
                        "\"heap\":{\"used_bytes\":100,\"max_bytes\":200}",
                        "\"direct\":{\"used_bytes\":10,\"max_bytes\":20}",
                        "\"descriptors\":{\"open\":50,\"limit\":60}");
    }

    private static LiveReading reading(JvmReading jvm, ContainerReading container) {
        return new LiveReading(
                1,
                new Workloads(0, 0, 0, 0, 0, Map.of()),
                container,
                new LiveReading.Requests(2, 3, null),
                new LiveReading.Recursion(4, 5, 6),
                jvm,
                1,
                Map.of("refusals", 7L));
    }

    @Test
    void workloadsAddUpAndWebSocketsAreNoRequests() {
        Workloads workloads = new Workloads(
                3, 10, 100, 50, 20, Map.of("websocket", 1000, "sse", 2000, "streaming", 4000, "long-polling", 8000));

        assertThat(workloads.connections()).isEqualTo(3 + 10 + 100 + 50 + 15_000);
        assertThat(workloads.asyncRequests()).isEqualTo(10 + 20 + 14_000);
    }

    @Test
    void peaksAreTheHighestSinceTheyWereReset() {
        Peaks peaks = new Peaks();

        peaks.see(5, 100);
        peaks.see(9, 3);
        assertThat(peaks.inFlight()).isEqualTo(9);
        assertThat(peaks.depth()).isEqualTo(100);

        peaks.reset();
        peaks.see(1, 2);
        assertThat(peaks.inFlight()).isEqualTo(1);
        assertThat(peaks.depth()).isEqualTo(2);
    }
}
