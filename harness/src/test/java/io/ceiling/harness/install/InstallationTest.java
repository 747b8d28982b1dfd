package io.ceiling.harness.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {

    @TempDir
    Path home;

    @TempDir
    Path elsewhere;

    private Installation checkout() throws IOException {
        Files.createDirectories(home.resolve("harness/target/app"));
        return Installation.at(home);
    }

    private Installation distribution(String release) throws IOException {
        Files.createDirectories(home.resolve("lib/harness"));
        Files.writeString(home.resolve("release"), release);
        Files.writeString(home.resolve("SHA256SUMS"), "digests of this build");
        return Installation.at(home);
    }

    @Test
    void aCheckoutHasItsPartsInTheFoldersOfItsBuild() throws Exception {
        Installation checkout = checkout();

        assertThat(checkout.isDistribution()).isFalse();
        assertThat(List.of(
                        checkout.harnessFolder(),
                        checkout.loadAgentFolder(),
                        checkout.containerFolder("jetty"),
                        checkout.war("ceiling.war"),
                        checkout.resultsFolder(),
                        checkout.classDataFolder(checkout.loadAgentFolder()).orElseThrow()))
                .containsExactly(
                        home.resolve("harness/target/app"),
                        home.resolve("load/target/app"),
                        home.resolve("containers/jetty/target/app"),
                        home.resolve("webapp/target/ceiling.war"),
                        home.resolve("results"),
                        home.resolve("load/target/class-data"));
        assertThat(checkout.buildId()).isEmpty();
        assertThat(checkout.commit()).isEmpty();
    }

    @Test
    void aDistributionHasItsPartsInLibAndResultsInTheWorkingDirectory() throws Exception {
        Installation distribution = distribution("version=1.2\ncommit=abc\n");

        assertThat(distribution.isDistribution()).isTrue();
        assertThat(List.of(
                        distribution.harnessFolder(),
                        distribution.loadAgentFolder(),
                        distribution.containerFolder("jetty"),
                        distribution.war("ceiling.war"),
                        distribution.resultsFolder()))
                .containsExactly(
                        home.resolve("lib/harness"),
                        home.resolve("lib/load"),
                        home.resolve("lib/containers/jetty"),
                        home.resolve("ceiling.war"),
                        Path.of("").toAbsolutePath().resolve("results"));
        assertThat(distribution.buildId()).isEqualTo("digests of this build");
        assertThat(distribution.commit()).contains("abc");
    }

    @Test
    void aDistributionBuiltWithoutGitHasNoCommit() throws Exception {
        assertThat(distribution("version=1.2\ncommit=\n").commit()).isEmpty();
        assertThat(distribution("commit=\\u00").commit()).as("not properties").isEmpty();
    }

    @Test
    void archivesOfClassesOfADistributionLieInTheCacheOfTheUser() throws Exception {
        Installation distribution = distribution("");
        UserCache cache = new UserCache(Map.of("XDG_CACHE_HOME", elsewhere.toString()));

        assertThat(distribution.classDataFolder(distribution.loadAgentFolder(), cache))
                .hasValueSatisfying(
                        folder -> assertThat(folder).startsWithRaw(elsewhere).endsWithRaw(Path.of("lib", "load")));
        assertThat(distribution.classDataFolder(distribution.loadAgentFolder(), new UserCache(Map.of())))
                .isEmpty();
    }

    @Test
    void releasesLieWhereNobodyElseCanWrite() throws Exception {
        UserCache cache = new UserCache(Map.of("XDG_CACHE_HOME", elsewhere.toString()));
        Installation checkout = checkout();
        Installation distribution = distribution("");

        assertThat(checkout.releasesFolder(checkout.containerFolder("jetty"), cache))
                .contains(home.resolve("containers/jetty/target/releases"));
        assertThat(distribution.releasesFolder(distribution.containerFolder("jetty"), cache))
                .hasValueSatisfying(folder ->
                        assertThat(folder).startsWithRaw(elsewhere).endsWithRaw(Path.of("releases", "jetty")));
        assertThat(distribution.releasesFolder(distribution.containerFolder("jetty"), new UserCache(Map.of())))
                .isEmpty();
    }

    @Test
    void theHomeIsAboveTheJarsOfTheHarness() {
        assertThat(Installation.homeAbove(home.resolve("lib/harness/ceiling-harness.jar")))
                .contains(home);
        assertThat(Installation.homeAbove(home.resolve("harness/target/classes")))
                .contains(home);
        assertThat(Installation.homeAbove(Path.of("/elsewhere/classes"))).isEmpty();
    }

    @Test
    void aMissingPartIsNamedOnceWithTheRemedyOfItsKind() throws Exception {
        Installation checkout = checkout();
        Installation distribution = distribution("");
        Path jars = checkout.loadAgentFolder();

        assertThat(checkout.missing(List.of(jars, jars, checkout.harnessFolder(), Path.of("/no/such.war"))))
                .extracting(Installation.MissingPart::message)
                .containsExactly(
                        "load/target/app is missing or not readable. Hint: build it with mvn -DskipTests package in "
                                + home,
                        "/no/such.war is missing or not readable. Hint: build it with mvn -DskipTests package in "
                                + home);
        assertThat(distribution.missing(List.of(distribution.containerFolder("jetty"))))
                .singleElement()
                .satisfies(missing -> assertThat(missing.remedy()).startsWith("unpack the archive of Ceiling again"));
    }

    @Test
    void aServerIsBuiltByTheProfileThatHasIt() throws Exception {
        Installation checkout = checkout();

        assertThat(List.of(
                        checkout.buildCommand(checkout.containerFolder("tomcat-bio")),
                        checkout.buildCommand(checkout.containerFolder("jetty")),
                        checkout.buildCommand(checkout.referenceFolder("vertx"))))
                .containsExactly(
                        "mvn -Pcontainer=tomcat -DskipTests package",
                        "mvn -Pcontainer=jetty -DskipTests package",
                        "mvn -Preferences -DskipTests package");
    }
}
