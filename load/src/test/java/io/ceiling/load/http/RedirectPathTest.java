package io.ceiling.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.socket.AnswerException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedirectPathTest {

    private static String of(String location) throws AnswerException {
        return RedirectPath.of(location, "/a/b", "shop", 8080);
    }

    /** As the examples of RFC 3986, section 5.4. */
    @ParameterizedTest
    @CsvSource({
        "/c, /c",
        "c, /a/c",
        "./c, /a/c",
        "../c, /c",
        "../../../c, /c",
        "?y=1, /a/b?y=1",
        "c?y=../z, /a/c?y=../z",
        "/c/#s, /c/",
        "http://SHOP:8080/c, /c",
        "//shop:8080, /",
        "http://shop:8080?y, /?y"
    })
    void aLocationLeadsToAPathOfTheServer(String location, String path) throws AnswerException {
        assertThat(of(location)).isEqualTo(path);
    }

    /** RFC 3986, 5.2: the scheme is that of the request. */
    @ParameterizedTest
    @CsvSource({"80, //shop/c", "443, //shop/c", "443, https://shop/c"})
    void aLocationWithoutASchemeHasThatOfTheRequest(int port, String location) throws AnswerException {
        assertThat(RedirectPath.of(location, "/", "shop", port)).isEqualTo("/c");
    }

    @ParameterizedTest
    @CsvSource({
        "http://shop/c, 'a redirect to another server, shop'",
        "https://other:8080/c, 'a redirect to another server, other'",
        "/a b, a redirect to something that is no URL"
    })
    void anotherServerOrNoUrlIsNotFollowed(String location, String words) {
        assertThatThrownBy(() -> of(location)).hasMessage(words);
    }
}
