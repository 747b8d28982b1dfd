package io.ceiling.load.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccessTest {

    @Test
    void headersAreInNoMessage() {
        Access access = new Access("shop.example", true, false, "Authorization: Bearer s3cret\r\n");

        assertThat(access.toString()).contains("shop.example").doesNotContain("s3cret");
        assertThat(access.headers()).contains("s3cret");
    }
}
