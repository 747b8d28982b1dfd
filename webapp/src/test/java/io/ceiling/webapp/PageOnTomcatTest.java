package io.ceiling.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.protocol.Gauge;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageOnTomcatTest {

    private static final String TOKEN = "s3cret-of-this-test";
    private static final Pattern LINK = Pattern.compile("href=\"([^\"]+)\"");

    @Test
    void itsLinksAreAnsweredAndNoForeignScriptRuns() throws Exception {
        try (TomcatFixture tomcat = new TomcatFixture(10, Map.of())) {
            HttpResponse<String> page = tomcat.get("/");
            List<String> links = LINK.matcher(page.body())
                    .results()
                    .map(link -> link.group(1).replace("&amp;", "&"))
                    .toList();

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
            assertThat(page.headers().firstValue("Content-Security-Policy"))
                    .hasValue(("default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s';"
                                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
                            .formatted(hash(page.body(), "script"), hash(page.body(), "style")));
            assertThat(page.body().lines()).hasSizeLessThanOrEqualTo(80);
            assertThat(page.body()).contains("ceiling <span id=\"address\">", "fetch('counters')");
            assertThat(tomcat.get("/index.html").body()).isEqualTo(page.body());
            assertThat(links).contains("counters").hasSizeGreaterThan(5);
            for (String link : links) {
                assertThat(tomcat.get("/" + link).statusCode()).as(link).isEqualTo(200);
            }
        }
    }

    @Test
    void itsCountersAreForClientsThatTheAccessRuleLetsIn() throws Exception {
        try (TomcatFixture tomcat =
                new TomcatFixture(10, Map.of("ceiling.allow", "192.0.2.0/24", "ceiling.token", TOKEN))) {
            for (String path : List.of("/", "/counters")) {
                HttpResponse<String> refused = tomcat.get(path);
                assertThat(refused.statusCode()).as(path).isEqualTo(403);
                assertThat(refused.body()).as(path).startsWith("{\"error\":\"client 127.0.0.1 is not allowed.");
            }

            tomcat.gauges().add(Gauge.ASYNC_HOLDS, 3);
            HttpResponse<String> counters = withToken(tomcat);
            assertThat(counters.statusCode()).isEqualTo(200);
            assertThat(counters.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(counters.body())
                    .startsWith("{\"deepest_level\":0,")
                    .contains("\"async_holds\":3,", "\"refusals\":2,")
                    .endsWith("}");

            assertThat(withToken(tomcat, "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(403);
        }
    }

    /** What is between the tags of the page's only element of that name. */
    private static String hash(String page, String element) throws Exception {
        Matcher content =
                Pattern.compile("(?s)<%1$s[^>]*>(.*)</%1$s>".formatted(element)).matcher(page);
        assertThat(content.find()).as(element).isTrue();
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(content.group(1).getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(digest);
    }

    private static HttpResponse<String> withToken(TomcatFixture tomcat, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(tomcat.uri("/counters")).header("Authorization", "Bearer " + TOKEN);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return tomcat.client().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
