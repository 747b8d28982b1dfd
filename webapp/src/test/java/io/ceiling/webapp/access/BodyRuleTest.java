package io.ceiling.webapp.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.protocol.RefusedException;
import org.junit.jupiter.api.Test;

class BodyRuleTest {

    private static final BodyRule RULE = new BodyRule(100);

    @Test
    void allowsNoneAndAsMuchAsTheCap() {
        assertThatCode(() -> {
                    RULE.check(-1, false);
                    RULE.check(0, false);
                    RULE.check(100, false);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void saysWhatItGotAndWhatToRaise() {
        assertThatThrownBy(() -> RULE.check(101, false))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.status()).isEqualTo(413))
                .hasMessage("a body must have at most 100 bytes, this one has 101."
                        + " Hint: raise ceiling.channels.message-bytes");
    }

    @Test
    void aBodyWithoutALengthIsRefusedBeforeItIsRead() {
        assertThatThrownBy(() -> RULE.check(-1, true))
                .hasMessageContaining("must have a Content-Length of at most 100");
    }
}
