package io.ceiling.webapp.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.webapp.recursion.NextInstance;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** What any client may send in Host, Origin, Referer and Sec-Fetch-Site, and what may be set for networks. */
class SitePropertyTest {

    /** No message has any of these. */
    private static final String BREAKS_OR_CONTROLS = "[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]";

    private static final SiteRule RULE = SiteRule.of("bench.internal");
    private static final Set<String> NAMES = Set.of("localhost", "bench.internal");

    @Provide
    Arbitrary<String> hosts() {
        Arbitrary<String> parts = Arbitraries.of(new String[] {
            "localhost", "LocalHost", "bench.internal", "evil.example", "127.0.0.1", "10.0.0.256", "0x7f",
            "2130706433", "1", "[::1]", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "2001:db8::",
            "[", "]", ":", ".", "%", "8080", ":8080",
            ":80:80", "@", "/", "g", "\uff11"
        });
        Arbitrary<String> noise = Arbitraries.strings().ofMaxLength(4);
        return Arbitraries.frequencyOf(Tuple.of(9, parts), Tuple.of(1, noise))
                .list()
                .ofMaxSize(5)
                .map(list -> String.join("", list));
    }

    @Provide
    Arbitrary<@Nullable String> headers() {
        Arbitrary<String> schemes =
                Arbitraries.of("http://", "https://", "ws://", "", "null", "://", "http:/", "x://y://");
        return schemes.flatMap(scheme -> hosts().flatMap(host ->
                        Arbitraries.of("", "/", "/page?://", ":80", "#").map(rest -> scheme + host + rest)))
                .injectNull(0.3);
    }

    private static @Nullable String refusal(
            String host, @Nullable String origin, @Nullable String site, @Nullable String referer) {
        return RULE.refusal(new Sender(host, origin, site, referer, false, "/recursive"), false);
    }

    /** Returns true for an address that is written out, which this test tells apart by other means than the rule. */
    private static boolean isAddress(String host) {
        String bare = host.replaceFirst("^\\[(.*)]$", "$1");
        boolean quad = bare.matches("([0-9]{1,3}\\.){3}[0-9]{1,3}");
        boolean six = bare.matches("[0-9a-f:.]*:[0-9a-f:.]*(%[0-9a-z]+)?");
        return quad || six;
    }

    @Property(tries = 3_000)
    void whoIsLetInCallsTheServerByAnAddressOrAKnownName(@ForAll("hosts") String host) {
        String refused = refusal(host, null, null, null);

        if (refused == null) {
            String name = host.toLowerCase(Locale.ROOT);
            String bare = name.replaceFirst("(?<=[^:]|]):[0-9]{0,5}$", "");
            assertThat(NAMES.contains(bare) || isAddress(name) || isAddress(bare))
                    .as("let in: '%s'", host)
                    .isTrue();
        } else {
            assertThat(refused).doesNotContainPattern(BREAKS_OR_CONTROLS);
        }
    }

    @Property(tries = 3_000)
    void whoIsLetInFromAPageIsCalledAsThatPageIs(
            @ForAll("hosts") String host,
            @ForAll("headers") @Nullable String origin,
            @ForAll("headers") @Nullable String referer) {
        String refused = refusal(host, origin, null, referer);

        String page = origin != null ? origin : referer;
        if (refused == null && page != null) {
            assertThat(page.toLowerCase(Locale.ROOT)).contains("://" + host.toLowerCase(Locale.ROOT));
        }
        if (refused != null) {
            assertThat(refused).doesNotContainPattern(BREAKS_OR_CONTROLS);
        }
    }

    @Property
    void aBrowserThatTellsOfAnotherSiteIsRefused(@ForAll("headers") @Nullable String site) {
        assertThat(refusal("localhost", null, site, null) == null).isEqualTo(site == null);
    }

    /** A name is never looked up: that would block, and let whoever answers decide. */
    @Property(tries = 3_000)
    void onlyAnAddressIsOne(@ForAll("hosts") String text) {
        InetAddress address = Network.literal(text);

        if (address != null) {
            assertThat(isAddress(text.toLowerCase(Locale.ROOT)))
                    .as("taken for an address: '%s'", text)
                    .isTrue();
        }
    }

    @Property
    void anyAddressIsReadAsItIsWritten(@ForAll byte[] bytes) throws Exception {
        byte[] four = Arrays.copyOf(bytes, 4);
        byte[] sixteen = Arrays.copyOf(bytes, 16);
        sixteen[0] = 0x20;
        for (byte[] one : new byte[][] {four, sixteen}) {
            InetAddress address = InetAddress.getByAddress(one);

            assertThat(Network.literal(address.getHostAddress())).isEqualTo(address);
            assertThat(Network.literal("[" + address.getHostAddress() + "]")).isEqualTo(address);
            assertThat(Network.parse(address.getHostAddress()).contains(address))
                    .isTrue();
        }
    }

    @Provide
    Arbitrary<String> networks() {
        return hosts().flatMap(host -> Arbitraries.of(
                        "", "/", "/8", "/32", "/33", "/128", "/129", "/-1", "/96", "/99999999999", "/\u0661")
                .map(prefix -> host + prefix));
    }

    @Property(tries = 3_000)
    void anyTextIsANetworkOrRefusedWithOneLine(@ForAll("networks") String text) {
        Throwable thrown = catchThrowable(() -> {
            Network network = Network.parse(text);
            String host = text.substring(0, (text + "/").indexOf('/'));
            assertThat(network.contains(
                            Objects.requireNonNullElse(Network.literal(host), InetAddress.getLoopbackAddress())))
                    .isTrue();
        });

        if (thrown != null) {
            assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
            assertThat(thrown.getMessage()).doesNotContainPattern(BREAKS_OR_CONTROLS);
        }
    }

    @Property
    void anyTextIsAListOfHostsOrRefusedWithOneLine(@ForAll("hosts") String hosts) {
        Throwable thrown = catchThrowable(() -> SiteRule.of(hosts));

        if (thrown != null) {
            assertThat(thrown).isInstanceOf(IllegalStateException.class);
            assertThat(thrown.getMessage()).doesNotContainPattern(BREAKS_OR_CONTROLS);
        }
    }

    @Property
    void anyTextIsTheNextInstanceOrRefusedWithOneLine(@ForAll("hosts") String text) {
        Throwable thrown = catchThrowable(() -> NextInstance.parse(text, AccessRule.of("0.0.0.0/0,::/0", "")));

        if (thrown != null) {
            assertThat(thrown).isInstanceOf(IllegalStateException.class);
            assertThat(thrown.getMessage()).doesNotContainPattern(BREAKS_OR_CONTROLS);
        }
    }
}
