package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Rows;
import io.ceiling.harness.report.html.RunFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TrafficHeadlineTest {

    @Test
    void trafficThatWasNotHeldSaysWhy() {
        CsvRow totals = Rows.ceiling(
                "",
                "alive=90 connections=100 requests_answered=50 requests_per_s=5 response_p99_ns=2000000",
                "why=10 connections were closed");

        Headline headline = TrafficHeadline.of(totals);

        assertThat(headline.tone()).isEqualTo("invalid");
        assertThat(headline.detail()).isEqualTo("Not all were held: 10 connections were closed.");
    }

    @Test
    void theHeadlineHasConnectionsRequestsAndTheirTimes() {
        Headline headline = TrafficHeadline.of(
                CsvTable.read(Path.of("..", "..", "results", "reference", "traffic-tomcat-keep-alive"), RunFiles.TOTALS)
                        .rows()
                        .get(0));

        assertThat(headline.sentence())
                .isEqualTo(
                        "Tomcat 11.0.25 NIO held 19 000 keep-alive connections and answered 756 requests a second, 99 % of them within 3.9 ms.");
        assertThat(headline.figures()).hasSizeBetween(3, 5);
    }
}
