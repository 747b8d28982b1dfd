package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling serve}: a server to look at, gone without a trace when it is not wanted any more. */
@Tag("side-by-side")
class ServeIT {

    private static final Pattern URL = Pattern.compile("(http://127[.]0[.]0[.]1:\\d+/ceiling/)");
    private static final Pattern PID = Pattern.compile("pid (\\d+)");
    private static final Pattern LOG = Pattern.compile("log: (.+)");

    @TempDir
    Path folder;

    @Test
    void endsWithItsServerWhenItIsKilled() throws Exception {
        demandEndWithItsServer(List.of(), "KILL", 137);
    }

    @Tag("all")
    @Test
    void servesWithoutAnInputAndEndsWithItsServerAtASignal() throws Exception {
        demandEndWithItsServer(List.of("sh", "-c", "exec \"$@\" < /dev/null", "sh"), "INT", 130);
    }

    private void demandEndWithItsServer(List<String> around, String signal, int exitCode) throws Exception {
        CeilingProcess ceiling =
                CeilingProcess.start(folder, around, List.of("serve", "--container=tomcat", "--port=0"));
        List<ProcessHandle> children = awaitServing(ceiling);

        ceiling.signal(signal);

        assertThat(ceiling.exitCode()).isEqualTo(exitCode);
        assertThat(ceiling.errors()).isEmpty();
        Awaiting.until("the end of the server", () -> children.stream().noneMatch(ProcessHandle::isAlive));
        // Nobody is left who could delete it after a KILL.
        assertThat(Files.exists(log(ceiling))).isEqualTo(signal.equals("KILL"));
        deleteWhatIsLeft(ceiling);
    }

    @Tag("all")
    @Test
    void tellsThatTheServerEndedByItselfAndKeepsItsLog() throws Exception {
        CeilingProcess ceiling = CeilingProcess.start(folder, "serve", "--port=0");
        awaitServing(ceiling);

        ProcessHandle.of(Long.parseLong(printed(ceiling, PID))).orElseThrow().destroyForcibly();

        assertThat(ceiling.exitCode()).isEqualTo(3);
        Path log = log(ceiling);
        assertThat(ceiling.errors())
                .isEqualTo("ceiling: the server ended by itself with exit code 137; see %s%n".formatted(log));
        assertThat(log).exists();
        deleteWhatIsLeft(ceiling);
    }

    /** Blocks until the page is there; the processes that may not outlive the command. */
    private static List<ProcessHandle> awaitServing(CeilingProcess ceiling) throws Exception {
        Awaiting.until("the last line", () -> ceiling.output().contains("Ctrl-C"));
        HttpRequest page =
                HttpRequest.newBuilder(URI.create(printed(ceiling, URL))).build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(page, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("<title>");
        List<ProcessHandle> children = ceiling.children();
        assertThat(children).isNotEmpty();
        return children;
    }

    private static Path log(CeilingProcess ceiling) {
        return Path.of(printed(ceiling, LOG));
    }

    private static void deleteWhatIsLeft(CeilingProcess ceiling) throws IOException {
        Path left = Objects.requireNonNull(log(ceiling).getParent());
        Files.deleteIfExists(left.resolve("gauges"));
        Files.deleteIfExists(left.resolve("lock"));
        Files.deleteIfExists(log(ceiling));
        Files.deleteIfExists(left);
    }

    private static String printed(CeilingProcess ceiling, Pattern pattern) {
        return pattern.matcher(ceiling.output())
                .results()
                .findFirst()
                .map(result -> result.group(1))
                .orElseThrow(() -> new AssertionError("no %s in: %s".formatted(pattern, ceiling.output())));
    }
}
