package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling run --jar} and {@code climb --jar} with applications of Spring Boot 4.1 (Tomcat) and 3.5 (Jetty). */
@Tag("side-by-side")
@Tag("all")
class BootJarIT {

    private static final String ON_TOMCAT = jar("boot");
    private static final String ON_JETTY = jar("boot-jetty");
    private static final int MAX_CONNECTIONS = 60;

    @TempDir
    Path folder;

    private static String jar(String module) {
        return Path.of("..", "src", "test", module, "target", "sample.jar")
                .toAbsolutePath()
                .normalize()
                .toString();
    }

    @Test
    void theLimitOfAnApplicationOnTomcatIsNamedWithItsPropertyAndMovesWithIt() throws Exception {
        NamedCsvRecord row = run(ON_TOMCAT, "--get=/sleep", "--max-connections=" + MAX_CONNECTIONS, "--threads=20");

        assertThat(row.getField("limiting_factor")).isEqualTo("server-max-connections");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isEqualTo(MAX_CONNECTIONS);
        assertThat(row.getField("relief")).contains("server.tomcat.max-connections");
        assertThat(row.getField("used_max_connections")).isEqualTo("60");
        assertThat(row.getField("used_max_threads")).isEqualTo("20");
        assertThat(row.getField("used_thread_kind")).isEqualTo("platform");
        assertThat(row.getField("container_version")).startsWith("11.");
    }

    @Test
    void aClimbRaisesThePropertyThatWasNamed() throws Exception {
        CeilingCommand ceiling = ceiling("climb", ON_TOMCAT, "--get=/sleep", "--max-connections=40", "--cap=100");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> steps = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")), "climb.csv");
        assertThat(steps).hasSizeGreaterThanOrEqualTo(2);
        assertThat(steps.get(0).getField("limiting_factor")).isEqualTo("server-max-connections");
        assertThat(steps.get(1).getField("setting")).isIn("max_connections", "max-connections", "maxConnections");
        assertThat(steps.get(1).getField("proof")).isIn("cured", "confirmed");
    }

    @Test
    void aWebSocketOnVirtualThreadsIsAnsweredByTheApplication() throws Exception {
        NamedCsvRecord row = run(
                ON_TOMCAT,
                "--websocket=/upper",
                "--send=hello",
                "--expect-answer=^HELLO$",
                "--thread-kind=virtual",
                "--max-connections=" + MAX_CONNECTIONS);

        assertThat(row.getField("limiting_factor")).isEqualTo("server-max-connections");
        assertThat(row.getField("used_thread_kind")).isEqualTo("virtual");
    }

    @Test
    void emittersOfServerSentEventsAreHeld() throws Exception {
        NamedCsvRecord row = run(ON_TOMCAT, "--sse=/events", "--max-connections=" + MAX_CONNECTIONS);

        assertThat(row.getField("limiting_factor")).isEqualTo("server-max-connections");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isEqualTo(MAX_CONNECTIONS);
    }

    @Test
    void subscriptionsOverStompAreHeldAndTheirMessagesCounted() throws Exception {
        NamedCsvRecord row =
                run(ON_TOMCAT, "--websocket=/stomp", "--stomp=/topic/ticks", "--max-connections=" + MAX_CONNECTIONS);

        assertThat(row.getField("workload")).isEqualTo("stomp /stomp /topic/ticks");
        assertThat(row.getField("limiting_factor")).isEqualTo("server-max-connections");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isEqualTo(MAX_CONNECTIONS);
        List<NamedCsvRecord> steps = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")), "steps.csv");
        assertThat(steps).anySatisfy(step -> assertThat(Long.parseLong(step.getField("load_messages")))
                .isPositive());
    }

    @Test
    void optionsForTheHarnessDoNotReachTheApplication() throws Exception {
        String threads = "JDK_JAVA_OPTIONS=-Dserver.tomcat.threads.max=7";
        CeilingProcess ceiling = CeilingProcess.start(
                folder, List.of("env", threads), arguments("run", ON_TOMCAT, "--get=/sleep", "--max-connections=20"));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        assertThat(onlyRow().getField("used_max_threads")).isEqualTo("200");
    }

    @Test
    void descriptorsOfAnApplicationOnJettyAreNamed() throws Exception {
        NamedCsvRecord row = run(ON_JETTY, "--get=/sleep", "--nofile=200", "--threads=30");

        assertThat(row.getField("container")).isEqualTo("jetty");
        assertThat(row.getField("limiting_factor")).isEqualTo("server-file-descriptors");
        assertThat(Integer.parseInt(row.getField("ceiling_connections"))).isBetween(50, 199);
    }

    @Test
    void anApplicationThatDoesNotStartIsOneLineWithItsReason() throws Exception {
        CeilingCommand ceiling = ceiling("run", ON_TOMCAT, "--get=/sleep", "--heap=8m");

        assertThat(ceiling.exitCode()).isEqualTo(3);
        assertThat(ceiling.output())
                .contains("the application ended with exit code 1 before it was ready: java.lang.OutOfMemoryError");
        assertThat(ceiling.output() + ceiling.errors()).doesNotContain("\tat ");
    }

    @Test
    void aRequestThatTheApplicationDoesNotHaveIsNamedWithItsStatus() throws Exception {
        CeilingCommand ceiling = ceiling("run", ON_TOMCAT, "--get=/missing");

        assertThat(ceiling.exitCode()).isEqualTo(3);
        assertThat(ceiling.output())
                .contains("GET /missing is answered with 404. Hint: this is the whole path that was asked");
    }

    @Test
    void aFileThatIsNoExecutableJarIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("application.jar"), "no jar");

        CeilingCommand ceiling = ceiling("run", text.toString(), "--get=/");

        assertThat(ceiling.exitCode()).isEqualTo(2);
        assertThat(ceiling.errors().strip())
                .startsWith("ceiling: --jar must be a jar file, was")
                .hasLineCount(1);
    }

    private NamedCsvRecord run(String jar, String... options) throws IOException, InterruptedException {
        CeilingCommand ceiling = ceiling("run", jar, options);
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        return onlyRow();
    }

    private NamedCsvRecord onlyRow() {
        return CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")), "ceilings.csv")
                .get(0);
    }

    private CeilingCommand ceiling(String command, String jar, String... options)
            throws IOException, InterruptedException {
        return CeilingCommand.run(arguments(command, jar, options));
    }

    private List<String> arguments(String command, String jar, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of(command, "--results=" + folder.resolve("results"), "--jar=" + jar));
        arguments.addAll(List.of(options));
        return arguments;
    }
}
