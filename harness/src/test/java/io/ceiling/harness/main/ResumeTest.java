package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A results folder may come from somebody else: what it records is shown, and nothing of it is executed. */
class ResumeTest extends CommandLineFixture {

    private static final int NOBODY = 65_534;

    ResumeTest(@TempDir Path home) throws IOException {
        super(home);
    }

    /** Leaves a run that records these arguments, and returns its folder. */
    private Path interruptedRun(String... arguments) throws IOException {
        execute("run", "--container=jetty", "--name=other");
        List<String> recorded = new ArrayList<>(List.of("run", "--preset=quick", "--container=jetty"));
        recorded.addAll(List.of(arguments));
        try (RunFolder folder = RunFolder.create(home.resolve("results"), "other", Clock.systemUTC())) {
            folder.writeEnvironment(environment(recorded), requests.get(0).ramp());
            return folder.path().toRealPath();
        } finally {
            requests.clear();
            out.reset();
        }
    }

    private static void copyJdk(Path from, Path to) throws IOException {
        Files.createDirectories(to.resolve("bin"));
        Files.copy(from.resolve("bin/java"), to.resolve("bin/java"));
        assertThat(to.resolve("bin/java").toFile().setExecutable(true)).isTrue();
        Files.copy(from.resolve("release"), to.resolve("release"));
    }

    @Test
    void printsTheRecordedCommandInOneLineWithoutWhatATerminalObeys() throws IOException {
        interruptedRun("--name=a\n\u001b[31mb", "--cap=300");

        execute("run", "--resume");

        assertThat(text(out).lines()).first().satisfies(line -> assertThat(line)
                .startsWith("resuming: run --preset=quick --container=jetty --name=a")
                .endsWith("b --cap=300")
                .doesNotContain("\u001b"));
    }

    @Test
    void theTimeIsThatOfTheScenariosWithoutARow() throws IOException {
        Path run = interruptedRun();
        execute("run", "--resume=" + run);
        List<Scenario> all = requests.get(0).scenarios();
        String before = text(out);
        out.reset();
        try (RunFolder folder = RunFolder.resume(run)) {
            all.stream().skip(1).forEach(one -> folder.append(Fixtures.result(one, Fixtures.REACHED), List.of()));
        }

        execute("run", "--resume=" + run);

        assertThat(before).contains("scenarios, about").contains(" min ");
        assertThat(text(out)).containsPattern("scenarios, about \\d+ s; finished");
    }

    @Test
    void startsNothingThatLiesInTheResults() throws IOException {
        Path run = interruptedRun();
        Path jdk = run.resolve("jdk");
        copyJdk(home.resolve("jvm/25.0.3"), jdk);
        Path matrix = Files.writeString(run.resolveSibling("m.yaml"), "container: jetty\n");
        Path way = Files.createSymbolicLink(run.resolve("way"), home.resolve("jvm/25.0.3"));
        for (String argument : List.of("--jdk=17," + jdk, "--jdk=" + way, "--matrix=" + matrix, "--war=" + matrix)) {
            interruptedRun(argument);

            assertThat(execute("run", "--resume")).as(argument).isEqualTo(2);

            assertThat(text(err).strip())
                    .contains("--resume: the recorded %s must lie outside of the results, was '"
                            .formatted(argument.replaceFirst("=.*", "")))
                    .endsWith("Hint: give the options of the run again, beside --resume")
                    .hasLineCount(1);
            err.reset();
        }
        assertThat(requests).isEmpty();
    }

    @Test
    void startsNoCommandOfANodeThatTheResultsName() throws IOException {
        interruptedRun("--hosts=load1=true");

        assertThat(execute("run", "--resume")).isEqualTo(2);
        assertThat(text(err)).contains("commands of --hosts are not taken from a results folder");
        assertThat(requests).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void startsNothingThatBelongsToAnotherUser() throws IOException {
        Path jdk = home.resolve("jvm/theirs");
        copyJdk(home.resolve("jvm/25.0.3"), jdk);
        assumeTrue(mayGiveAway(jdk.resolve("bin/java")), "only root can give a file to another user");
        interruptedRun("--jdk=" + jdk);

        assertThat(execute("run", "--resume")).isEqualTo(2);

        assertThat(text(err)).contains("the recorded --jdk must belong to you or to root, was '" + jdk + "' of ");
        assertThat(requests).isEmpty();
    }

    private static boolean mayGiveAway(Path file) {
        try {
            Files.setAttribute(file, "unix:uid", NOBODY);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void takesNoArgumentsFromAFile() throws IOException {
        Path further = Files.writeString(home.resolve("further"), "--cap=300\n");
        interruptedRun("@" + further);

        assertThat(execute("run", "--resume")).isEqualTo(2);

        assertThat(text(err)).contains("@" + further);
        assertThat(requests).isEmpty();
    }

    @Test
    void aRequestWhoseQueryIsNotRecordedMustBeGivenAgain() throws IOException {
        Path war = home.resolve("shop.war");
        try (ZipOutputStream archive = new ZipOutputStream(Files.newOutputStream(war))) {
            archive.putNextEntry(new ZipEntry("index.html"));
        }
        execute("run", "--container=jetty", "--war=" + war, "--get=/x?key=S3CRET");
        assertThat(requests.get(0).folders().ownerOnly()).isTrue();
        List<String> recorded = requests.get(0).commandLine();
        assertThat(recorded).contains("--get=/x?key=...");
        interruptedRun(recorded.stream()
                .filter(argument -> argument.matches("--(war|get)=.*"))
                .toArray(String[]::new));

        assertThat(execute("run", "--resume")).isEqualTo(2);

        assertThat(text(err)).contains("--resume: the values of the query of '/x?key=...' are not recorded. Hint: ");
        assertThat(execute("run", "--resume", "--war=" + war, "--get=/x?key=S3CRET"))
                .as(text(err))
                .isZero();
    }

    @Test
    void optionsThatAreGivenAgainAreTheUsersOwn() throws IOException {
        Path run = interruptedRun();
        Path matrix = Files.writeString(run.resolveSibling("m.yaml"), "container: jetty\n");

        assertThat(execute("run", "--resume", "--matrix=" + matrix))
                .as(text(err))
                .isZero();
    }
}
