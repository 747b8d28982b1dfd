package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/github-actions.yml: it is YAML, and every command of ours in it does what the file says, up to where a server would start. */
class GitHubActionsTest extends CommandLineFixture {

    private static final Path WORKFLOW = Path.of("..", "..", "docs", "github-actions.yml");

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    GitHubActionsTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private static List<JsonNode> steps() throws IOException {
        return steps(WORKFLOW);
    }

    private static List<JsonNode> steps(Path file) throws IOException {
        List<JsonNode> steps = new ArrayList<>();
        JsonNode workflow = new ObjectMapper(new YAMLFactory()).readTree(file.toFile());
        workflow.path("jobs").forEach(job -> job.path("steps").forEach(steps::add));
        return steps;
    }

    /** The words of each command behind {@code ./ceiling}; files are those of this test. */
    private List<List<String>> commands() throws IOException {
        return steps().stream()
                .flatMap(step -> step.path("run").asText().replace("\\\n", " ").lines())
                .map(String::strip)
                .filter(line -> line.startsWith("./ceiling "))
                .map(line -> WORD.matcher(line)
                        .results()
                        .skip(1)
                        .map(GitHubActionsTest::unquoted)
                        .map(this::ofThisTest)
                        .toList())
                .toList();
    }

    /** A tag can be moved to other code, which would run with what this workflow may do. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/github-actions.yml", ".github/workflows/build.yml",
                ".github/workflows/nightly.yml", ".github/workflows/release.yml"
            })
    void everyActionIsNamedByACommit(String name) throws IOException {
        Path file = Path.of("..", "..", name);
        List<String> actions = steps(file).stream()
                .filter(step -> step.has("uses"))
                .map(step -> step.path("uses").asText())
                .toList();

        assertThat(actions).isNotEmpty().allMatch(action -> action.matches("[\\w.-]+(/[\\w.-]+)+@[0-9a-f]{40}"));
        assertThat(Files.readAllLines(file).stream().filter(line -> line.contains("uses:")))
                .allMatch(line -> line.matches(".*@[0-9a-f]{40} # v[0-9.]+"));
    }

    /** Without a commit the code of another repository would be whatever its branch has, and two runs would differ by it. */
    @Test
    void everyOtherRepositoryIsCheckedOutAtACommit() throws IOException {
        assertThat(steps().stream()
                        .map(step -> step.path("with"))
                        .filter(with -> with.has("repository"))
                        .map(with -> with.path("ref").asText()))
                .containsExactly("COMMIT", "COMMIT");
    }

    private static String unquoted(MatchResult word) {
        return word.group(1) == null ? word.group(2) : word.group(1);
    }

    private String ofThisTest(String word) {
        return word.matches("\\S+\\.(xml|md|war)")
                ? home.resolve(Path.of(word).getFileName()).toString()
                : word;
    }

    private List<String> only(String command) throws IOException {
        List<List<String>> all = commands().stream()
                .filter(words -> words.get(0).equals(command))
                .toList();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private void war() throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(home.resolve("app.war")))) {
            zip.putNextEntry(new ZipEntry("index.html"));
        }
    }

    private int executeAll(Stream<String> words) {
        return execute(words.toArray(String[]::new));
    }

    @Test
    void everyStepRunsOrUsesSomething() throws IOException {
        assertThat(steps()).hasSizeGreaterThan(10).allSatisfy(step -> {
            assertThat(step.path("name").asText()).isNotEmpty();
            assertThat(step.has("run") ^ step.has("uses")).as("%s", step).isTrue();
        });
    }

    @Test
    void everyJobPublishesUnderANameOfItsOwn() throws IOException {
        assertThat(steps().stream()
                        .filter(step -> step.path("uses").asText().startsWith("mikepenz/action-junit-report@"))
                        .map(step -> step.path("with").path("check_name").asText()))
                .hasSize(2)
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    @Test
    void everyRunIsAccepted() throws IOException {
        war();
        List<List<String>> runs =
                commands().stream().filter(words -> words.get(0).equals("run")).toList();

        assertThat(runs).hasSize(2).allSatisfy(words -> {
            assertThat(executeAll(Stream.concat(words.stream(), Stream.of("--dry-run"))))
                    .as(text(err))
                    .isZero();
            assertThat(executeAll(words.stream())).as(text(err)).isZero();
        });
        assertThat(text(out)).doesNotContain("warning");
        assertThat(requests).hasSize(2).allSatisfy(request -> {
            assertThat(request.expectations().all()).isNotEmpty();
            assertThat(request.expectations().junit()).isPresent();
            assertThat(request.scenarios()).hasSizeBetween(2, 5);
        });
    }

    @Test
    void comparisonIsAccepted() throws IOException {
        for (String run : List.of("baseline", "latest")) {
            Files.writeString(
                    Files.createDirectories(home.resolve("results").resolve(run))
                            .resolve("ceilings.csv"),
                    """
                    scenario,workload,verdict,ceiling_connections,first_failure_connections,cost_points,heap_bytes_per_connection,heap_bytes_per_connection_se
                    a,get /path,reached,4000,4010,5,1000,5
                    """);
        }

        assertThat(executeAll(only("compare").stream()))
                .as(text(out) + text(err))
                .isZero();

        assertThat(home.resolve("comparison.md")).content().contains("2 figures of 1 scenario");
        assertThat(home.resolve("comparison.xml")).content().contains("tests=\"2\"");
    }

    @Test
    void noOtherCommandIsInIt() throws IOException {
        assertThat(executeAll(only("doctor").stream())).as(text(err)).isZero();
        assertThat(commands()).hasSize(4);
    }
}
