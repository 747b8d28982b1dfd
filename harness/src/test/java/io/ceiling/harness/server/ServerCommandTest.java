package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.install.Installation;
import io.ceiling.harness.os.Children;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerCommandTest {

    private static final Jdk JDK = new Jdk(Path.of("/jdk"), "25.0.1", 25);
    private static final Scenario TOMCAT = scenario("tomcat", Connector.NIO, ThreadKind.PLATFORM, JDK);
    private static final ServerFiles FILES = new ServerFiles(Path.of("/home of ceiling"));

    static Scenario scenario(String container, Connector connector, ThreadKind threadKind, Jdk jdk) {
        return new Scenario(
                ServerSettings.builder(container, connector, threadKind, jdk)
                        .maxThreads(Limit.of(50))
                        .bufferBytes(OptionalInt.of(1024))
                        .heapMaxBytes(256 << 20)
                        .stackBytes(OptionalLong.of(256 << 10))
                        .directMemoryBytes(OptionalLong.of(32 << 20))
                        .garbageCollector("Serial")
                        .nofile(512)
                        .atmosphereVersion("3.1.0")
                        .build(),
                Work.of(Workloads.HOLD_ASYNC),
                512);
    }

    private static List<String> command(Scenario scenario, ServerPlace place, String folder, String... options) {
        return ServerCommand.of(
                scenario, FILES, place, Path.of(folder, "gauges"), Path.of(folder, "hs_err"), List.of(options));
    }

    @Test
    void limitsDescriptorsAndGivesTheJvmItsLimits() {
        List<String> command = command(TOMCAT, ServerPlace.ANY, "/run", "-XX:SharedArchiveFile=/a.jsa");

        assertThat(command)
                .startsWith(
                        "/bin/sh", "-c", "ulimit -n \"$0\" || exit; " + Children.EXEC_SCRIPT, "512", "/jdk/bin/java")
                .contains(
                        "-XX:SharedArchiveFile=/a.jsa", "-Xmx268435456",
                        "-Xss256k", "-XX:MaxDirectMemorySize=33554432",
                        "-XX:+UseSerialGC", "-XX:ErrorFile=/run/hs_err",
                        "-XX:ReplayDataFile=/run/hs_err.replay", "-Dceiling.gauges=/run/gauges",
                        "-Dceiling.hold.seconds=0", "/home of ceiling/containers/tomcat/target/app/*",
                        "--max-threads=50", "--buffer-bytes=1024");
    }

    private static Scenario keepAlive(String reference) {
        return new Scenario(
                ServerSettings.builder(reference, Connector.NIO, ThreadKind.PLATFORM, JDK.ofAgentsAlone())
                        .heapMaxBytes(256 << 20)
                        .garbageCollector("")
                        .nofile(512)
                        .build(),
                Work.of(Workloads.KEEP_ALIVE),
                512);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node | node | --max-old-space-size=256 | server.js",
                "go | env | GOMEMLIMIT=268435456 | server",
            })
    void aServerWithoutAJvmGetsItsHeapInItsOwnWayAndNoOptionOfAJvm(
            String reference, String program, String heap, String file) {
        List<String> command = command(keepAlive(reference), ServerPlace.ANY, "/run", "-XX:SharedArchiveFile=/a.jsa");

        assertThat(command.subList(4, command.size()))
                .startsWith(program, heap, "/home of ceiling/references/%s/target/app/%s".formatted(reference, file))
                .contains("--war=", "--context-path=/ceiling", "--port=0", "--connector=nio", "--gauges=/run/gauges")
                .noneMatch(word -> word.startsWith("-X") || word.startsWith("-D"));
    }

    @Test
    void nginxIsStartedByASmallJvmWhoseHeapIsNotThatOfTheScenario() {
        List<String> command = command(keepAlive("nginx"), ServerPlace.ANY, "/run");

        assertThat(command.subList(4, command.size()))
                .startsWith(JDK.java().toString())
                .contains(
                        "-Xmx48m",
                        "-Dceiling.nchan.shared-memory=268435456",
                        "/home of ceiling/references/nginx/target/app/*",
                        "io.ceiling.reference.nginx.NginxMain",
                        "--gauges=/run/gauges");
    }

    @ParameterizedTest
    @CsvSource({"node, npm", "go, go"})
    void aServerWhoseToolTheBuildDidNotHaveIsNotThereWithTheReason(String reference, String tool) {
        assertThat(FILES.whyUnavailable(keepAlive(reference)))
                .contains("%s was not built. Hint: mvn -Preferences -DskipTests package, which needs %s"
                        .formatted(reference, tool));
        assertThat(new ServerFiles(new Installation(Path.of("/opt/ceiling"), true))
                        .whyUnavailable(keepAlive(reference)))
                .contains(
                        "%s is not in this archive. Hint: a checkout has it, built with %s".formatted(reference, tool));
        assertThat(FILES.missing(List.of(keepAlive(reference)))).isEmpty();
        assertThat(FILES.whyUnavailable(TOMCAT)).isEmpty();
    }

    @Test
    void theJvmReplacesNothingInThePathOfItsErrorFile() {
        assertThat(command(TOMCAT, ServerPlace.ANY, "/100%p"))
                .contains(
                        "-XX:ErrorFile=/100%%p/hs_err",
                        "-XX:ReplayDataFile=/100%%p/hs_err.replay", "-Dceiling.gauges=/100%p/gauges");
    }

    @Test
    void givesAnInstanceOfARingItsPortAndTheNextOne() {
        assertThat(command(TOMCAT, new ServerPlace(8081, "127.0.0.1:8082"), "/run"))
                .contains("-Dceiling.recursion.next=127.0.0.1:8082", "--port=8081");
        assertThat(command(TOMCAT, new ServerPlace("0.0.0.0", 8081, "", ""), "/run"))
                .contains("--bind=0.0.0.0");
        assertThat(command(TOMCAT, ServerPlace.ANY, "/run"))
                .contains("--port=0", "--bind=127.0.0.1")
                .noneMatch(argument -> argument.contains("ceiling.recursion.next"));
    }

    @Test
    void entersItsCgroupBeforeItIsTheJvm() {
        assertThat(command(TOMCAT, ServerPlace.ANY.withCgroup(Path.of("/cgroup/it's/cgroup.procs")), "/run"))
                .startsWith(
                        "/bin/sh",
                        "-c",
                        "echo $$ > '/cgroup/it'\\''s/cgroup.procs' || exit; ulimit -n \"$0\" || exit; "
                                + Children.EXEC_SCRIPT);
    }

    @Test
    void asksTheContainerForWhatTheScenarioSays() {
        Scenario jetty = scenario("jetty", Connector.NIO, ThreadKind.VIRTUAL, JDK);
        ContainerSettings settings = ServerCommand.settings(
                jetty.with(jetty.server().toBuilder()
                        .headerCacheNodes(OptionalInt.of(64))
                        .build()),
                Path.of("/x.war"),
                new ServerPlace(8080, ""));

        assertThat(settings.threadKind()).isEqualTo(ThreadKind.VIRTUAL);
        assertThat(settings.port()).isEqualTo(8080);
        assertThat(settings.sizes().maxThreads()).isEqualTo(Limit.of(50));
        assertThat(settings.sizes().acceptCount()).isEqualTo(Limit.DEFAULT);
        assertThat(settings.sizes().headerCacheNodes()).hasValue(64);
        assertThat(ContainerSettings.parse(settings.toArguments())).isEqualTo(settings);
    }

    @ParameterizedTest
    @CsvSource({"tomcat, NIO, ceiling.war", "tomcat, BIO, ceiling-javax.war", "jetty, NIO, ceiling.war"})
    void takesTheFormOfTheWarThatTheContainerNeeds(String container, Connector connector, String war) {
        assertThat(FILES.war(scenario(container, connector, ThreadKind.PLATFORM, JDK))
                        .getFileName())
                .hasToString(war);
    }

    @Test
    void tellsWhatIsNotBuilt() {
        assertThat(FILES.missing(List.of(scenario("jetty", Connector.NIO, ThreadKind.PLATFORM, JDK))))
                .extracting(Installation.MissingPart::description)
                .containsExactly(
                        "containers/jetty/target/app is missing or not readable",
                        "webapp/target/ceiling.war is missing or not readable");
    }

    @Test
    void youngGenerationsOfManyServersDiffer() {
        Scenario one = TOMCAT;
        Scenario many = one.with(
                one.server().toBuilder().instances(28).heapMaxBytes(400L << 20).build());

        List<Long> sizes = IntStream.rangeClosed(1, 28)
                .mapToObj(number -> ServerCommand.youngGenerationOption(many, number))
                .map(options -> Long.parseLong(options.get(0).substring("-Xmn".length())))
                .toList();

        assertThat(sizes).doesNotHaveDuplicates().allMatch(size -> size > 6L << 20 && size <= 12L << 20);
        assertThat(ServerCommand.youngGenerationOption(many, 29))
                .isEqualTo(ServerCommand.youngGenerationOption(many, 1));
        assertThat(ServerCommand.youngGenerationOption(one, 1)).isEmpty();
    }

    @Test
    void eachOfManyServersIsKeptSmall() {
        Scenario one = TOMCAT;
        String[] small = {"-XX:TrimNativeHeapInterval=30000", "-XX:ReservedCodeCacheSize=32m"};

        assertThat(ServerCommand.jvmOptions(
                        one.with(one.server().toBuilder().instances(8).build())))
                .contains(small);
        assertThat(ServerCommand.jvmOptions(
                        one.with(one.server().toBuilder().instances(7).build())))
                .doesNotContain(small);
        assertThat(new Jdk(Path.of("/jdk"), "21.0.1", 21).sharedHostOptions()).isEmpty();
    }

    @Test
    void compilersAreThoseOfTheScenario() {
        Scenario one = TOMCAT;
        Scenario many = one.with(one.server().toBuilder().instances(8).build());

        assertThat(ServerCommand.jvmOptions(many)).doesNotContain(Jdk.ONE_COMPILER);
        assertThat(ServerCommand.jvmOptions(
                        many.with(many.server().toBuilder().oneCompiler(true).build())))
                .contains(Jdk.ONE_COMPILER);
    }
}
