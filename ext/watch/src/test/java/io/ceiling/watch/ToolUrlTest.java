package io.ceiling.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.scenario.Target;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolUrlTest {

    private static Target.Endpoint server(String path) {
        return new Target.Endpoint("127.0.0.1", "127.0.0.1", 8080, path, false, false, List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wrk -t2 -c150 -d15s --timeout 5s http://127.0.0.1:8080/gate?a=1",
                "/opt/bin/hey -c 50 http://127.0.0.1:8080/gate?a=1",
                "ab -k -n 1000 -c 50 http://localhost:8080/gate?a=1",
                "python3 load.py --peer=http://127.0.0.1:9090/other 150 http://127.0.0.1:8080/gate?a=1"
            })
    void itIsTheOneOfThisServerInTheCommand(String command) {
        assertThat(ToolUrl.of(List.of(command.split(" ")), server("")))
                .hasValueSatisfying(url -> assertThat(url).hasPath("/gate").hasQuery("a=1"));
    }

    @Test
    void itIsFoundInACommandOfAShell() {
        assertThat(ToolUrl.of(List.of("sh", "-c", "echo 'GET http://127.0.0.1:8080/gate' | vegeta attack"), server("")))
                .contains(URI.create("http://127.0.0.1:8080/gate"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wrk -c150 -s post.lua http://127.0.0.1:8080/gate", "ab -p body.json http://127.0.0.1:8080/gate",
                "hey -m POST http://127.0.0.1:8080/gate", "h2load --data=body http://127.0.0.1:8080/gate",
                "siege http://127.0.0.1:8080/gate http://127.0.0.1:8080/other"
            })
    void thereIsNoneIfTheToolAsksOtherwiseOrForSeveral(String command) {
        assertThat(ToolUrl.of(List.of(command.split(" ")), server("/gate"))).isEmpty();
    }

    @Test
    void aScriptIsTakenToGetTheUrlThatIsWatchedIfThatHasAPath() {
        assertThat(ToolUrl.of(List.of("k6", "run", "script.js"), server(""))).isEmpty();
        assertThat(ToolUrl.of(List.of("k6", "run", "script.js"), server("/gate")))
                .contains(URI.create("http://127.0.0.1:8080/gate"));
    }

    @Test
    void thePathOfAUrlHasItsQuery() {
        assertThat(ToolUrl.pathOf("http://127.0.0.1:8080/gate?a=1#b")).isEqualTo("/gate?a=1");
        assertThat(ToolUrl.pathOf("http://127.0.0.1:8080")).isEqualTo("/");
    }
}
