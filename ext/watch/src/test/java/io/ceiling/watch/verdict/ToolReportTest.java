package io.ceiling.watch.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ToolReportTest {

    private static final String WRK =
            """
            Running 15s test @ http://127.0.0.1:8080/gate
              2 threads and 150 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency     2.43s   391.66ms   2.82s    93.24%
                Req/Sec    45.09     34.40   161.00     76.92%
              800 requests in 15.05s, 96.20KB read
              Non-2xx or 3xx responses: 200
            Requests/sec:     53.16
            Transfer/sec:      6.39KB
            """;

    private static final String AB =
            """
            Concurrency Level:      50
            Time taken for tests:   5.012 seconds
            Complete requests:      1000
            Failed requests:        0
            Non-2xx responses:      250
            Requests per second:    199.52 [#/sec] (mean)
            Time per request:       250.600 [ms] (mean)
            Time per request:       5.012 [ms] (mean, across all concurrent requests)
            """;

    private static final String HEY =
            """
            Summary:
              Total:	5.0112 secs
              Slowest:	2.8011 secs
              Average:	2.4310 secs
              Requests/sec:	57.1000

            Status code distribution:
              [200]	270 responses
              [503]	30 responses
            """;

    private static final String VEGETA =
            """
            Requests      [total, rate, throughput]         500, 100.20, 57.04
            Duration      [total, attack, wait]             1m2.5s, 4.99s, 57.51s
            Latencies     [min, mean, 50, 90, 95, 99, max]  400.1ms, 1.9s, 1.8s, 3.4s, 3.6s, 3.7s, 3.775s
            Status Codes  [code:count]                      200:480  503:20
            """;

    private static final String K6 =
            """
                http_req_duration..............: avg=20.23ms min=0s      med=13.36ms max=7.98s  p(90)=41.47ms p(95)=52.75ms
                http_req_failed................: 0.14%  29 out of 20261
                http_reqs......................: 20261 531.903/s
            """;

    private static final String AUTOCANNON =
            """
            │ Stat      │ 1%      │ 2.5%    │ 50%    │ 97.5%  │ Avg   │ Stdev │ Min │
            │ Req/Sec   │ 0       │ 0       │ 57     │ 62     │ 57.0  │ 4.0   │ 23  │
            855 requests in 15s, 120 kB read
            """;

    private static Stream<Arguments> tools() {
        return Stream.of(
                Arguments.of(WRK, 53.16, 2.43, 0.25),
                Arguments.of(AB, 199.52, 0.2506, 0.25),
                Arguments.of(HEY, 57.1, 2.431, 0.1),
                // It sent 100.2/s, and waited for the answers.
                Arguments.of(VEGETA, 8.0, 1.9, 0.04),
                Arguments.of(AUTOCANNON, 57.0, 0, 0),
                Arguments.of(K6, 531.903, 0.02023, 0.0014));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void readsRateMeanTimeAndRefusals(String output, double perSecond, double meanSeconds, double refused) {
        ToolReport report = ToolReport.of(output);

        assertThat(report.perSecond().orElseThrow()).isCloseTo(perSecond, within(0.01));
        assertThat(report.meanSeconds().orElse(0)).isCloseTo(meanSeconds, within(1e-9));
        assertThat(report.refusedShare()).isCloseTo(refused, within(1e-9));
    }

    @Test
    void saysNothingOfAToolThatPrintsNothingKnown() {
        assertThat(ToolReport.of("all well")).isEqualTo(ToolReport.NONE);
    }
}
