package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JVM is played; that real ones map their archive is the claim of ClassArchiveIT. */
class ClassArchiveTest {

    private static final String NAME = "jdk25.0.3-G1GC";
    private static final String AT_EXIT = "-XX:ArchiveClassesAtExit=";

    @TempDir
    Path folder;

    private final List<Path> trained = new ArrayList<>();

    private ClassArchive archive(Path jar) {
        return new ClassArchive(folder.resolve("class-data"), NAME, List.of(jar), "");
    }

    private void train(String option, Path work) throws IOException {
        assertThat(option).startsWith(AT_EXIT);
        Files.writeString(work.resolve("log"), "a line");
        Path file = Path.of(option.substring(AT_EXIT.length()));
        Files.writeString(file, "classes");
        trained.add(file);
    }

    private Path jar(String text) throws IOException {
        return Files.writeString(folder.resolve("a.jar"), text);
    }

    private List<Path> files() throws IOException {
        return ClassArchive.filesOf(folder.resolve("class-data"));
    }

    @Test
    void isMadeOnceAndLeavesNothingElse() throws Exception {
        Path jar = jar("one");

        List<String> first = archive(jar).options(this::train);
        List<String> second = archive(jar).options(this::train);

        assertThat(trained).hasSize(1);
        assertThat(files()).hasSize(1);
        assertThat(first).containsExactly("-XX:SharedArchiveFile=" + files().get(0));
        assertThat(second).isEqualTo(first);
    }

    @Test
    void thatOfOtherJarsReplacesIt() throws Exception {
        List<String> before = archive(jar("one")).options(this::train);

        List<String> after = archive(jar("another build")).options(this::train);

        assertThat(after).hasSize(1).isNotEqualTo(before);
        assertThat(files()).hasSize(1);
    }

    /** Files of a distribution have one time in every build, and may have the same size. */
    @Test
    void aBuildWithFilesOfTheSameSizeAndTimeMakesItsOwn() throws Exception {
        Path jar = jar("one");
        List<String> before = archive(jar).options(this::train);

        List<String> after = new ClassArchive(folder.resolve("class-data"), NAME, List.of(jar), "another build")
                .options(this::train);

        assertThat(after).hasSize(1).isNotEqualTo(before);
        assertThat(files()).hasSize(1);
    }

    @Test
    void oneThatAnotherProcessMadeMeanwhileIsKept() throws Exception {
        Path jar = jar("one");
        String name = name(jar);

        List<String> options = archive(jar).options((option, work) -> {
            train(option, work);
            Files.writeString(folder.resolve("class-data").resolve(name), "made elsewhere");
        });

        assertThat(options).hasSize(1);
        assertThat(files()).hasSize(1);
    }

    private String name(Path jar) throws Exception {
        Path elsewhere = folder.resolve("elsewhere");
        List<String> options = new ClassArchive(elsewhere, NAME, List.of(jar), "").options(this::train);
        return Path.of(options.get(0).substring("-XX:SharedArchiveFile=".length()))
                .getFileName()
                .toString();
    }

    @Test
    void oneOfAnotherKindOfJvmIsKept() throws Exception {
        Path jar = jar("one");
        Path all = folder.resolve("class-data");
        List<String> compact =
                new ClassArchive(all, NAME + "-CompactObjectHeaders", List.of(jar), "").options(this::train);

        List<String> plain = archive(jar).options(this::train);

        assertThat(files()).hasSize(2);
        assertThat(compact).isNotEqualTo(plain);
    }

    @Test
    void isSharedAtOneAddress() throws Exception {
        assertThat(archive(jar("one")).sharedOptions(this::train))
                .hasSize(3)
                .endsWith("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0");
    }

    @Test
    void aJvmThatWritesNoneIsAskedOnceAndStartsWithout() throws Exception {
        Path jar = jar("one");
        List<String> asked = new ArrayList<>();

        List<String> options = archive(jar).options((option, work) -> asked.add(option));
        List<String> again = archive(jar).sharedOptions((option, work) -> asked.add(option));

        assertThat(options).isEmpty();
        assertThat(again).isEmpty();
        assertThat(asked).hasSize(1);
        assertThat(files()).isEmpty();
    }

    @Test
    void aJvmThatDoesNotStartLeavesNothing() throws Exception {
        List<String> options = archive(jar("one")).options((option, work) -> {
            train(option, work);
            throw new IOException("killed");
        });

        assertThat(options).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void whereNoFolderCanBeMadeJvmsStartWithout() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "no folder");

        assertThat(new ClassArchive(file, "jdk", List.of(), "").options(this::train))
                .isEmpty();
        assertThat(trained).isEmpty();
    }
}
