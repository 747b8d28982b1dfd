package io.ceiling.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CookiesTest {

    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");

    private static String after(String kept, String... set) {
        return new String(
                Cookies.update(
                        kept.getBytes(StandardCharsets.ISO_8859_1), List.of(set), "/app/page", Set.of("mine"), NOW),
                StandardCharsets.ISO_8859_1);
    }

    @Test
    void theFirstCookieIsKept() {
        assertThat(Cookies.update(null, List.of(" SID=0A1; Path=/app; HttpOnly"), "/app/page", Set.of(), NOW))
                .isEqualTo("SID=0A1".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void aLaterCookieOfTheSameNameReplacesIt() {
        assertThat(after("a=1; SID=old", "SID=new", "b = x=y ; Secure")).isEqualTo("a=1; SID=new; b=x=y");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SID=; Max-Age=0",
                "SID=x; max-age=-1; Path=/",
                "SID=deleted; Expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/app",
                "SID=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT",
                "SID=deleted; expires=Thursday, 26-Nov-26 11:59:59 GMT"
            })
    void aCookieThatIsOverIsDeleted(String set) {
        assertThat(after("a=1; SID=old", set)).isEqualTo("a=1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SID=new; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "SID=new; Expires=Thu, 26 Nov 2026 12:00:01 GMT",
                "SID=new; Expires=some time",
                "SID=new; Expires=Thu, 99 Foo 2026 12:00:01 GMT",
                "SID=new; Max-Age=soon"
            })
    void aCookieThatIsNotOverIsKept(String set) {
        assertThat(after("SID=old", set)).isEqualTo("SID=new");
    }

    @ParameterizedTest
    @CsvSource({
        "/, true", "/app, true", "/app/, true",
        "/app/page, true", "'', true", "app, true",
        "/ap, false", "/app/page/, false", "/admin, false"
    })
    void aCookieForAnotherPathIsNotOfThisClient(String path, boolean kept) {
        assertThat(after("", "c=1; Path=" + path)).isEqualTo(kept ? "c=1" : "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";", "novalue", "=x", "a\tb=1", "a=1\r; Path=/", "mine=theirs"})
    void whatIsNoCookieOfTheServerChangesNothing(String set) {
        assertThat(after("a=2", set)).isEqualTo("a=2");
    }

    @Test
    void aCookieThatDoesNotFitIsNotKeptAndTheOthersAre() {
        String large = "x".repeat(Cookies.MAX_BYTES);

        assertThat(after("a=1; b=2", "b=" + large, "c=3", "d=" + large)).isEqualTo("a=1; b=2; c=3");
    }

    @Test
    void bytesBeyondAsciiStayAsTheyAre() {
        assertThat(after("", "name=\u00e9\u00ff")).isEqualTo("name=\u00e9\u00ff");
    }
}
