package io.ceiling.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurlProbeTest {

    private static final Map<String, Boolean> OF_PROBE =
            Map.of("--cap", true, "--slo", true, "--header", true, "--user", true, "--i-own-this-server", false);

    private static CurlProbe of(String... words) {
        return CurlProbe.of(List.of(words), OF_PROBE);
    }

    private static CurlProbe pasted(String text) {
        List<String> words = ShellWords.of(text);
        assertThat(words.get(0)).isEqualTo("curl");
        return CurlProbe.of(words.subList(1, words.size()), OF_PROBE);
    }

    @Test
    void aGetOfChromiumForBash() {
        assertThat(
                        pasted(
                                """
                        curl 'http://127.0.0.1:8080/products?page=2&q=a%20b' \\
                          -H 'Accept: application/json, text/plain, */*' \\
                          -H 'Accept-Language: en-GB,en;q=0.9' \\
                          -H 'Connection: keep-alive' \\
                          -b 'SESSION=abc; theme=dark' \\
                          -H 'If-None-Match: W/"1f"' \\
                          -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64)' \\
                          -H 'sec-ch-ua: "Chromium";v="141", "Not?A_Brand";v="8"'
                        """))
                .isEqualTo(new CurlProbe(
                        List.of(
                                "http://127.0.0.1:8080",
                                "--in-flight=/products?page=2&q=a%20b",
                                "--header=Accept: application/json, text/plain, */*",
                                "--header=Accept-Language: en-GB,en;q=0.9",
                                "--header=Cookie: SESSION=abc; theme=dark",
                                "--header=User-Agent: Mozilla/5.0 (X11; Linux x86_64)",
                                "--header=sec-ch-ua: \"Chromium\";v=\"141\", \"Not?A_Brand\";v=\"8\""),
                        List.of("left out: If-None-Match, which asks for an answer without a body")));
    }

    @Test
    void aPostOfJsonOfChromiumForBash() {
        assertThat(pasted(
                                """
                        curl 'http://localhost:8080/orders' \\
                          -H 'Content-Type: application/json' \\
                          -H 'Origin: http://localhost:8080' \\
                          --data-raw $'{"name":"it\\'s \\u0021","id":1}'
                        """)
                        .arguments())
                .containsExactly(
                        "http://localhost:8080",
                        "--in-flight=/orders",
                        "--data-raw={\"name\":\"it's !\",\"id\":1}",
                        "--header=Content-Type: application/json",
                        "--header=Origin: http://localhost:8080");
    }

    @Test
    void aFormWithPartsOfChromiumForBash() {
        assertThat(pasted(
                                """
                        curl 'http://127.0.0.1:8080/upload' \\
                          -H 'Content-Type: multipart/form-data; boundary=----WebKitFormBoundaryA' \\
                          --data-raw $'------WebKitFormBoundaryA\\r\\nContent-Disposition: form-data; name="f"\\r\\n\\r\\nx\\r\\n------WebKitFormBoundaryA--\\r\\n'
                        """)
                        .arguments())
                .contains(
                        "--data-raw=------WebKitFormBoundaryA\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n------WebKitFormBoundaryA--\r\n");
    }

    @Test
    void aPostOfChromiumForCmd() {
        assertThat(pasted(
                                """
                        curl ^"http://127.0.0.1:8080/orders?a=1^&b=2^" ^
                          -X ^"PUT^" ^
                          -H ^"content-type: application/json^" ^
                          -H ^"accept: */*^" ^
                          --data-raw ^"^{^\\^"id^\\^":1,^\\^"p^\\^":^\\^"50^%^\\^"^}^" ^
                          --insecure
                        """)
                        .arguments())
                .containsExactly(
                        "http://127.0.0.1:8080",
                        "--in-flight=/orders?a=1&b=2",
                        "--method=PUT",
                        "--data-raw={\"id\":1,\"p\":\"50%\"}",
                        "--header=content-type: application/json",
                        "--header=accept: */*");
    }

    @Test
    void aPostOfAnOlderChromiumForCmd() {
        assertThat(pasted(
                                """
                        curl "http://127.0.0.1:8080/orders" ^
                          -H "Content-Type: application/json" ^
                          --data-raw "{\\"id\\":1}" ^
                          --compressed
                        """)
                        .arguments())
                .contains("--data-raw={\"id\":1}", "--header=Accept-Encoding: deflate, gzip");
    }

    @Test
    void aPostOfFirefoxForBash() {
        assertThat(pasted(
                                "curl 'http://127.0.0.1:8080/login' -X POST -H 'User-Agent: Mozilla/5.0 (X11; rv:144.0)' -H 'Accept: */*' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Content-Type: application/x-www-form-urlencoded' -H 'Connection: keep-alive' -H 'Cookie: a=b' -H 'Priority: u=0' --data-raw 'user=a&password=b'")
                        .arguments())
                .containsExactly(
                        "http://127.0.0.1:8080",
                        "--in-flight=/login",
                        "--method=POST",
                        "--data-raw=user=a&password=b",
                        "--header=User-Agent: Mozilla/5.0 (X11; rv:144.0)",
                        "--header=Accept: */*",
                        "--header=Accept-Encoding: gzip, deflate, br, zstd",
                        "--header=Content-Type: application/x-www-form-urlencoded",
                        "--header=Cookie: a=b",
                        "--header=Priority: u=0");
    }

    @Test
    void aGetOfFirefoxForCmd() {
        assertThat(pasted(
                                """
                        curl ^"http://127.0.0.1:8080/a^" ^
                          --compressed ^
                          -H ^"Accept: text/html^" ^
                          -H ^"Accept-Encoding: gzip^"
                        """)
                        .arguments())
                .containsExactly(
                        "http://127.0.0.1:8080",
                        "--in-flight=/a",
                        "--header=Accept: text/html",
                        "--header=Accept-Encoding: gzip");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-d a=1 -d b=2 http://h/x | --in-flight=/x --data-raw=a=1&b=2",
                "-da=1 h/x | --in-flight=/x --data-raw=a=1",
                "-XDELETE http://h/x | --in-flight=/x --method=DELETE",
                "-I http://h/ | --in-flight=/ --method=HEAD",
                "-G -d a=1 --data-urlencode b=c&d http://h/x?z=0 | --in-flight=/x?z=0&a=1&b=c%26d",
                "--data-raw= http://h/x | --in-flight=/x --method=POST",
                "-L https://h/x -k | --in-flight=/x --insecure --follow",
                "http://h/x --cap=50 --slo=1s --i-own-this-server | --in-flight=/x --cap=50 --slo=1s --i-own-this-server",
                "--user=@login http://h/ | --in-flight=/ --user=@login",
                "--json {} http://h/x | --in-flight=/x --data-raw={} --header=Content-Type:_application/json --header=Accept:_application/json",
                "-T file http://h/x | --in-flight=/x --method=PUT --data-binary=@file",
                "-u a:b http://h/x | --in-flight=/x --header=Authorization:_Basic_YTpi",
                "http://h/[1]{2}#part | --in-flight=/%5B1%5D%7B2%7D",
                "http://h/a/{{n}}?q=\u00e9 | --in-flight=/a/{{n}}?q=%C3%A9",
                "-H Host:h:80 http://h:80/ | --in-flight=/",
                "--data-raw @no-file http://h/ | --in-flight=/ --data-raw=@no-file",
                "-d @file http://h/ | --in-flight=/ --data=@file",
            })
    void takesWhatChangesTheRequest(String words, String arguments) {
        List<String> expected = new ArrayList<>(
                List.of(arguments.replace("Content-Type:_", "Content-Type:\0").split(" ")));
        expected.replaceAll(word -> word.replace('\0', ' ').replace(":_", ": ").replace("Basic_", "Basic "));

        assertThat(of(words.split(" ")).arguments().stream().skip(1)).containsExactlyElementsOf(expected);
    }

    @Test
    void anEmptyBodyIsAPost() {
        assertThat(of("http://h/x", "--data-raw", "").arguments())
                .contains("--method=POST")
                .hasSize(3);
    }

    @Test
    void saysWhatIsLeftOut() {
        assertThat(of("-sSv", "-o", "file", "-w", "%{http_code}", "--http2", "http://h/x")
                        .notes())
                .containsExactly(
                        "left out: --http2, since requests are sent over HTTP/1.1",
                        "left out, since it does not change the request: --output, --show-error, --silent, --verbose, --write-out");
        assertThat(of("-u", "a:b", "http://h/").notes())
                .containsExactly("the list of processes has the password; --user=@FILE keeps it out");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-F a=b http://h/ | curl's --form cannot be sent: a form with parts is not built",
                "--next http://h/ | curl's --next cannot be sent: one request can be given",
                "--proxy http://p http://h/ | curl's --proxy cannot be sent",
                "http://h/ http://i/ | the command must have one URL, had 2",
                "-d a | the command must have a URL",
                "--unheard http://h/ | curl's --unheard is not known here",
                "http://h/ -d | curl's --data must have a value",
                "ftp://h/ | the command must have a URL of http or https, was 'ftp://h/'",
                "-b jar.txt http://h/ | curl's --cookie must be NAME=VALUE, a file is not read",
                "-d a -d @file http://h/ | a body must be one file, or texts, were 2 options",
                "-G -d @file http://h/ | curl's --get with a file is not sent",
                "-H Host:other http://h/ | the header Host must be that of the URL, h, was 'other'",
                "-H @headers.txt http://h/ | curl's --header of a file is not read",
                "-Z http://h/ | curl's -Z is not known here",
                "--cap 5 http://h/ | --cap must have its value behind =",
            })
    void refusesWhatCannotBeSent(String words, String message) {
        assertThatThrownBy(() -> of(words.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"curl -d \"$(id)\" http://h/", "curl -d `id` http://h/", "curl \"http://h/`id`\""})
    void neverRunsACommandSubstitution(String text) {
        assertThatThrownBy(() -> ShellWords.of(text))
                .hasMessageContaining("a command substitution, which is never run");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "curl 'http://h/ | a ' without its end",
                "curl \"http://h/ | a \" without its end",
                "curl http://h/ -d $TOKEN | a variable, which is not looked up",
                "curl http://h/ ; rm x | has ';' outside quotes",
                "curl http://h/a&b=c | has '&' outside quotes",
                "curl http://h/ \\ | ends with a backslash",
            })
    void refusesWhatAShellWouldHaveToDo(String text, String message) {
        assertThatThrownBy(() -> ShellWords.of(text)).hasMessageContaining(message);
    }
}
