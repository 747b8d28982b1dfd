package io.ceiling.releases;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.install.Installation;
import io.ceiling.harness.scenario.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resolves releases with a mvn that is a script. */
class MavenReleasesTest {

    private static final Release RELEASE = new Release("10.1.34");
    private static final ContainerKind.ServerProgram TOMCAT =
            Containers.of("tomcat").serverProgram(Connector.NIO).orElseThrow();

    @TempDir
    Path home;

    @TempDir
    Path bin;

    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void build() throws IOException {
        Path app = Files.createDirectories(home.resolve("containers/tomcat/target/app"));
        for (String jar : List.of(
                "ceiling-container-tomcat-1.jar", "slf4j-api-2.0.17.jar",
                "tomcat-annotations-api-11.0.25.jar", "tomcat-embed-core-11.0.25.jar")) {
            Files.writeString(app.resolve(jar), "");
        }
    }

    private Path all() {
        return home.resolve("containers/tomcat/target/releases");
    }

    private MavenReleases releases() {
        return new MavenReleases(Map.of("PATH", bin.toString()));
    }

    private List<Path> jars(Release release) {
        return releases().jars(Installation.at(home), TOMCAT, release);
    }

    private Optional<String> resolve(Release release) throws InterruptedException {
        return releases().resolve(Installation.at(home), TOMCAT, release, told::add);
    }

    private void mvn(String script) throws IOException {
        Path mvn = bin.resolve("mvn");
        Files.writeString(mvn, "#!/bin/sh\n" + script);
        assertThat(mvn.toFile().setExecutable(true)).isTrue();
    }

    /** A Maven that copies two jars, and keeps its arguments. */
    private void copyingMvn() throws IOException {
        mvn(
                """
                echo "$@" >> '%s/calls'
                for argument; do case "$argument" in -DoutputDirectory=*) folder="${argument#*=}" ;; esac; done
                touch "$folder/tomcat-embed-core-10.1.34.jar" "$folder/tomcat-embed-websocket-10.1.34.jar"
                """
                        .formatted(bin));
    }

    private static List<String> names(List<Path> jars) {
        return jars.stream().map(jar -> jar.getFileName().toString()).toList();
    }

    private List<String> left() throws IOException {
        if (!Files.exists(all())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(all())) {
            return names(files.toList());
        }
    }

    @Test
    void aReleaseIsResolvedOnceAndReplacesTheContainersOwnJars() throws Exception {
        copyingMvn();

        assertThat(jars(RELEASE)).isEmpty();
        assertThat(resolve(RELEASE)).isEmpty();
        assertThat(resolve(RELEASE)).isEmpty();

        assertThat(names(jars(RELEASE)))
                .containsExactly(
                        "ceiling-container-tomcat-1.jar", "slf4j-api-2.0.17.jar",
                        "tomcat-embed-core-10.1.34.jar", "tomcat-embed-websocket-10.1.34.jar");
        assertThat(told).containsExactly("resolving tomcat 10.1.34 with " + bin.resolve("mvn"));
        assertThat(left()).containsExactly("10.1.34");
        assertThat(Files.readAllLines(bin.resolve("calls")))
                .singleElement()
                .asString()
                .matches(".* org[.]apache[.]maven[.]plugins:maven-dependency-plugin:[0-9.]+:copy-dependencies .*");
    }

    @Test
    void theReleaseOfTheBuildNeedsNoMaven() throws Exception {
        Release own = new Release("11.0.25");

        assertThat(resolve(own)).isEmpty();
        assertThat(names(jars(own))).contains("tomcat-embed-core-11.0.25.jar");
        assertThat(told).isEmpty();
    }

    @Test
    void withoutMavenTheLineTellsWhereTheJarsBelong() throws Exception {
        assertThat(resolve(RELEASE))
                .contains(
                        "container-version 10.1.34 of tomcat cannot be had: there is no mvn in PATH. Hint: install Maven, or put the jars of the release into %s"
                                .formatted(all().resolve("10.1.34")));
        assertThat(told).isEmpty();
    }

    @Test
    void aReleaseThatIsNotThereIsOneLineAndLeavesNothing() throws Exception {
        mvn(
                """
                echo '[ERROR] Failed to execute goal on project tomcat: Could not find artifact a.b:c:jar:10.1.34 in somewhere -> [Help 1]'
                echo '[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.'
                exit 1
                """);

        assertThat(resolve(RELEASE)).hasValueSatisfying(line -> assertThat(line)
                .startsWith(
                        "container-version 10.1.34 of tomcat cannot be had: there is no a.b:c:jar:10.1.34 in the repositories of your Maven. Hint: ")
                .doesNotContain("\n"));
        assertThat(left()).isEmpty();
        assertThat(jars(RELEASE)).isEmpty();
    }

    @Test
    void aMavenThatCopiesNothingIsNoSuccess() throws Exception {
        mvn("exit 0\n");

        assertThat(resolve(RELEASE)).hasValueSatisfying(line -> assertThat(line)
                .contains("Maven has not copied tomcat-embed-core-10.1.34.jar"));
        assertThat(left()).isEmpty();
    }

    @Test
    void theReasonOfAFailureIsTheFirstErrorOfMaven() {
        assertThat(Maven.reason("\033[0m[ERROR] Unknown host repo: no network -> [Help 1]\n[ERROR] more\n"))
                .isEqualTo("Maven said: Unknown host repo: no network -> [Help 1]");
        assertThat(Maven.reason("The JAVA_HOME environment variable is not defined correctly\n"))
                .isEqualTo("Maven said: The JAVA_HOME environment variable is not defined correctly");
        assertThat(Maven.reason("a.b:c:jar:1 was not found in somewhere during a previous attempt"))
                .isEqualTo("there is no a.b:c:jar:1 in the repositories of your Maven");
        assertThat(Maven.reason("")).isEqualTo("Maven said: nothing");
    }

    @Test
    void theWrapperOfACheckoutIsTakenWhereThereIsNoMvn() throws Exception {
        Path wrapper = Files.writeString(home.resolve("mvnw"), "#!/bin/sh\n");
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();

        assertThat(Maven.find(Map.of("PATH", bin.toString()), home)).contains(new Maven(wrapper));
        copyingMvn();
        assertThat(Maven.find(Map.of("PATH", bin.toString()), home)).contains(new Maven(bin.resolve("mvn")));
        assertThat(Maven.find(Map.of(), bin)).isEmpty();
    }
}
