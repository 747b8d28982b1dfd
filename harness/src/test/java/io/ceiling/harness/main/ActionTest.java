package io.ceiling.harness.main;

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
                command,
                "#!/bin/sh\nprintf 'argument <%s>\\n' \"$@\"\necho '</code> `x` # heading'\nprintf 'a\\r# b\\r\\n'\nexit 1\n");
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
        return action("run", inputs);
    }

    private int action(String step, Map<String, String> inputs) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no /bin/bash");
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", SCRIPT.toString(), step)
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
                        "argument <probe>", "argument <http://127.0.0.1:8080/>",
                        "argument <--get=/a b>", "argument <--send=$(touch executed);`touch executed`>",
                        "argument <--expect=ceiling>=5000>", "argument <--expect=limit=server-threads>");
        assertThat(folder.resolve("executed")).doesNotExist();
        assertThat(exitCode).isEqualTo(1);
    }

    @Test
    void theSummaryHasTheOutputAsItIsAndTheOutputsTheExitCode() throws Exception {
        int exitCode = run(Map.of("CEILING_COMMAND", "run"));

        assertThat(exitCode).isEqualTo(1);
        assertThat(Files.readString(summary))
                .startsWith("### Ceiling run: an expectation was missed (exit code 1)\n\n    argument <run>\n")
                .contains("\n    </code> `x` # heading\n    a# b\n")
                .doesNotContain("\r");
        assertThat(Files.readAllLines(outputs))
                .containsExactly("results=" + folder.toRealPath().resolve("results"), "exit-code=1");
    }

    /** Lines between {@code ::stop-commands::} with a token and the token are text to a runner. */
    @Test
    void aLineOfTheOutputGivesTheRunnerNoOrder() throws Exception {
        assertThat(run(Map.of("CEILING_COMMAND", "run"))).isEqualTo(1);
        List<String> first = log().lines().toList();
        assertThat(run(Map.of("CEILING_COMMAND", "run"))).isEqualTo(1);
        List<String> second = log().lines().toList();

        for (List<String> lines : List.of(first, second)) {
            assertThat(lines.get(0)).matches("::stop-commands::[0-9a-f]{32}");
            String token = lines.get(0).substring("::stop-commands::".length());
            assertThat(lines.get(lines.size() - 1)).isEqualTo("::" + token + "::");
        }
        assertThat(first.get(0)).isNotEqualTo(second.get(0));
        assertThat(Files.readString(summary)).doesNotContain("::stop-commands::");
    }

    @Test
    void aCommandThatIsNoNameIsOneLine() throws Exception {
        assertThat(run(Map.of("CEILING_COMMAND", "run --all"))).isEqualTo(3);
        assertThat(log())
                .isEqualTo("::error::ceiling: command must be the name of a command, such as run, was 'run --all'\n");
    }

    /** An archive whose command prints a version, in that folder with the digests of its files. */
    private Path release(String version) throws Exception {
        Path release = Files.createDirectories(folder.resolve("release-" + version));
        shell(
                release,
                "mkdir -p ceiling-%1$s/bin && printf '#!/bin/sh\\necho ceiling %1$s \"$@\"\\n' > ceiling-%1$s/bin/ceiling"
                                .formatted(version)
                        + " && chmod 755 ceiling-*/bin/ceiling && tar -czf ceiling-%1$s.tar.gz ceiling-%1$s"
                                .formatted(version)
                        + " && rm -r ceiling-%1$s && echo {} > ceiling-%1$s.cdx.json && sha256sum ceiling-* > SHA256SUMS"
                                .formatted(version));
        return release;
    }

    private static void shell(Path directory, String script) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no /bin/bash");
        assertThat(new ProcessBuilder("/bin/bash", "-ec", script)
                        .directory(directory.toFile())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Gets a release with a gh in the path that knows that release alone, and takes the options as the real one does. */
    private int getRelease(Path release, String tag) throws Exception {
        Path gh = Files.createDirectories(folder.resolve("path")).resolve("gh");
        Files.writeString(
                gh,
                """
                #!/bin/bash
                [ "$*" = "release download --repo me/ceiling --dir $RUNNER_TEMP/ceiling-release --clobber --pattern ceiling-* --pattern SHA256SUMS -- v1" ] || { echo "release not found" >&2; exit 1; }
                mkdir -p "$RUNNER_TEMP/ceiling-release" && cp '%s'/* "$RUNNER_TEMP/ceiling-release"
                """
                        .formatted(release));
        assertThat(gh.toFile().setExecutable(true)).isTrue();
        return action(
                "get",
                Map.of(
                        "PATH",
                        gh.getParent() + ":" + System.getenv("PATH"),
                        "CEILING_REPOSITORY",
                        "me/ceiling",
                        "CEILING_RELEASE",
                        tag));
    }

    @Test
    void getsAnArchiveInPlaceOfTheOneBefore() throws Exception {
        Path archive = release("1.2").resolve("ceiling-1.2.tar.gz");
        Files.writeString(folder.resolve("ceiling/left-over"), "of an earlier version");

        assertThat(action("get", Map.of("CEILING_ARCHIVE", archive.toString()))).isZero();

        assertThat(log()).isEqualTo("ceiling 1.2 --version\n");
        assertThat(folder.resolve("ceiling/left-over")).doesNotExist();
    }

    @Test
    void getsAReleaseWhoseDigestsAreRight() throws Exception {
        assertThat(getRelease(release("1.2"), "v1")).isZero();

        assertThat(log()).isEqualTo("ceiling 1.2 --version\n");
    }

    @Test
    void aChangedFileOfAReleaseIsNotUnpacked() throws Exception {
        Path release = release("1.2");
        Files.writeString(release.resolve("ceiling-1.2.cdx.json"), "changed");

        assertThat(getRelease(release, "v1")).isEqualTo(3);

        assertThat(log()).endsWith("::error::ceiling: a file of release 'v1' is not what SHA256SUMS says\n");
        assertThat(folder.resolve("ceiling")).doesNotExist();
    }

    @Test
    void anArchiveThatTheDigestsDoNotNameIsNotUnpacked() throws Exception {
        Path release = release("1.2");
        shell(release, "sed -i /tar/d SHA256SUMS");

        assertThat(getRelease(release, "v1")).isEqualTo(3);

        assertThat(log()).isEqualTo("::error::ceiling: SHA256SUMS of release 'v1' does not name ceiling-1.2.tar.gz\n");
    }

    @Test
    void aReleaseWithTwoArchivesOrNoneIsOneLine() throws Exception {
        Path release = release("1.2");
        shell(release, "cp ceiling-1.2.tar.gz ceiling-1.3.tar.gz && sha256sum ceiling-* > SHA256SUMS");

        assertThat(getRelease(release, "v1")).isEqualTo(3);

        assertThat(log())
                .startsWith("::error::ceiling: one archive was expected in ")
                .hasLineCount(1);
    }

    @Test
    void whatCannotBeFetchedIsOneLine() throws Exception {
        assertThat(getRelease(release("1.2"), "v2")).isEqualTo(3);
        assertThat(log()).endsWith("::error::ceiling: release 'v2' of me/ceiling cannot be fetched\n");

        assertThat(action("get", Map.of("CEILING_ARCHIVE", folder.toString()))).isEqualTo(3);
        assertThat(log()).isEqualTo("::error::ceiling: archive must be a file, was '%s'\n".formatted(folder));
    }

    /** GITHUB_ACTION_REPOSITORY is empty in the scripts of a composite action. */
    @Test
    void theRepositoryOfTheReleaseComesFromAnExpression() throws Exception {
        assertThat(Files.readString(SCRIPT)).doesNotContain("GITHUB_ACTION_REPOSITORY");
        assertThat(steps())
                .extracting(step -> step.path("env").path("CEILING_REPOSITORY").asText())
                .contains("${{ github.action_repository || github.repository }}");
    }
}
