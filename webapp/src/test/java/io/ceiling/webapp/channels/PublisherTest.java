package io.ceiling.webapp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublisherTest {

    @Test
    void elementsBeginWithTheTimeInHexAndAreFilledWithTheAlphabet() {
        assertThat(Publisher.elements(0x1234L, 16)).isEqualTo("0000000000001234");
        // Letter number i is i mod 26, whatever stands before it.
        assertThat(Publisher.elements(-1, 30)).isEqualTo("ffffffffffffffff" + "qrstuvwxyzabcd");
    }

    @Test
    void elementsOfTooSmallAMessageHaveTheTimeAlone() {
        assertThat(Publisher.elements(1, -5)).isEqualTo("0000000000000001");
    }
}
