package io.ceiling.harness.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.container.Limit;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixFileTest {

    private final Path folder;
    private final Path file;

    MatrixFileTest(@TempDir Path folder) {
        this.folder = folder;
        this.file = folder.resolve("night.yaml");
    }

    @Test
    void readsValuesAndLists() throws IOException {
        List<Scenario> scenarios = scenarios(
                """
                container: tomcat
                connector: [nio, nio2]
                thread-kind: platform
                workload:
                  - websocket
                threads: [default, 2000]
                heap: 256m
                """);

        assertThat(scenarios)
                .extracting(Scenario::name)
                .containsExactly(
                        "tomcat-nio-platform-websocket-heap256m-nofile4096-jdk25.0.3-fork1",
                        "tomcat-nio-platform-websocket-threads2000-heap256m-nofile4096-jdk25.0.3-fork1",
                        "tomcat-nio2-platform-websocket-heap256m-nofile4096-jdk25.0.3-fork1",
                        "tomcat-nio2-platform-websocket-threads2000-heap256m-nofile4096-jdk25.0.3-fork1");
    }

    /** In YAML 1.1 off is a boolean. */
    @Test
    void readsOffAsAWordAndLeavesOutWhatNoServerCanHave() throws IOException {
        List<Scenario> scenarios = scenarios(
                """
                container: tomcat
                connector: [bio, nio]
                thread-kind: platform
                workload: [websocket, keep-alive, recursive]
                tls: [off, tls13]
                deflate: [off, no-takeover]
                """);

        assertThat(scenarios)
                .extracting(scenario ->
                        scenario.name().replaceFirst("-platform", "").replaceFirst("-heap.*", ""))
                .containsExactly(
                        """
                        tomcat-bio-websocket tomcat-bio-websocket-deflate-no-takeover tomcat-bio-keep-alive
                        tomcat-bio-recursive tomcat-nio-websocket tomcat-nio-websocket-deflate-no-takeover
                        tomcat-nio-websocket-tls13 tomcat-nio-websocket-tls13-deflate-no-takeover
                        tomcat-nio-keep-alive tomcat-nio-keep-alive-tls13 tomcat-nio-recursive"""
                                .split("\\s+"));
    }

    @Test
    void releasesAreThoseOfEachContainer() throws IOException {
        List<Scenario> scenarios = scenarios(
                """
                container: [tomcat, jetty, undertow]
                connector: [nio, bio]
                thread-kind: platform
                workload: keep-alive
                container-version: [default, 11.0.9, 10.1.34, 12.0.29]
                """);

        assertThat(scenarios)
                .extracting(scenario ->
                        scenario.name().replaceFirst("-platform", "").replaceFirst("-heap.*", ""))
                .containsExactly(
                        """
                        tomcat-nio-keep-alive tomcat-bio-keep-alive tomcat-nio-keep-alive-version11.0.9
                        tomcat-nio-keep-alive-version10.1.34 jetty-nio-keep-alive
                        jetty-nio-keep-alive-version12.0.29 undertow-nio-keep-alive"""
                                .split("\\s+"));
    }

    @Test
    void readsSeveralGridsAndPresets() throws IOException {
        List<Scenario> scenarios = scenarios(
                """
                - {container: jetty, thread-kind: virtual, workload: recursive}
                - preset: quick
                  container: jetty
                  thread-kind: virtual
                  nofile: 1024
                """);

        assertThat(scenarios).hasSize(7);
        assertThat(scenarios)
                .extracting(Scenario::nofile)
                .startsWith(Limit.of(4096))
                .endsWith(Limit.of(1024));
    }

    @Test
    void readsRings() throws IOException {
        List<Scenario> scenarios = scenarios(
                """
                container: jetty
                thread-kind: virtual
                workload: recursive
                instances: [1, 3]
                """);

        assertThat(scenarios).extracting(Scenario::instances).containsExactly(1, 3);
    }

    @Test
    void isNamedAfterItsFile() throws IOException {
        Files.writeString(file, "workload: websocket");

        assertThat(MatrixFile.read(file, 20_000).name()).isEqualTo("night");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`container: tomcat\nheap: -5` | `2:7: heap must be a size such as`",
                "`container: tomcat\ncolour: red` | `2:1: unknown key 'colour', allowed are preset, container, container-version, connector`",
                "`container: [tomcat, glassfish]` | `1:21: container must be one of CONTAINERS or all, was 'glassfish'`",
                "`workload: {a: b}` | `1:11: workload must be a value or a list of values`",
                "`heap:\nworkload: websocket` | `heap must be a value or a list of values`",
                "`heap: []` | `heap must have at least one value`",
                "`heap: 1g\nheap: 2g` | `'heap' is given twice`",
                "`preset: slow` | `1:9: preset must be one of demo, smoke, quick, seeds, peers, full, was 'slow'`",
                "`- preset: seeds\n  container: jetty\n  workload: hold-blocking` | `seeds has no scenario with container jetty, workload hold-blocking`",
                "`just a line` | `1:1: expected a mapping such as 'workload: websocket'`",
                "`- container: tomcat\n- 5` | `2:3: expected a mapping`",
                "`` | `expected a mapping`",
                "`[]` | `no cells in this file`",
                "`heap: 1g\n---\nheap: 2g` | `a second document is not allowed`"
            })
    void errorsNameFileLineAndColumn(String yaml, String message) throws IOException {
        Files.writeString(file, yaml);

        assertThatThrownBy(() -> MatrixFile.read(file, 20_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message.replace("CONTAINERS", String.join(", ", Containers.names())))
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`container: [tomcat\nheap: [1g]` | `:2:5: not YAML: `",
                "`container: tomcat\n  heap: 1g` | `:2:7: not YAML: mapping values are not allowed here`",
                "`container: tomcat\n\theap: 1g` | `:2:1: not YAML: `",
                "`container: \"tomcat` | `not YAML: `"
            })
    void syntaxErrorsNameFileLineAndColumn(String yaml, String message) throws IOException {
        Files.writeString(file, yaml);

        assertThatThrownBy(() -> MatrixFile.read(file, 20_000))
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void filesThatCannotBeReadAreNamed() throws IOException {
        Path latin = Files.write(file, "container: tömcat".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> MatrixFile.read(folder.resolve("none.yaml"), 20_000))
                .hasMessageEndingWith("none.yaml cannot be read: there is no such file");
        assertThatThrownBy(() -> MatrixFile.read(folder, 20_000))
                .hasMessageEndingWith("cannot be read: it is a folder");
        assertThatThrownBy(() -> MatrixFile.read(latin, 20_000))
                .hasMessageEndingWith("cannot be read: it is not UTF-8 text");
    }

    private List<Scenario> scenarios(String yaml) throws IOException {
        Files.writeString(file, yaml);
        Jdk jdk = new Jdk(Path.of("/jdk25"), "25.0.3", 25);
        return MatrixFile.read(file, 20_000)
                .expand(new MatrixHost(wanted -> jdk, 20_000, "3.1.0"), OptionalInt.empty());
    }
}
