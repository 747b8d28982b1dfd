package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.load.workload.CustomPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --jar} of {@code run} and {@code climb}, with the least that is an executable jar of Spring Boot. */
class JarOptionsTest extends CommandLineFixture {

    private final Path jar;

    JarOptionsTest(@TempDir Path home) throws IOException {
        super(home);
        jar = home.resolve("shop.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Spring-Boot-Version", "4.1.2");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new ZipEntry("BOOT-INF/lib/tomcat-embed-core-11.0.1.jar"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --preset=quick | --jar and --preset exclude each other: a jar is one server",
                "run --matrix=file.yaml | --jar and --matrix exclude each other",
                "run --war=shop.war | --jar and --war exclude each other",
                "run --workload=websocket | give only one",
                "run --container=jetty | --container must be tomcat",
            })
    void whatCannotBeGivenWithAJarIsOneLineWithARemedy(String options, String remedy) {
        int exit = execute((options + " --jar=" + jar + " --get=/orders").split(" "));

        assertThat(exit).isEqualTo(2);
        assertThat(text(err).strip()).startsWith("ceiling: ").contains(remedy).hasLineCount(1);
        assertThat(requests).isEmpty();
        assertThat(others).isEmpty();
    }

    @Test
    void theRecordedArgumentsCanBeGivenAgain() {
        assertThat(execute("run", "--jar=" + jar, "--get=/orders"))
                .as(text(err))
                .isZero();

        assertThat(requests).singleElement().satisfies(request -> assertThat(request.commandLine())
                .contains("--jar=" + jar)
                .noneMatch(argument -> argument.startsWith("--preset")));
    }

    @Test
    void theTimeOfAnApplicationThatNobodyKnowsIsARangeToWhichALongHoldAdds() {
        assertThat(execute("run", "--jar=" + jar, "--get=/orders", "--dry-run")).isZero();
        assertThat(text(out)).contains("1 scenario, usually 15 s to 3 min");

        assertThat(execute("run", "--jar=" + jar, "--get=/orders", "--hold=10m", "--dry-run"))
                .isZero();
        assertThat(text(out)).contains("1 scenario, usually 10 min 15 s to 13 min");
    }

    /** As {@code java -Djarmode=tools -jar shop.jar extract} leaves it, which Spring Boot recommends. */
    @Test
    void aJarThatWasUnpackedIsTaken(@TempDir Path folder) throws IOException {
        Path unpacked = folder.resolve("shop.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Spring-Boot-Version", "4.1.2");
        manifest.getMainAttributes()
                .put(Attributes.Name.CLASS_PATH, "lib/spring-core-7.0.1.jar lib/tomcat-embed-core-11.0.1.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(unpacked), manifest)) {
            out.putNextEntry(new ZipEntry("shop/Shop.class"));
        }

        assertThat(execute("run", "--jar=" + unpacked, "--get=/orders"))
                .as(text(err))
                .isZero();
        assertThat(requests.get(0).scenarios().get(0).container()).isEqualTo("tomcat");
    }

    @Test
    void stompIsADestinationAtTheEndpointOfAWebSocket() {
        assertThat(execute("run", "--jar=" + jar, "--websocket=/stomp", "--stomp=/topic/prices"))
                .as(text(err))
                .isZero();

        CustomRequest request =
                requests.get(0).scenarios().get(0).application().orElseThrow().request();
        assertThat(request.kind()).isEqualTo(CustomPlan.Kind.STOMP);
        assertThat(request.label()).isEqualTo("stomp /stomp /topic/prices");
        assertThat(request.repeatsRequests()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--get=/ --stomp=/topic/x | --stomp must come with --websocket",
                "--websocket=/stomp --stomp=/topic/x --send=hello | --stomp and --send exclude each other",
            })
    void stompNeedsAnEndpointAndSendsNoText(String options, String words) {
        int exit = execute(("run --jar=" + jar + " " + options).split(" "));

        assertThat(exit).isEqualTo(2);
        assertThat(text(err).strip()).contains(words).hasLineCount(1);
    }
}
