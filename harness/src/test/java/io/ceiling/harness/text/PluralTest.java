package io.ceiling.harness.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PluralTest {

    @Test
    void oneIsSingularAndNoneIsNot() {
        assertThat(Plural.of(0, "scenario")).isEqualTo("0 scenarios");
        assertThat(Plural.of(1, "scenario")).isEqualTo("1 scenario");
        assertThat(Plural.of(2, "scenario")).isEqualTo("2 scenarios");
        assertThat(Plural.of(2, "process")).isEqualTo("2 processes");
    }
}
