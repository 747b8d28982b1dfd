package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class NetworkPropertyTest {

    @Property
    void containsWhatSharesItsLeadingBits(
            @ForAll int address, @ForAll int other, @ForAll @IntRange(max = 32) int bits) {
        Network network = Network.parse(text(address) + "/" + bits);
        int mask = bits == 0 ? 0 : -1 << (32 - bits);

        assertThat(network.contains(text(other))).isEqualTo((address & mask) == (other & mask));
        assertThat(network.contains(text(address))).isTrue();
    }

    @Property
    void isReadOrRefusedInOneLine(@ForAll @StringLength(max = 30) String text) {
        try {
            assertThat(Network.parse(text).bits()).isNotNegative();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("must be IP addresses or networks such as 198.18.0.0/15, was '");
        }
    }

    @Property
    void namesAreNeverLookedUp(@ForAll @StringLength(min = 1, max = 10) String name) {
        String host = "x" + name.replace(":", "") + ".invalid";

        assertThat(Network.parse("0.0.0.0/0").contains(host)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> Network.parse(host));
    }

    private static String text(int address) {
        return "%d.%d.%d.%d".formatted(address >>> 24, (address >>> 16) & 0xff, (address >>> 8) & 0xff, address & 0xff);
    }
}
