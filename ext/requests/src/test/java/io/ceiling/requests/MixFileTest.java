package io.ceiling.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.load.http.HttpRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixFileTest {

    @TempDir
    Path folder;

    private List<HttpRequest> read(String name, String text) throws IOException {
        return new MixFile().read(Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8));
    }

    @Test
    void targetsOfVegetaHaveHeadersAndBodiesOfFiles() throws IOException {
        Files.writeString(folder.resolve("new.json"), "{\"a\":\"\u00e9\"}", StandardCharsets.UTF_8);

        assertThat(
                        read(
                                "targets.txt",
                                """
                        # weight 3
                        GET http://shop:9090/products?q=1
                        X-Account-ID: 99
                        Host: other

                        POST http://shop:9090/things
                        Content-Type: application/json
                        @new.json
                        DELETE /things/{{n}}
                        """))
                .containsExactly(
                        new HttpRequest("GET", "/products?q=1", "X-Account-ID: 99\r\n", "", 3),
                        new HttpRequest(
                                "POST", "/things", "Content-Type: application/json\r\n", "{\"a\":\"\u00c3\u00a9\"}", 1),
                        new HttpRequest("DELETE", "/things/{{n}}", "", "", 1));
    }

    @Test
    void requestsOfEditorsHaveVariablesBodiesAndSeparators() throws IOException {
        assertThat(read(
                        "shop.http",
                        """
                        @base = http://127.0.0.1:8080
                        @type = application/json

                        ### an order
                        # @weight 5
                        POST {{base}}/orders HTTP/1.1
                        Content-Type: {{type}}
                        // a comment
                        X-Trace: {{uuid}}

                        {
                          "id": {{n}}
                        }

                        ### the list
                        {{base}}/orders
                            ?page={{random 1..9}}
                            &size=20
                        ###
                        GET /
                        """
                                .replace("{{base}}/orders\n    ?", "GET {{base}}/orders\n    ?")))
                .containsExactly(
                        new HttpRequest(
                                "POST",
                                "/orders",
                                "Content-Type: application/json\r\nX-Trace: {{uuid}}\r\n",
                                "{\n  \"id\": {{n}}\n}",
                                5),
                        new HttpRequest("GET", "/orders?page={{random 1..9}}&size=20", "", "", 1),
                        new HttpRequest("GET", "/", "", "", 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "` ` | has no request, such as GET /products",
                "GET http://a/x\\n\\nGET http://b/y | line 3: all requests must be of one server, were of ",
                "# weight 0\\nGET /x | line 1: weight must be 1 to 1000000, was '0'",
                "# weight many\\nGET /x | line 1: weight must be 1 to 1000000, was 'many'",
                "get /x?token=7 | line 1: must be METHOD URL, such as GET /products",
                "POST /x\\n\\n{} | line 3: must be METHOD URL, such as GET /products. Hint: a body needs ### between requests",
                "# weight 4 reads\\nGET /x | line 1: a weight must be a comment such as # weight 3",
                "### weight 4\\nGET /x | line 1: a weight must be a comment such as # weight 3",
                "GET /x\\n# weight 9 | line 2: a weight must be before its request",
                "POST /x\\n\\n{}\\n# weight 3\\n### | line 4: a weight behind a body is part of it",
                "GET /x\\nno header | line 2: must be a header 'Name: value' in printable ASCII",
                "GET /x\\n@missing.json | line 2: the body must name a file that exists",
                "GET /{{user}} | line 1: '{{user}}' is none of {{n}}, {{connection}}, {{uuid}}",
                "GET /{{random 9..1}} | line 1: '{{random 9..1}}' must have the smaller number first",
                "TRACE /x | line 1: TRACE is not sent",
                "GET ftp://h/x | line 1: must be a path, or a URL of http or https, was 'ftp://h/x'",
            })
    void saysTheLineOfWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> read("mix.txt", text.replace("\\n", "\n")))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(message);
    }

    @Test
    void scriptsAreNotRun() {
        assertThatThrownBy(() -> read("a.http", "POST /x\n\n{}\n\n> {% client.log(1) %}\n"))
                .hasMessageContaining("line 5: scripts are not run");
    }

    @Property(tries = 300)
    void anyTextIsReadOrRefusedWithALine(@ForAll @StringLength(max = 200) String text) throws IOException {
        Path file = Files.createTempFile("mix", ".http");
        try {
            Files.writeString(file, "GET /x\n" + text.replaceAll("\\p{Cs}", "?"), StandardCharsets.UTF_8);
            assertThat(new MixFile().read(file)).isNotEmpty();
        } catch (CommandException e) {
            assertThat(e.getMessage()).startsWith("--requests: ").doesNotContain("\n");
        } finally {
            Files.delete(file);
        }
    }
}
