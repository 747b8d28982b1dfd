package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.scenario.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkFinderTest {

    private final Path folder;

    JdkFinderTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void newestComesFirstAndEachJdkOnceWhateverLeadsToIt() throws IOException {
        Path jdk17 = jdk("jvm/java-17", "17.0.15");
        Path jdk21 = jdk("sdkman/21.0.2-tem", "21.0.2");
        jdk("jvm/java-9", "9.0.4");
        jdk("jvm/java-8", "1.8.0_402");
        Files.createSymbolicLink(folder.resolve("jvm/java-1.17"), jdk17);
        Files.createSymbolicLink(folder.resolve("sdkman/current"), jdk21);

        List<Jdk> found = finder(List.of(jdk17)).find();

        assertThat(found).extracting(Jdk::version).containsExactly("21.0.2", "17.0.15", "9.0.4", "1.8.0_402");
        assertThat(found).extracting(Jdk::feature).containsExactly(21, 17, 9, 8);
        assertThat(found.get(0).home()).isEqualTo(jdk21.toRealPath());
    }

    @Test
    void sortsByNumberNotByText() throws IOException {
        jdk("jvm/a", "21.0.9");
        jdk("jvm/b", "21.0.10");

        assertThat(finder(List.of()).find()).extracting(Jdk::version).containsExactly("21.0.10", "21.0.9");
    }

    @Test
    void readsToolchains() throws IOException {
        Path jdk = jdk("elsewhere/jdk-25", "25.0.3");
        Files.writeString(
                folder.resolve("toolchains.xml"),
                "<toolchains><toolchain><type>jdk</type><configuration><jdkHome>%s</jdkHome></configuration></toolchain></toolchains>"
                        .formatted(jdk));

        assertThat(finder(List.of()).find()).extracting(Jdk::feature).containsExactly(25);
    }

    @Test
    void ignoresToolchainsThatReachOutside() throws IOException {
        Path jdk = jdk("elsewhere/jdk-25", "25.0.3");
        Path secret = Files.writeString(folder.resolve("home.txt"), jdk.toString());
        Files.writeString(
                folder.resolve("toolchains.xml"),
                "<!DOCTYPE t [<!ENTITY home SYSTEM \"%s\">]><toolchains><jdkHome>&home;</jdkHome></toolchains>"
                        .formatted(secret.toUri()));

        assertThat(finder(List.of()).find()).isEmpty();
    }

    @Test
    void ignoresFoldersThatAreNoJdk() throws IOException {
        Files.createDirectories(folder.resolve("jvm/empty"));
        Files.delete(jdk("jvm/no-release", "21").resolve("release"));
        Files.delete(jdk("jvm/no-java", "21").resolve("bin/java"));
        Files.writeString(jdk("jvm/odd", "21").resolve("release"), "JAVA_VERSION=\"\"\n");

        assertThat(finder(List.of()).find()).isEmpty();
    }

    @Test
    void choosesByFeatureNumberFolderOrNewest() throws IOException {
        Path jdk17 = jdk("jvm/java-17", "17.0.15");
        jdk("jvm/java-25", "25.0.3");
        JdkFinder finder = finder(List.of());

        assertThat(finder.choose("newest").feature()).isEqualTo(25);
        assertThat(finder.choose("17").feature()).isEqualTo(17);
        assertThat(finder.choose(jdk17.toString()).version()).isEqualTo("17.0.15");
    }

    @Test
    void tellsWhatWasFoundInstead() throws IOException {
        jdk("jvm/java-17", "17.0.15");
        JdkFinder finder = finder(List.of());

        assertThatThrownBy(() -> finder.choose("99")).hasMessage("jdk must be one of the JDKs found (17), was '99'");
        assertThatThrownBy(() -> finder.choose("/no/such"))
                .hasMessage("jdk must be a JDK's folder, with bin/java and a release file in it, was '/no/such'");
    }

    @Test
    void theRunningJvmIsAmongThoseOfThisHost() {
        assertThat(JdkFinder.ofHost().find())
                .extracting(Jdk::feature)
                .contains(Runtime.version().feature());
    }

    private JdkFinder finder(List<Path> homes) {
        return new JdkFinder(
                homes, List.of(folder.resolve("jvm"), folder.resolve("sdkman")), folder.resolve("toolchains.xml"));
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
        return home;
    }
}
