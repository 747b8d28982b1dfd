package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Header;
import io.ceiling.harness.command.probe.TargetUrl;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.load.workload.CustomPlan;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

/** The URL and the headers of a server that is not ours. */
class TargetPropertyTest {

    /** No message, no URL and no header has any of these. */
    private static final String BREAKS_OR_CONTROLS = "[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}&&[^\t]]";

    @Provide
    Arbitrary<String> urls() {
        Arbitrary<String> parts = Arbitraries.of(new String[] {
            "http://", "HTTPS://", "ws:", "//", "/", "localhost", "[::1]", "[", "]", "127.0.0.1",
            ":8080", ":0", ":65536", ":-1", ":99999999999", "?", "#", "@", "%0d%0a", "%",
            "\r\n", "\n", "\u001b", " ", "\u0661", "..", "a_b", "é"
        });
        Arbitrary<String> mixed = Arbitraries.frequencyOf(
                        Tuple.of(9, parts), Tuple.of(1, Arbitraries.strings().ofMaxLength(5)))
                .list()
                .ofMaxSize(7)
                .map(list -> String.join("", list));
        return Arbitraries.oneOf(mixed, mixed.map(text -> "http://localhost" + text));
    }

    @Property(tries = 3_000)
    void anyTextIsAUrlOrRefusedWithOneLine(@ForAll("urls") String text) {
        try {
            TargetUrl url = TargetUrl.parse(text);

            assertThat(url.port()).isBetween(1, 65_535);
            assertThat(url.host()).isNotEmpty().doesNotContainPattern(BREAKS_OR_CONTROLS + "|[/?#@ ]");
            assertThat(url.contextPath())
                    .doesNotContainPattern(BREAKS_OR_CONTROLS + "|[?# ]")
                    .doesNotEndWith("/");
            assertThat(url.contextPath().isEmpty() || url.contextPath().startsWith("/"))
                    .isTrue();
        } catch (CommandException e) {
            assertThat(e.getMessage()).doesNotContainPattern(BREAKS_OR_CONTROLS);
        }
    }

    @Provide
    Arbitrary<String> hostNames() {
        return Arbitraries.of("localhost", "127.0.0.1", "[::1]", "[2001:db8::7]", "a.example");
    }

    @Property
    void aUrlIsReadAsItIsWritten(
            @ForAll boolean tls, @ForAll("hostNames") String host, @ForAll @IntRange(min = 1, max = 65_535) int port) {
        String text = "%s://%s:%d/ceiling".formatted(tls ? "https" : "http", host, port);

        assertThat(TargetUrl.parse(text + "///"))
                .isEqualTo(new TargetUrl(
                        tls,
                        host.replaceAll("[\\[\\]]", ""),
                        port,
                        "/ceiling",
                        new CustomRequest(CustomPlan.Kind.GET, "/ceiling///", "", "")));
    }

    @Provide
    Arbitrary<String> headers() {
        Arbitrary<String> parts = Arbitraries.of(
                "Authorization",
                "Host",
                "hOST",
                "Sec-WebSocket-Key",
                ":",
                ": ",
                "Bearer s3cret",
                "\r\n",
                "\n",
                "\t",
                "\u0000",
                "é",
                " ",
                "\u001b",
                "x".repeat(90),
                "Transfer-Encoding: chunked");
        return Arbitraries.frequencyOf(
                        Tuple.of(9, parts), Tuple.of(1, Arbitraries.strings().ofMaxLength(5)))
                .list()
                .ofMaxSize(6)
                .map(list -> String.join("", list));
    }

    @Property(tries = 3_000)
    void anyTextIsAHeaderOrRefusedWithoutItsValue(@ForAll("headers") String text) {
        try {
            Header header = new Header.Converter().convert(text);

            assertThat(header.line()).matches("[^: ]+: ?[ -~\t]*").doesNotContainPattern("[\r\n]");
            assertThat(header.line().toLowerCase(Locale.ROOT))
                    .doesNotStartWith("host:")
                    .doesNotStartWith("sec-websocket-");
            assertThat(header.toString()).doesNotContain("s3cret");
        } catch (TypeConversionException e) {
            assertThat(e.getMessage())
                    .doesNotContain("s3cret")
                    .doesNotContainPattern(BREAKS_OR_CONTROLS)
                    .hasSizeLessThan(250);
        }
    }

    @Property
    void headersAreAtMostEightKilobytes(
            @ForAll @IntRange(max = 30) int count, @ForAll @StringLength(value = 400) String value) {
        List<Header> headers = Collections.nCopies(count, new Header("X: " + value));

        Throwable thrown =
                catchThrowable(() -> assertThat(Header.lines(headers)).hasSize(count));

        assertThat(thrown == null).isEqualTo(count * 403 <= 8192);
    }

    /** A pattern that tries every slash anew would take minutes. */
    @Test
    void aPathOfSlashesIsReadOnce() {
        String slashes = "/".repeat(1_000_000);

        assertThat(TargetUrl.parse("http://localhost/a" + slashes).contextPath())
                .isEqualTo("/a");
        assertThat(TargetUrl.parse("http://localhost/a" + slashes + "b").contextPath())
                .endsWith("/b");
    }
}
