package io.ceiling.harness.command.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Rows;
import org.junit.jupiter.api.Test;

class TrafficHeadlineTest {

    @Test
    void trafficThatWasNotHeldSaysWhy() {
        CsvRow totals = Rows.ceiling(
                "",
                "alive",
                "90",
                "connections",
                "100",
                "requests_answered",
                "50",
                "requests_per_s",
                "5",
                "response_p99_ns",
                "2000000",
                "why",
                "10 connections were closed");

        Headline headline = TrafficHeadline.of(totals);

        assertThat(headline.tone()).isEqualTo("invalid");
        assertThat(headline.detail()).isEqualTo("Not all were held: 10 connections were closed.");
    }
}
