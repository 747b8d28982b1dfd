package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.traffic.SteadyMedians.Second;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyMediansTest {

    /** Seconds of 100 answers with these medians, in microseconds. */
    private static List<Second> seconds(String medians) {
        return Arrays.stream(medians.split(" "))
                .map(median -> new Second(100, 1000 * Long.parseLong(median)))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "200, false", "200 200, false", "200 200 200, true", "200 220 210, true",
        "200 221 210, false", "900 500 300, false", "900 500 300 290 285, true", "200 200 200 300, false",
    })
    void threeSecondsInARowMustAgreeWithinATenth(String medians, boolean steady) {
        assertThat(SteadyMedians.isSteady(seconds(medians))).isEqualTo(steady);
        assertThat(SteadyMedians.hasTooFewAnswers(seconds(medians))).isFalse();
    }

    @Test
    void aMedianOfFewAnswersSaysNothing() {
        List<Second> few = List.of(new Second(100, 5), new Second(100, 5), new Second(19, 5));

        assertThat(SteadyMedians.isSteady(few)).isFalse();
        assertThat(SteadyMedians.hasTooFewAnswers(few)).isTrue();
        assertThat(SteadyMedians.hasTooFewAnswers(few.subList(1, 3))).isFalse();
        assertThat(SteadyMedians.describe(few))
                .isEqualTo("fewer than 20 answers in a second of its requests, whose median says nothing");
    }

    @Test
    void theReasonHasTheLastSeconds() {
        assertThat(SteadyMedians.describe(seconds("900 500 300 200")))
                .isEqualTo(
                        "the median response times of its last seconds differ by more than 10 %: 0.500, 0.300, 0.200 ms");
        assertThat(SteadyMedians.describe(List.of())).isEqualTo("there was no second of requests");
    }
}
