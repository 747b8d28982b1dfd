package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogLinesTest {

    @Test
    void theExplanationOfSpringBootIsTheReason() {
        assertThat(LogLines.reason(List.of(
                        "Caused by: java.net.BindException: Address already in use",
                        "APPLICATION FAILED TO START",
                        "Description:",
                        "",
                        "Web server failed to start. Port 8080 was already in use.",
                        "",
                        "Action:",
                        "",
                        "Stop the process that listens on port 8080.")))
                .isEqualTo("Web server failed to start. Port 8080 was already in use.");
    }

    @Test
    void withoutAnExplanationTheInnermostCauseIsTheReason() {
        assertThat(LogLines.reason(List.of(
                        "Exception in thread \"main\" java.lang.IllegalStateException: no context",
                        "Caused by: java.lang.RuntimeException: outer",
                        "\tat a.B.c(B.java:1)",
                        "Caused by: java.sql.SQLException: no database at localhost",
                        "\t... 12 more")))
                .isEqualTo("java.sql.SQLException: no database at localhost");
    }

    @Test
    void otherwiseTheLastLineWithTextIsTheReason() {
        assertThat(LogLines.reason(List.of("starting", "Unrecognized option: -x ", "")))
                .isEqualTo("Unrecognized option: -x");
        assertThat(LogLines.reason(List.of(
                        "The Java thread stack size specified is too small. Specify at least 136k",
                        "Error: Could not create the Java Virtual Machine.",
                        "Error: A fatal exception has occurred. Program will exit.")))
                .isEqualTo("The Java thread stack size specified is too small. Specify at least 136k");
        assertThat(LogLines.reason(List.of())).isEqualTo("no output");
        assertThat(LogLines.reason(List.of("Description:", ""))).isEqualTo("Description:");
    }
}
