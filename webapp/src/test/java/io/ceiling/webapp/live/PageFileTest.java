package io.ceiling.webapp.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageFileTest {

    @ParameterizedTest
    @CsvSource({
        "'', /, /index.html",
        "'', , /index.html",
        "/index.html, , /index.html",
        "/assets, /main.js, /assets/main.js",
        "/assets, /echarts.min.js, /assets/echarts.min.js",
        "/assets, /theme-switch.js, /assets/theme-switch.js"
    })
    void findsTheFilesOfThePage(String servletPath, String pathInfo, String file) {
        assertThat(PageFile.path(servletPath, pathInfo)).isEqualTo(file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../WEB-INF/web.xml",
                "/..",
                "/",
                "/../index.html",
                "/a/b.js",
                "/%2e%2e/x.js",
                "/..js",
                "/.js",
                "/x.class",
                "/x.js/",
                "/x.js;a=b",
                "/X.JS\u0000.js",
                "/main.js.map"
            })
    void nothingElseIsAFile(String pathInfo) {
        assertThat(PageFile.path("/assets", pathInfo)).isNull();
    }

    @Test
    void typeComesFromTheNameAndTheTagFromTheContent() {
        PageFile script = PageFile.of("/assets/main.js", "a".getBytes(StandardCharsets.UTF_8));
        PageFile other = PageFile.of("/assets/main.js", "b".getBytes(StandardCharsets.UTF_8));

        assertThat(script.contentType()).isEqualTo("text/javascript;charset=UTF-8");
        assertThat(script.tag()).isEqualTo("\"ca978112ca1bbdca\"").isNotEqualTo(other.tag());
        assertThat(PageFile.of("/index.html", new byte[0]).contentType()).isEqualTo("text/html;charset=UTF-8");
    }
}
