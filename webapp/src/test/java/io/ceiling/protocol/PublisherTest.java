package io.ceiling.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublisherTest {

    @Test
    void elementsBeginWithTheTimeInHexAndAreFilledWithTheAlphabet() {
        assertThat(Publisher.elements(0x1234L, 0x5678L, 32)).isEqualTo("00000000000012340000000000005678");
        // Letter number i is i mod 26, whatever stands before it.
        assertThat(Publisher.elements(-1, 0, 54))
                .isEqualTo("ffffffffffffffff" + "0000000000000000" + "ghijklmnopqrstuvwxyzab");
    }

    @Test
    void elementsOfTooSmallAMessageHaveTheTimeAlone() {
        assertThat(Publisher.elements(1, 2, -5)).isEqualTo("00000000000000010000000000000002");
    }
}
