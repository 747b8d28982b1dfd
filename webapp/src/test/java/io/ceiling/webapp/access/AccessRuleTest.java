package io.ceiling.webapp.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessRuleTest {

    @ParameterizedTest
    @CsvSource({
        "'', 127.0.0.1, true", "'', 127.200.3.4, true",
        "'', ::1, true", "'', [::1], true",
        "'', ::ffff:127.0.0.1, true", "'', 0:0:0:0:0:0:0:1, true",
        "'', 192.168.0.1, false", "'', ::ffff:192.168.0.1, false",
        "'', fe80::1%lo, false", "127.9.0.0/16, 127.9.255.255, true",
        "127.9.0.0/16, 127.10.0.0, false", "127.9.0.0/16, 127.0.0.1, false",
        "'10.0.0.0/8, loopback', 127.0.0.1, true", "'10.0.0.0/8, loopback', 10.255.0.1, true",
        "'10.0.0.0/8, loopback', 11.0.0.0, false", "192.168.7.9, 192.168.7.9, true",
        "192.168.7.9, 192.168.7.8, false", "192.168.7.128/25, 192.168.7.129, true",
        "192.168.7.128/25, 192.168.7.127, false", "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, 2001:db8::1, false", "::/0, 2001:db8::1, true",
        "2001:db8::/33, 2001:db8:7fff::1, true", "2001:db8::/33, 2001:db8:8000::1, false",
        "::ffff:10.0.0.0/104, 10.1.2.3, true", "::ffff:10.0.0.0/104, 11.1.2.3, false",
        "10.0.0.0/8, ::ffff:10.1.2.3, true"
    })
    void allowsTheAddressesOfItsNetworks(String allow, String address, boolean allowed) {
        assertThat(AccessRule.of(allow, "").allows(address, null)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "", "evil.example", "127.1", "127.0.0.1.evil.example", "0x7f.0.0.1", "2130706433"})
    void allowsNobodyWhoseAddressIsNotLiteral(String address) {
        assertThat(AccessRule.of("", "").allows(address, null)).isFalse();
    }

    @Test
    void allowsNobodyWithoutAnAddress() {
        assertThat(AccessRule.of("0.0.0.0/0,::/0", "").allows(null, null)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "::/129", "10.0.0.0/8/8",
                "10.0.0.256", ",", "::ffff:10.0.0.0/95", "fe80::1%eth0", "10.0.0.0/", "loopback,"
            })
    void namesTheNetworkThatIsNone(String allow) {
        assertThatThrownBy(() -> AccessRule.of(allow, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("network must be");
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer s3cret, true", "bearer s3cret, true", "Bearer s3cre, false",
        "Bearer s3crets, false", "Bearer, false", "Basic s3cret, false",
        "s3cret, false"
    })
    void allowsWhoeverHasTheToken(String authorization, boolean allowed) {
        assertThat(AccessRule.of("", "s3cret").allows("192.0.2.1", authorization))
                .isEqualTo(allowed);
    }

    @Test
    void acceptsNoTokenWhereNoneIsSet() {
        assertThat(AccessRule.of("", "").allows("192.0.2.1", "Bearer ")).isFalse();
    }
}
