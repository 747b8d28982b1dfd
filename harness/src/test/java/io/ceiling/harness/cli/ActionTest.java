package io.ceiling.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** action.yml, and its script with a command in the place of Ceiling that prints its arguments. */
class ActionTest {

    private static final Path ACTION = Path.of("..", "action.yml");
    private static final Path SCRIPT = Path.of("..", "dist", "action.sh").toAbsolutePath();

    @TempDir
    Path folder;

    private Path summary;
    private Path outputs;

    @BeforeEach
    void aCommandThatPrintsItsArguments() throws IOException {
        summary = Files.createFile(folder.resolve("summary.md"));
        outputs = Files.createFile(folder.resolve("outputs"));
        Path command = Files.createDirectories(folder.resolve("ceiling/bin")).resolve("ceiling");
        Files.writeString(
                command, "#!/bin/sh\nprintf 'argument <%s>\\n' \"$@\"\necho '</code> `x` # heading'\nexit 1\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
    }

    private static List<JsonNode> steps() throws IOException {
        List<JsonNode> steps = new ArrayList<>();
        new ObjectMapper(new YAMLFactory())
                .readTree(ACTION.toFile())
                .path("runs")
                .path("steps")
                .forEach(steps::add);
        return steps;
    }

    private int run(Map<String, String> inputs) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no /bin/bash");
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", SCRIPT.toString(), "run")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        builder.environment().put("RUNNER_TEMP", folder.toString());
        builder.environment().put("GITHUB_STEP_SUMMARY", summary.toString());
        builder.environment().put("GITHUB_OUTPUT", outputs.toString());
        builder.environment().putAll(inputs);
        return builder.start().waitFor();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"), StandardCharsets.UTF_8);
    }

    @Test
    void noInputIsTextOfAScript() throws IOException {
        assertThat(steps().stream().filter(step -> step.has("run"))).hasSize(2).allSatisfy(step -> {
            assertThat(step.path("run").asText()).doesNotContain("${{");
            assertThat(step.path("shell").asText()).isEqualTo("bash");
        });
    }

    @Test
    void everyOtherActionIsNamedByACommit() throws IOException {
        assertThat(steps().stream().filter(step -> step.has("uses")).map(step -> step.path("uses")
                        .asText()))
                .hasSize(2)
                .allMatch(action -> action.matches("actions/[a-z-]+@[0-9a-f]{40}"));
    }

    @Test
    void eachLineIsOneArgumentAndNothingOfItIsExecuted() throws Exception {
        int exitCode = run(Map.of(
                "CEILING_COMMAND", "probe",
                "CEILING_ARGUMENTS",
                        "http://127.0.0.1:8080/\n\n--get=/a b\n--send=$(touch executed);`touch executed`\n",
                "CEILING_EXPECT", "ceiling>=5000\nlimit=server-threads"));

        assertThat(log().lines().filter(line -> line.startsWith("argument")))
                .containsExactly(
                        "argument <probe>",
                        "argument <http://127.0.0.1:8080/>",
                        "argument <--get=/a b>",
                        "argument <--send=$(touch executed);`touch executed`>",
                        "argument <--expect=ceiling>=5000>",
                        "argument <--expect=limit=server-threads>");
        assertThat(folder.resolve("executed")).doesNotExist();
        assertThat(exitCode).isEqualTo(1);
    }

    @Test
    void theSummaryHasTheOutputAsItIsAndTheOutputsTheExitCode() throws Exception {
        int exitCode = run(Map.of("CEILING_COMMAND", "run"));

        assertThat(exitCode).isEqualTo(1);
        assertThat(Files.readString(summary))
                .startsWith("### Ceiling run: an expectation was missed (exit code 1)\n\n    argument <run>\n")
                .contains("\n    </code> `x` # heading\n");
        assertThat(Files.readAllLines(outputs))
                .containsExactly("results=" + folder.toRealPath().resolve("results"), "exit-code=1");
    }

    @Test
    void aCommandThatIsNoNameIsOneLine() throws Exception {
        assertThat(run(Map.of("CEILING_COMMAND", "run --all"))).isEqualTo(3);
        assertThat(log())
                .isEqualTo("::error::ceiling: command must be the name of a command, such as run, was 'run --all'\n");
    }
}
