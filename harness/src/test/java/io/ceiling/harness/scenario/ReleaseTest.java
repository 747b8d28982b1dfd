package io.ceiling.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseTest {

    @Test
    void releasesAreInTheOrderOfTheirNumbers() {
        List<String> sorted = Stream.of(
                        "11.0.10", "9.0.100", "11.0.9", "12.0.34", "10.1.34", "2.3.24.Final", "11.0.9.1")
                .map(Release::new)
                .sorted()
                .map(Release::text)
                .toList();

        assertThat(sorted)
                .containsExactly("2.3.24.Final", "9.0.100", "10.1.34", "11.0.9", "11.0.9.1", "11.0.10", "12.0.34");
    }

    @Test
    void aReleaseIsOfItsLineAlone() {
        assertThat(new Release("11.0.2").isOf("11.0")).isTrue();
        assertThat(new Release("11.0.2").isOf("1")).isFalse();
        assertThat(new Release("11.0.2").isOf("11.0.2")).isFalse();
        assertThat(new Release("10.10.2").isOf("10.1")).isFalse();
    }

    /** The text becomes part of a path and of a pom.xml. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "11", "latest", "11.0.", "11..0", "../11.0.1",
                "11.0.1/..", "11.0.1<", "[11.0,)", "11.0.${x}", "11.0.1 ", "v11.0.1"
            })
    void whatIsNoVersionIsRefused(String text) {
        assertThat(Release.of(text)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Release(text))
                .withMessage("release must be a version such as 11.0.25, was '%s'", text);
    }
}
