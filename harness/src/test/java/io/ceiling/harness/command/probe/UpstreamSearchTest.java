package io.ceiling.harness.command.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.control.ControlConnection.HttpAnswer;
import org.junit.jupiter.api.Test;

class UpstreamSearchTest {

    @Test
    void pagesOfErrorsAreTheSameWhateverTimeTheyShow() {
        HttpAnswer through = new HttpAnswer(404, "{\"timestamp\":\"2026-11-26T14:00:00.123\",\"path\":\"/x\"}");

        assertThat(UpstreamSearch.isSame(
                        through, new HttpAnswer(404, "{\"timestamp\":\"2026-11-26T14:00:01.7\",\"path\":\"/x\"}")))
                .isTrue();
        assertThat(UpstreamSearch.isSame(through, new HttpAnswer(404, "{\"error\":\"Not Found\"}")))
                .isFalse();
        assertThat(UpstreamSearch.isSame(through, new HttpAnswer(502, through.body())))
                .isFalse();
    }
}
