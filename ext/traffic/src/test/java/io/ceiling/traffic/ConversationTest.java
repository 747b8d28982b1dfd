package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversationTest {

    private static long nanos(String time) {
        return Duration.parse("PT" + time).toNanos();
    }

    @ParameterizedTest(name = "{0} servers, idle for {1} to {2}")
    @CsvSource({
        "7, 5S, 45S, 1",
        "8, 5S, 45S, 128000000",
        "28, 20S, 30S, 448000000",
        "52, 70S, 80S, 832000000",
        // The mean of a single idle time would be the next or last moment.
        "8, 0.16S, 0.16S, 1",
        "31, 5S, 6S, 125000000",
        // A connection must not wait for its moment when it has little time.
        "31, 0.08S, 0.72S, 10000000"
    })
    void momentsAreFarApartOnlyIfTheMeanIdleTimeStays(int servers, String min, String max, long grid) {
        assertThat(Conversation.gridNanos(servers, nanos(min), nanos(max))).isEqualTo(grid);
    }
}
