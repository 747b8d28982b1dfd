package io.ceiling.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.harness.container.Containers;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.model.AfterRamp;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.UserHome;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.RunRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class CommandLineTest extends CommandLineFixture {

    CommandLineTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "run --container glassfish | --container must be one of CONTAINERS or all, was 'glassfish'",
                "run --container jetty --connector nio2 | no container of this matrix has such a connector: CONNECTORS",
                "run --preset full --container tomcat,jetty --connector bio | --container: jetty has none of the connectors bio",
                "run --heap -5m | --heap must be a size such as 1024, 1k, 512m or 3g, from 8m to 1t, was '-5m'",
                "run --heap=many | --heap must be a size such as 1024, 1k, 512m or 3g, from 8m to 1t, was 'many'",
                "run --publish 0 | --publish must be a whole number from 1 to 1000000, or max (without pause), was '0'",
                "run --publish-time 10ms | --publish-time must be a time such as 300ms, 2s or 1m, from 1000 ms to 60m, was '10ms'",
                "run --message-bytes 10 | --message-bytes must be a whole number from 160 to 65536, was '10'",
                "run --slow-every 1 | --slow-every must be a whole number from 2 to 1000000, was '1'",
                "run --transport udp | --transport must be one of websocket, sse, streaming, long-polling or all, was 'udp'",
                "run --atmosphere 5 | --atmosphere must be one of 3, 4, or default (left to the container or the JVM) or all, was '5'",
                "run --threads=0 | --threads must be a whole number from 1 to 1000000, or default (left to the container or the JVM), was '0'",
                "run --nofile 999999 | --nofile must be <= 20000, the hard limit of this process, was 999999. Hint: ",
                "run --container-version 9.0.1 | --container-version must be a release of tomcat (10.1.x, 11.0.x), jetty (12.0.x, 12.1.x), such as 11.0.24, or default (the one of this build), was '9.0.1'",
                "run --container-version ../11.0.1 | --container-version must be a release of tomcat (10.1.x, 11.0.x), jetty (12.0.x, 12.1.x), such as 11.0.24, or default (the one of this build), was '../11.0.1'",
                "run --container tomcat --container-version 11.0.9,12.1.3 | container-version must be releases of the containers of this matrix (tomcat), was 12.1.3; releases are of tomcat (10.1.x, 11.0.x), jetty (12.0.x, 12.1.x)",
                "run --container tomcat,jetty --container-version 11.0.9 | --container: jetty has none of the releases 11.0.9; releases are of tomcat (10.1.x, 11.0.x), jetty (12.0.x, 12.1.x)",
                "run --container tomcat --connector bio --container-version 11.0.9 | container-version must be a release of tomcat with connector bio, was 11.0.9; releases are of tomcat (10.1.x, 11.0.x), jetty (12.0.x, 12.1.x)",
                "serve --container jetty --container-version 11.0.9 | container-version must be a release of jetty with connector nio, was 11.0.9; releases are of tomcat (10.1.x, 11.0.x), jetty (12.0.x, 12.1.x)",
                "serve --container-version 11.0.9,11.0.10 | --container-version must be one value, was '11.0.9,11.0.10'",
                "run --tls ssl3 | --tls must be one of off, tls13 or all, was 'ssl3'",
                "run --deflate gzip | --deflate must be one of off, takeover, no-takeover or all, was 'gzip'",
                "run --container tomcat --connector bio --workload keep-alive --tls tls13 | tls must be off with connector bio, was tls13: its Tomcat is older than TLS 1.3",
                "run --workload recursive --container jetty --tls tls13 | tls must be off with workload recursive, was tls13: the server calls itself over plain HTTP",
                "run --workload keep-alive --deflate takeover | deflate must be off with workload keep-alive, was takeover: only WebSockets compress their messages. Hint: ",
                "run --workload broadcast --transport sse --deflate takeover | deflate must be off with workload broadcast, was takeover: only WebSockets compress their messages. Hint: ",
                "run --instances 0 | --instances must be a whole number from 1 to 256, was '0'",
                "serve --instances 3 | ceiling serve has no --instances, an option of run",
                "run --workload ws | --workload must be one of recursive, ",
                "run --preset slow | --preset must be one of demo, smoke, quick, seeds, peers, full, was 'slow'",
                "run --preset quick --matrix m.yaml | --preset and --matrix exclude each other, were 'quick' and 'm.yaml'",
                "run --matrix none.yaml | none.yaml cannot be read: there is no such file",
                "run --jdk 99 | --jdk must be one of the JDKs found (25, 17), was '99'",
                "run --jdk /no/such | jdk must be a JDK's folder, with bin/java and a release file in it, was '/no/such'",
                "run --cap 0 | --cap must be a whole number from 1 to 10000000, was '0'",
                "run --metrics 65536 | --metrics must be a whole number from 0 to 65535, was '65536'",
                "run --metrics -1 | --metrics must be a whole number from 0 to 65535, was '-1'",
                "watch http://127.0.0.1:1/ --metrics 0 -- wrk | watch has no option '--metrics'. Hint: ",
                "run --hold soon | --hold must be a time such as 300ms, 2s or 1m, from 0 ms to 60m, was 'soon'",
                "run --null-time never | --null-time must be a time such as 300ms, 2s or 1m, from 0 ms to 60m, was 'never'",
                "run --storm soon | --storm must be a time such as 300ms, 2s or 1m, from 0 ms to 60m, was 'soon'",
                "run --storm-connections 100 | --storm-connections must come with --storm, was alone. Hint: --storm=2s",
                "run --slo 0ms | --slo must be a time such as 300ms, 2s or 1m, from 1 ms to 60m, was '0ms'",
                "run --hosts a | --hosts must be a name (not harness) and the command that starts ceiling node there, such as 'load1=ssh load1 ceiling node', was 'a'",
                "run --hosts harness=true | --hosts must be a name (not harness)",
                "run --hosts a= | --hosts must have a program, was 'a='",
                "run --hosts a='true | --hosts must have an end for its quote ', was 'a='true'",
                "run --hosts a=true --hosts a=false | --hosts must give each node a name of its own",
                "run --hosts a=true --instances 2 --workload recursive | --instances must be 1 for a recursion with --hosts, was 2",
                "climb --allow-sysctl --hosts a=true | --allow-sysctl cannot be given with --hosts",
                "node --targets here | --targets must be IP addresses or networks such as 198.18.0.0/15, was 'here'",
                "node --sources 0.0.0.0 | --sources must be an IPv4 address of this host",
                "node --address 198.51.100.9 | --address must be an IPv4 address of this host, such as 198.18.0.2, was '198.51.100.9'",
                "probe http://127.0.0.1:1/ --get / --hosts a=true | http://127.0.0.1:1 must have an IPv4 address that the nodes of --hosts reach, was 127.0.0.1",
                "run --slo 1s | --slo must differ by 10 % or more from 1s, 3s and 7s, when TCP sends an unanswered SYN again, was '1s'. Hint: 800ms",
                "run --slo 3200ms | was '3200ms'. Hint: 2400ms",
                "probe http://127.0.0.1:1/ --slo 7s | was '7s'. Hint: 5600ms",
                "run --name a/b | --name must be 1 to 64 letters, digits, dots, dashes or underscores, was 'a/b'",
                "run --resume=nowhere | --resume must be the folder of a run, with a ceilings.csv in it, was 'nowhere'",
                "run --contaner jetty | Unknown options: '--contaner', 'jetty', did you mean '--container'?",
                "run --container jety | --container must be one of CONTAINERS or all, was 'jety', did you mean 'jetty'?",
                "run --workload web-socket | broadcast or all, was 'web-socket', did you mean 'websocket'?",
                "run --preset fulll | --preset must be one of demo, smoke, quick, seeds, peers, full, was 'fulll', did you mean 'full'?",
                "run --hold-time 5s | --hold-time is called --hold now",
                "run --hold=/poll | --hold must be a time such as 300ms, was '/poll'. Hint: a request that stays open is --hold-request=/poll",
                "run --colour red | Unknown options: '--colour', 'red'. Hint: see ceiling run --help",
                "run --heap | Missing required parameter for option '--heap' (LIST). Hint: ",
                "climb --controls some | --controls must be none or all, was 'some'",
                "climb --preset article --controls all | --controls=all cannot be given with --preset=article, whose steps are fixed",
                "climb --preset seeds | --preset must be article, was 'seeds'",
                "climb --preset article --heap 1g | --preset=article has fixed settings, --heap cannot be given with it; allowed are --jdk,",
                "climb --heap 1g,2g | --heap must be one value, was '1g,2g'",
                "climb --heap 1g --heap-budget 512m | --heap-budget must be a size such as 512m or 3g, from 1g (the heap at the start) to 1t, was '512m'",
                "climb --heap-budget lots | --heap-budget must be a size such as 512m or 3g, from 512m (the heap at the start) to 1t, was 'lots'",
                "climb --workload all | --workload must be one value, was 'all'",
                "rooms --users 1 | --users must be a whole number from 2 to 10000000, was '1'",
                "rooms --users 5000 --nofile=4096 | --users must be at most 3596 with --nofile=4096, was 5000",
                "rooms --rooms 0 | --rooms must be a whole number from 1 to 10000000, was '0'",
                "rooms --time 1s | --time must be",
                "rooms --name a/b | --name must be 1 to 64 letters",
                "rooms --transport pigeon | --transport must be one of websocket, sse, streaming, long-polling",
                "rooms --container cometd --transport websocket | transport must be long-polling with container cometd, was websocket",
                "rooms --container netty --transport sse | transport must be websocket with container netty, was sse",
                "rooms --container cometd,tomcat --transport sse,streaming | transport must be long-polling with container cometd, was sse",
                "rooms --container jetty --threads 50,100 | --threads must be one value, was '50,100'",
                "rooms --container cometd --max-connections 5000 | max-connections must be default with container cometd, was 5000",
                "run --container cometd --workload websocket | workload websocket is one of WebSockets, which cometd does not have here",
                "traffic --container cometd --workload websocket | workload websocket is one of WebSockets, which cometd does not have here",
                "run --container nginx --workload keep-alive | workload must be broadcast with container nginx, was keep-alive",
                "run --container nginx --workload broadcast --transport sse | transport must be websocket with container nginx, was sse",
                "traffic --container nginx --workload websocket | workload must be broadcast with container nginx, was websocket",
                "rooms --container nginx | rooms need a container whose members publish, only the server does with nginx",
                "climb --cap x | --cap must be a whole number from 1 to 10000000, was 'x'",
                "climb --nofile 999999 | --nofile must be <= 20000, the hard limit of this process, was 999999. Hint: ",
                "climb --container jetty --connector bio | no container of this matrix has such a connector",
                "climb --name a/b | --name must be 1 to 64 letters, digits, dots, dashes or underscores, was 'a/b'",
                "sing | Unknown argument: 'sing'. Hint: ",
                "help runn | Unknown argument: 'runn', did you mean 'run'?",
                "runn --help | Unknown argument: 'runn', did you mean 'run'?",
                "--verbose sing -h | Unknown argument: 'sing'. Hint: ",
                "doctor tomcat | Unknown argument: 'tomcat'",
                "compare | ceiling: DIR requires at least 2 values, but none were specified. Hint: ",
                "doctor --heap 1g,2g | --heap must be one value, was '1g,2g'",
                "doctor --nofile x | --nofile must be a whole number from 64 to ",
                "serve --port 70000 | --port must be a whole number from 0 to 65535, was '70000'",
                "serve --port http | --port must be a whole number from 0 to 65535, was 'http'",
                "serve --container all | --container must be one value, was 'all'",
                "serve --container jetty --connector bio | no container of this matrix has such a connector",
                "--verbose | Missing required subcommand",
                "runn | Unknown argument: 'runn', did you mean 'run'?",
                "tomcat | Unknown argument: 'tomcat', did you mean 'run --container=tomcat'?",
                "shop.jar | Unknown argument: 'shop.jar', did you mean 'run --jar=shop.jar'?",
                "run tomcat | Unknown argument: 'tomcat', did you mean '--container=tomcat'?",
                "run websocket | did you mean '--workload=websocket'?",
                "run virtual | did you mean '--threads-kind=virtual'?",
                "run full | did you mean '--preset=full'?",
                "run shop.war | did you mean '--war=shop.war'?",
                "run http://127.0.0.1:8080 | run takes no URL, was 'http://127.0.0.1:8080'. Hint: a server that runs already: ceiling probe http://127.0.0.1:8080",
                "predict http://127.0.0.1:1 http://127.0.0.1:2 | Unknown argument: 'http://127.0.0.1:2'. Hint: see ceiling predict --help",
                "anatomy http://127.0.0.1:1 http://127.0.0.1:2 | Unknown argument: 'http://127.0.0.1:2'. Hint: see ceiling anatomy --help",
                "run --get=/x | --get must come with --war or --jar, was '/x'. Hint: for a server that runs already: ceiling probe URL --get=...",
                "run --connections=500 | ceiling run has no --connections, an option of traffic, anatomy, size. Hint: see ceiling run --help",
                "run -c tomcat | did you mean '--cache', '--cap', '--connector', '--container', '--container-version'?",
                "-v | did you mean '--verbose', '--version'?",
                "probe | probe must have the URL of a running server, such as ceiling probe http://127.0.0.1:8080/shop --get=/products",
                "probe http://127.0.0.1:1/ --heap=4g | ceiling probe has no --heap, an option of run, climb, traffic and others: the server runs already. Hint: set it there, or use ceiling run",
                "probe http://127.0.0.1:1/ wrk | probe takes one word, was given 'wrk' too. Hint: beside the load of another tool it is ceiling watch URL -- COMMAND",
                "probe http://127.0.0.1:1/ http://127.0.0.1:2/ | Hint: several servers of one application are URL,URL",
                "http://127.0.0.1:1/?a=b | URL must be that of an application's context root, such as http://127.0.0.1:8080/ceiling/ (http, https, ws or wss; no query or fragment), was 'http://127.0.0.1:1/?a=b'",
                "127.0.0.1:8080 | URL must be that of an application's context root, such as http://",
                "demo tomcat | Unknown argument: 'tomcat', did you mean '--container=tomcat'?",
            })
    void badArgumentsAreOneLineAndNothingIsStarted(String arguments, String message) throws IOException {
        List<Path> before = files();

        int exitCode = execute(arguments);

        assertThat(exitCode).isEqualTo(2);
        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .startsWith("ceiling: ")
                .contains(message.replace("CONTAINERS", String.join(", ", Containers.names()))
                        .replace("CONNECTORS", Containers.connectors()));
        assertThat(text(out)).isEmpty();
        assertThat(requests).isEmpty();
        assertThat(climbs).isEmpty();
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void yamlErrorsNameLineAndColumn() throws IOException {
        Path file = Files.writeString(home.resolve("m.yaml"), "container: tomcat\nheap: -5\n");

        assertThat(execute("run", "--matrix", file.toString())).isEqualTo(2);
        assertThat(text(err)).startsWith("ceiling: " + file + ":2:7: heap must be ");
    }

    @ParameterizedTest
    @CsvSource({
        "webapp/target/ceiling-javax.war, --connector=bio, -DskipTests",
        "webapp/target/ceiling.war, --jdk=17, -DskipTests",
        "containers/tomcat/target/app, --connector=nio, -Pcontainer=tomcat -DskipTests",
        "load/target/app, --connector=nio, -DskipTests"
    })
    void aMissingBuildIsOneLineWithTheCommand(String missing, String option, String build) throws IOException {
        Files.delete(home.resolve(missing));

        int exitCode = execute("run", "--container=tomcat", "--threads-kind=platform", option);

        assertThat(exitCode).isEqualTo(3);
        assertThat(text(err))
                .isEqualTo("ceiling: %s is missing or not readable. Hint: build it with mvn %s package in %s%n"
                        .formatted(missing, build, home));
        assertThat(requests).isEmpty();
    }

    @Test
    void runPassesTheExpandedMatrixOn() {
        int exitCode = execute(
                "run",
                "--container=jetty",
                "--threads-kind",
                "platform",
                "--workload=websocket",
                "--hold=1s",
                "--slo=500ms",
                "--null-time=0ms",
                "--aftermath",
                "--storm=0",
                "--storm-connections=300",
                "--name=mine");

        assertThat(exitCode).isZero();
        assertThat(requests).singleElement().satisfies(request -> {
            assertThat(request.scenarios())
                    .extracting(
                            Scenario::container, scenario -> scenario.workload().label())
                    .containsOnly(tuple("jetty", "websocket"));
            assertThat(request.ramp().hold()).isEqualTo(Duration.ofSeconds(1));
            assertThat(request.ramp().slo()).isEqualTo(Duration.ofMillis(500));
            assertThat(request.ramp().nullTime()).isZero();
            assertThat(request.ramp().after())
                    .isEqualTo(new AfterRamp.Wanted(true, Optional.of(Duration.ZERO), OptionalInt.of(300), false));
            assertThat(request.ramp().memoryFloorBytes()).isEqualTo(2L << 30);
            assertThat(request.folders().name()).isEqualTo("mine");
            assertThat(request.folders().results()).isEqualTo(home.resolve("results"));
            assertThat(request.folders().resume()).isEmpty();
        });
        assertThat(text(out)).matches("mine: 3 scenarios, about \\d+ s\\R");
    }

    @Test
    void verboseMayStandBeforeOrAfterTheCommand() {
        execute("run");
        execute("run", "--verbose");
        execute("--verbose", "run");
        execute("probe", "http://127.0.0.1:8080/ceiling/");
        execute("probe", "http://127.0.0.1:8080/ceiling/", "--verbose");
        execute("climb", "--container=tomcat", "--verbose");

        assertThat(requests).extracting(RunRequest::verbose).containsExactly(false, true, true);
        assertThat(probes).extracting(probe -> probe.run().verbose()).containsExactly(false, true);
        assertThat(climbs).extracting(climb -> climb.run().verbose()).containsExactly(true);
        // What is measured is the same.
        assertThat(requests).allMatch(request -> !request.commandLine().contains("--verbose"));
    }

    @Test
    void theRunnersExitCodeIsTheCommands() {
        CommandContext context = context(request -> 3);

        assertThat(Ceiling.commandLine(context).execute("run")).isEqualTo(3);
    }

    @Test
    void aDryRunPrintsTheScenariosAndStartsNothing() throws IOException {
        List<Path> before = files();

        assertThat(execute("run", "--container=tomcat", "--dry-run")).isZero();

        assertThat(text(out).lines()).hasSize(40);
        assertThat(text(out).lines().skip(39)).singleElement().asString().startsWith("quick-tomcat: 39 scenarios");
        assertThat(requests).isEmpty();
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aRunOfWhatCannotBeMeasuredHereSaysSo() {
        String run = "run --container=tomcat --jdk=17 --threads-kind=virtual";

        assertThat(execute(run + " --dry-run")).isEqualTo(3);
        assertThat(text(out)).contains("  skipped: ").endsWith(" skipped, about 0 s%n".formatted());
        assertThat(execute(run)).isEqualTo(3);
        assertThat(requests).isEmpty();
    }

    @Test
    void aDryRunShowsScenariosOfSeveralServers() {
        assertThat(execute("run", "--container=jetty", "--threads-kind=virtual", "--instances=3", "--dry-run"))
                .isZero();

        assertThat(text(out).lines())
                .contains(
                        "jetty-nio-virtual-recursive-heap512m-nofile2048-x3-jdk25.0.3-fork1",
                        "jetty-nio-virtual-websocket-heap512m-nofile2048-x3-jdk25.0.3-fork1");
        assertThat(text(out)).contains("quick-jetty: 6 scenarios, ").doesNotContain("skipped");
    }

    @Test
    void resumeTakesTheOptionsOfTheInterruptedRun() {
        execute("run", "--container=jetty", "--workload=recursive", "--cap=500", "--name=night");
        RunRequest interrupted = requests.get(0);
        try (RunFolder folder = RunFolder.create(home.resolve("results"), "night", Clock.systemUTC())) {
            folder.writeEnvironment(environment(interrupted.commandLine()), interrupted.ramp());
        }

        assertThat(execute("run", "--resume")).isZero();

        RunRequest resumed = requests.get(1);
        assertThat(resumed.scenarios()).isEqualTo(interrupted.scenarios());
        assertThat(resumed.commandLine()).isEqualTo(interrupted.commandLine());
        assertThat(resumed.folders().resume()).contains(home.resolve("results").resolve("latest"));
    }

    @Test
    void resumeUnderstandsWhatEarlierVersionsRecorded() throws IOException {
        Path war = home.resolve("shop.war");
        try (ZipOutputStream archive = new ZipOutputStream(Files.newOutputStream(war))) {
            archive.putNextEntry(new ZipEntry("index.html"));
        }
        execute("run", "--container=jetty", "--name=old");
        RunRequest started = requests.get(0);
        List<String> recorded = List.of(
                "run",
                "--preset=quick",
                "--container=jetty",
                "--war=" + war,
                "--websocket=/chat",
                "--send=ping",
                "--expect=^pong",
                "--expect=ceiling>=5",
                "--hold=200ms",
                "--name=old");
        try (RunFolder folder = RunFolder.create(home.resolve("results"), "old", Clock.systemUTC())) {
            folder.writeEnvironment(environment(recorded), started.ramp());
        }

        assertThat(execute("run", "--resume")).as(text(err)).isZero();

        RunRequest resumed = requests.get(1);
        assertThat(resumed.ramp().hold()).isEqualTo(Duration.ofMillis(200));
        assertThat(resumed.scenarios()).isNotEmpty().allSatisfy(scenario -> assertThat(
                        scenario.application().orElseThrow().request().expect())
                .isEqualTo("^pong"));
        assertThat(resumed.commandLine()).contains("--expect-answer=^pong", "--expect=ceiling>=5");
    }

    @Test
    void resumeFindsFilesBelowTheUsersHome() throws IOException {
        String userHome = System.getProperty("user.home");
        System.setProperty("user.home", home.toString());
        try {
            Path matrix = Files.writeString(home.resolve("m.yaml"), "container: jetty\n");
            execute(
                    "run",
                    "--matrix=" + matrix,
                    "--jdk=%s,17".formatted(home.resolve("jvm").resolve("25.0.3")));
            RunRequest interrupted = requests.get(0);
            List<String> recorded = interrupted.commandLine().stream()
                    .map(UserHome.current()::hiddenIn)
                    .toList();
            assertThat(recorded).contains("--matrix=~/m.yaml", "--jdk=~/jvm/25.0.3,17");
            try (RunFolder folder = RunFolder.create(home.resolve("results"), "night", Clock.systemUTC())) {
                folder.writeEnvironment(environment(recorded), interrupted.ramp());
            }

            assertThat(execute("run", "--resume")).as(text(err)).isZero();

            assertThat(requests.get(1).scenarios()).isNotEmpty().isEqualTo(interrupted.scenarios());
        } finally {
            System.setProperty("user.home", userHome);
        }
    }

    @Test
    void resumeOfARunThatNeverWroteItsOptionsAsksForThem() {
        RunFolder.create(home.resolve("results"), "night", Clock.systemUTC()).close();

        assertThat(execute("run", "--resume=latest")).isEqualTo(2);
        assertThat(text(err)).contains("was interrupted before it wrote its options. Hint: give them again");

        assertThat(execute("run", "--resume=latest", "--container=jetty")).isZero();
    }

    @ParameterizedTest
    @MethodSource("errorsOfTheJvm")
    void anErrorOfTheJvmIsOneLineAndNoMissedExpectation(Error error, String line) throws IOException {
        CommandContext context = context(request -> {
            throw error;
        });

        assertThat(Ceiling.execute(context, "run")).isEqualTo(ExitCode.COULD_NOT_RUN);

        assertThat(text(err).strip()).startsWith(line).hasLineCount(1);
        if (line.endsWith(" in ")) {
            Files.delete(Path.of(text(err).strip().substring(line.length())));
        }
    }

    private static Stream<Arguments> errorsOfTheJvm() {
        return Stream.of(
                Arguments.of(
                        new OutOfMemoryError("Java heap space"),
                        "ceiling: not enough memory for this JVM: Java heap space. Hint: give it more with CEILING_HEAP=4g"),
                Arguments.of(
                        new StackOverflowError(),
                        "ceiling: unexpected error: java.lang.StackOverflowError; stack trace in "),
                Arguments.of(
                        new NoClassDefFoundError("a/B"),
                        "ceiling: unexpected error: java.lang.NoClassDefFoundError: a/B; stack trace in "));
    }

    @Test
    void unexpectedErrorsAreOneLineAndTheTraceIsKept() throws IOException {
        CommandContext context = context(request -> {
            throw new IllegalStateException("first line\nsecond line");
        });

        int exitCode = Ceiling.commandLine(context).execute("run");

        assertThat(exitCode).isEqualTo(3);
        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .startsWith(
                        "ceiling: unexpected error: java.lang.IllegalStateException: first line second line; stack trace in ");
        Path trace = Path.of(text(err).strip().replaceFirst(".* in ", ""));
        assertThat(Files.readString(trace)).contains("CommandLineTest");
        Files.delete(trace);
    }

    @Test
    void aResultsFolderThatCannotBeWrittenIsOneLine() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");
        CommandContext context = context(request -> {
            RunFolder.create(request.folders().results(), request.folders().name(), Clock.systemUTC())
                    .close();
            return 0;
        });

        assertThat(Ceiling.commandLine(context).execute("run", "--results", file.toString()))
                .isEqualTo(3);
        assertThat(text(err).lines())
                .singleElement()
                .asString()
                .startsWith("ceiling: results folder " + file + " cannot be written: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | --help",
                "help | --help",
                "-h | --help",
                "help run | run --help",
                "--help run | run --help",
                "help --help | --help",
                "--verbose help | --help",
                "--verbose help size | size --help",
                "help http://127.0.0.1:8080/shop | probe --help",
                "version | --version"
            })
    void wordsAskForWhatOptionsDo(String words, String options) {
        execute(options);
        String wanted = text(out);
        out.reset();

        assertThat(execute(words)).isZero();

        assertThat(text(out)).isNotBlank().isEqualTo(wanted);
        assertThat(text(err)).isEmpty();
    }

    @Test
    void theFirstHelpHasEveryCommandInAGroupAndExamplesThatAreUnderstood() {
        assertThat(execute("")).isZero();

        String help = text(out);
        assertThat(Ceiling.commandLine(context(request -> 0)).getSubcommands().keySet())
                .allSatisfy(command -> assertThat(help.lines())
                        .filteredOn(line -> line.startsWith("  " + command + " "))
                        .hasSize(1));
        assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(help.lines().filter(line -> line.startsWith("  ceiling ")))
                .hasSize(5)
                .allSatisfy(example -> {
                    List<String> words =
                            List.of(example.strip().split(" {3,}")[0].split(" "));
                    CommandLine.ParseResult parsed = Ceiling.commandLine(context(request -> 0))
                            .parseArgs(FirstWords.of(words.subList(1, words.size()))
                                    .arguments()
                                    .toArray(String[]::new));
                    assertThat(parsed.hasSubcommand()).as(example).isTrue();
                });
    }

    @Test
    void aUrlIsProbed() {
        assertThat(execute("http://127.0.0.1:8080/shop --get=/products"))
                .as(text(err))
                .isZero();
        assertThat(execute("--verbose wss://127.0.0.1:8443/shop --websocket=/chat"))
                .as(text(err))
                .isZero();

        assertThat(execute("--get=/products http://127.0.0.1:8080/shop"))
                .as(text(err))
                .isZero();

        assertThat(probes).extracting(probe -> probe.run().verbose()).containsExactly(false, true, false);
        assertThat(probes.get(0).run().commandLine())
                .containsExactly("probe", "http://127.0.0.1:8080/shop", "--get=/products");
        assertThat(probes.get(2).run().commandLine())
                .containsExactlyInAnyOrder("probe", "http://127.0.0.1:8080/shop", "--get=/products");
    }

    @Test
    void helpNamesTheCommandsAndEndsWell() {
        assertThat(execute("--help")).isZero();
        assertThat(text(out)).contains("run", "doctor", "serve", "3 could not run, or a row is invalid");
        assertThat(execute("run", "--help")).isZero();
        assertThat(text(out))
                .contains("--threads-kind", "--max-connections")
                .containsIgnoringWhitespaces("one of " + String.join(", ", Containers.names()) + " or all");
        assertThat(execute("--version")).isZero();
        assertThat(text(out)).containsPattern("ceiling \\d");
    }

    @Test
    void everyCommandTellsTheVersion() {
        for (String command :
                Ceiling.commandLine(context(request -> 0)).getSubcommands().keySet()) {
            out.reset();

            assertThat(execute(command, "-V")).as(command).isZero();
            assertThat(text(out)).as(command).matches("ceiling \\d.*\\R");
        }
    }

    @Test
    void theHelpOfARampHasTheDefaultsOfItsPresets() {
        RampSettings usual = Preset.QUICK.ramp(1);
        RampSettings longer = Preset.FULL.ramp(1);
        String defaults = "(default: %dms, in longer presets %ds)";

        execute("run", "--help");

        assertThat(text(out))
                .containsIgnoringWhitespaces(
                        "0ms: not "
                                + defaults.formatted(
                                        usual.nullTime().toMillis(),
                                        longer.nullTime().toSeconds()),
                        "7s "
                                + defaults.formatted(
                                        usual.slo().toMillis(), longer.slo().toSeconds()));
    }
}
