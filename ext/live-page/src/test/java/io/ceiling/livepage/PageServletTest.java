package io.ceiling.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageServletTest {

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
        assertThat(PageServlet.path(servletPath, pathInfo)).isEqualTo(file);
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
        assertThat(PageServlet.path("/assets", pathInfo)).isNull();
    }
}
