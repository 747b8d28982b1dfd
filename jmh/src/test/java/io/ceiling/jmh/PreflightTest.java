package io.ceiling.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.ContainerVariant;
import io.ceiling.harness.container.Containers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class PreflightTest {

    private static final int MAX_DESCRIPTORS = 4096;

    private static final List<String> MODULES = Containers.all().stream()
            .flatMap(kind -> kind.serverPrograms().stream())
            .map(ContainerKind.ServerProgram::module)
            .toList();

    @TempDir
    Path home;

    private Optional<Problem> problem(String... arguments) throws Exception {
        return new Preflight(home, MAX_DESCRIPTORS).problem(new CommandLineOptions(arguments));
    }

    private Optional<Problem> problemOf(String arguments) throws Exception {
        return problem(arguments.split(" "));
    }

    private void build(List<String> folders) throws Exception {
        for (String folder : folders) {
            Files.createDirectories(home.resolve("containers/" + folder + "/target/app"));
        }
        Files.createDirectories(home.resolve("webapp/target"));
        for (String war : List.of("ceiling.war", "ceiling-javax.war")) {
            Files.writeString(home.resolve("webapp/target").resolve(war), "");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RequestBenchmark -p server=tomcat | server must be one of SERVERS, was 'tomcat'",
                "WebSocketBenchmark -p buffer=17m | buffer must be a size such as 1024, 1k, 512m or 3g, from 256 to 16m, or default (the server's own), was '17m'",
                "BroadcastBenchmark -p broadcaster=no | broadcaster must be one of channel, simple, default, was 'no'",
                "BroadcastBenchmark -p broadcaster=all | broadcaster must be one of channel, simple, default, was 'all'",
                "BroadcastBenchmark -p subscribers=0 | subscribers must be a whole number from 1 to 999999, was '0'",
                "RequestBenchmark -t 2 | -t and -tg must be 1 for benchmarks of servers, whose connections belong to one thread, were 2 and 1",
                "WebSocketBenchmark -t max | -t and -tg must be 1 for benchmarks of servers, whose connections belong to one thread, were max and 1",
                "RequestBenchmark -tg 2,1 | -t and -tg must be 1 for benchmarks of servers, whose connections belong to one thread, were 1 and 3"
            })
    void namesTheParameterItsValueAndWhatIsAllowed(String arguments, String text) throws Exception {
        build(MODULES);

        assertThat(problemOf(arguments))
                .contains(Problem.badArgument(text.replace("SERVERS", String.join(", ", ContainerVariant.labels()))));
    }

    @Test
    void saysWhatWasNotBuiltAndHow() throws Exception {
        build(MODULES.stream().filter(module -> !module.equals("jetty")).toList());

        assertThat(problemOf("RequestBenchmark -p server=tomcat-nio-platform")).isEmpty();
        assertThat(problemOf("RequestBenchmark -p server=tomcat-nio-platform,jetty-platform"))
                .contains(Problem.couldNotRun(
                        "containers/jetty/target/app is missing or not readable. Hint: build it with mvn -Pcontainer=jetty -DskipTests package in "
                                + home));
    }

    @Test
    void saysWhichServerCannotBeStartedAndWhy() throws Exception {
        Assumptions.assumeTrue(Runtime.version().feature() < 21, "the JDK of this test has virtual threads");
        build(MODULES);
        System.setProperty(BenchmarkServer.JDK, System.getProperty("java.home"));
        try {
            assertThat(problemOf("RequestBenchmark -p server=jetty-platform,jetty-virtual"))
                    .hasValueSatisfying(problem -> {
                        assertThat(problem.exitCode()).isEqualTo(3);
                        assertThat(problem.text())
                                .startsWith("server=jetty-virtual cannot be started: virtual threads need JDK >= 21")
                                .endsWith("Hint: choose others with -p");
                    });
        } finally {
            System.clearProperty(BenchmarkServer.JDK);
        }
    }

    @Test
    void saysHowManyDescriptorsSubscribersNeed() throws Exception {
        build(MODULES);

        assertThat(problemOf("BroadcastBenchmark -p subscribers=1,100")).isEmpty();
        assertThat(problemOf("BroadcastBenchmark"))
                .contains(
                        Problem.couldNotRun(
                                "subscribers=10000 need 10300 descriptors in each process, 4096 is the limit here. Hint: ulimit -n, or fewer with -p subscribers"));
    }

    @Test
    void optionsOfForksMayNotTakeAwayWhichJdkServersHave() throws Exception {
        build(MODULES);
        System.setProperty(BenchmarkServer.JDK, "newest");
        try {
            assertThat(problem("RequestBenchmark", "-jvmArgs", "-Xmx1g"))
                    .contains(
                            Problem.badArgument(
                                    "-jvmArgs must repeat -Dceiling.jdk=newest, whose place it takes, was '-Xmx1g'. Hint: -jvmArgsAppend leaves it there"));
            assertThat(problem("RequestBenchmark", "-jvmArgsAppend", "-Xmx1g")).isEmpty();
            assertThat(problem("RequestBenchmark", "-jvmArgs", "-Dceiling.jdk=newest -Xmx1g"))
                    .isEmpty();
        } finally {
            System.clearProperty(BenchmarkServer.JDK);
        }
        assertThat(problem("RequestBenchmark", "-jvmArgs", "-Xmx1g")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-h", "-l", "-lp", "-lprof", "-lrf", "ParserBenchmark -t 2", "EncoderBenchmark -p bytes=7"})
    void needsNothingForWhatStartsNoServer(String arguments) throws Exception {
        assertThat(problemOf(arguments)).isEmpty();
    }

    @Test
    void addsTheProfilerOnce() {
        String profiler = ServerProfiler.class.getName();

        assertThat(Main.withProfiler("-f", "1")).containsExactly("-f", "1", "-prof", profiler);
        assertThat(Main.withProfiler("-prof", profiler)).containsExactly("-prof", profiler);
    }
}
