package io.ceiling.webapp.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteRuleTest {

    private static final SiteRule NO_NAMES = SiteRule.of("");

    private static Sender sender(
            String host, @Nullable String origin, @Nullable String fetchSite, @Nullable String referer) {
        return new Sender(host, origin, fetchSite, referer, false, "/recursive");
    }

    private static @Nullable String refusal(Sender sender) {
        return NO_NAMES.refusal(sender, false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost", "localhost:8080", "LOCALHOST:8080",
                "127.0.0.1", "127.0.0.1:8080", "192.0.2.7:80",
                "[::1]", "[::1]:8080", "[2001:db8::1]:8080"
            })
    void letsInWhatIsNoBrowserAndCallsTheServerByAnAddress(String host) {
        assertThat(refusal(sender(host, null, null, null))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rebound.example:8080", "localhost.rebound.example", "127.0.0.1.rebound.example:8080", "127.1",
                "2130706433", "localhost.", "[::1].rebound.example", "::1:8080:x",
                "localhost:8080:9", "localhost:99999999", "localhost:80x", "",
                ":8080"
            })
    void aForeignNameOfTheHostNeedsTheToken(String host) {
        Sender sender = sender(host, null, null, null);

        assertThat(NO_NAMES.refusal(sender, false)).contains("ceiling.hosts").contains("'" + host + "'");
        assertThat(NO_NAMES.refusal(sender, true)).isNull();
    }

    /** The browser says same-origin, because to it the page and this server are one. */
    @Test
    void aPageWhoseNameResolvesToThisServerIsForeign() {
        Sender rebound = sender(
                "rebound.example:8080", "http://rebound.example:8080", "same-origin", "http://rebound.example:8080/");

        assertThat(refusal(rebound)).startsWith("host 'rebound.example:8080' is not known");
    }

    @Test
    void knowsTheNamesThatItIsTold() {
        SiteRule rule = SiteRule.of("bench.internal, Proxy.example");

        assertThat(rule.refusal(sender("bench.internal:8080", null, null, null), false))
                .isNull();
        assertThat(rule.refusal(sender("proxy.EXAMPLE", null, null, null), false))
                .isNull();
        assertThat(rule.refusal(sender("other.example", null, null, null), false))
                .isNotNull();
        assertThat(rule.refusal(sender("x.bench.internal", null, null, null), false))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bench:8080", "http://bench", "bench,,other", "*", "a b", "bench,", "<b>"})
    void namesTheHostThatIsNone(String hosts) {
        assertThatThrownBy(() -> SiteRule.of(hosts))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("ceiling.hosts must be host names");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080, true", "http://LOCALHOST:8080, true", "https://localhost:8080, true",
        "http://localhost, false", "http://localhost:3000, false", "http://localhost:80801, false",
        "http://localhost:8080.evil.example, false", "http://127.0.0.1:8080, false", "https://evil.example, false",
        "'null', false", "'', false", "localhost:8080, false"
    })
    void onlyAnOriginThatIsThisServerGetsIn(String origin, boolean allowed) {
        for (boolean hasToken : new boolean[] {false, true}) {
            assertThat(NO_NAMES.refusal(sender("localhost:8080", origin, null, null), hasToken) == null)
                    .isEqualTo(allowed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "same-origin, true", "none, false", "same-site, false",
        "cross-site, false", "anything, false", "'', false"
    })
    void anImageOfAnotherSiteTriggersNothing(String fetchSite, boolean allowed) {
        assertThat(refusal(sender("localhost:8080", null, fetchSite, null)) == null)
                .isEqualTo(allowed);
    }

    /** A browser sends Sec-Fetch-Site to loopback and over TLS only. */
    @ParameterizedTest
    @CsvSource({
        "http://10.0.0.5:8080/ceiling/, true", "http://10.0.0.5:8080, true",
        "http://10.0.0.5/, false", "https://evil.example/?http://10.0.0.5:8080/, false",
        "nonsense, false"
    })
    void withoutBetterTheRefererTells(String referer, boolean allowed) {
        assertThat(refusal(sender("10.0.0.5:8080", null, null, referer)) == null)
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "/, true, true", "'', true, true", "/index.html, true, true",
        "/recursive, true, false", "/hold/blocking, true, false", "/channels, true, false",
        "/, false, false"
    })
    void aLinkOfAMailOrOfAnotherSiteOpensPagesAlone(String path, boolean navigation, boolean allowed) {
        Sender mail = new Sender("localhost:8080", null, "none", null, navigation, path);
        Sender site =
                new Sender("localhost:8080", null, "cross-site", "https://wiki.example/ceiling", navigation, path);

        assertThat(List.of(mail, site)).allMatch(sender -> (refusal(sender) == null) == allowed);
    }

    @Test
    void aLinkOpensPagesAlsoWhereTheBrowserTellsNoMoreThanTheReferer() {
        assertThat(refusal(new Sender("10.0.0.5:8080", null, null, "http://wiki.example/", false, "/")))
                .isNull();
    }

    @Test
    void aFormOfAnotherSiteThatNavigatesToAPageHasAnOrigin() {
        Sender form = new Sender("localhost:8080", "https://evil.example", "cross-site", null, true, "/");

        assertThat(refusal(form)).contains("Origin: https://evil.example");
    }

    @Test
    void echoesNoMoreThanAHundredCharacters() {
        assertThat(refusal(sender("localhost", "http://" + "x".repeat(9000), null, null)))
                .hasSizeLessThan(300);
        assertThat(refusal(sender("x".repeat(9000), null, null, null))).hasSizeLessThan(300);
    }
}
