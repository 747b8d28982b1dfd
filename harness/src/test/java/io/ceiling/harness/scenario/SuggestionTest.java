package io.ceiling.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {

    @ParameterizedTest
    @CsvSource({
        "jety, jetty", "jetyt, jetty", "TOMCAT, tomcat",
        "tomact, tomcat", "--contaner, --container", "-container, --container",
        "undertow, ", "x, ", "'', ",
    })
    void theNearestWordIsSuggestedIfOneIsNear(String typed, String meant) {
        assertThat(Suggestion.nearest(typed, List.of("tomcat", "jetty", "--container", "--help")))
                .isEqualTo(java.util.Optional.ofNullable(meant));
    }
}
