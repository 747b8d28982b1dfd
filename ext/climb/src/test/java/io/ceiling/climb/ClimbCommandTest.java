package io.ceiling.climb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.main.CommandLineFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClimbCommandTest extends CommandLineFixture {

    ClimbCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void climbStartsWithTheDefaultsOfAShell() {
        assertThat(execute("climb", "--container=tomcat", "--hold=1s")).isZero();

        assertThat(others(ClimbRequest.class)).singleElement().satisfies(climb -> {
            assertThat(climb.plans()).singleElement().satisfies(plan -> assertThat(plan.name())
                    .isEqualTo("tomcat nio platform recursive"));
            assertThat(climb.run().scenarios()).singleElement().satisfies(start -> {
                assertThat(start.nofile()).isEqualTo(Limit.of(1024));
                assertThat(start.jvm().heapMaxBytes()).isEqualTo(Limit.of(512L << 20));
                assertThat(start.sizes().maxThreads()).isEqualTo(Limit.DEFAULT);
                assertThat(start.capConnections()).isEqualTo(20_000);
            });
            assertThat(climb.run().ramp().hold()).isEqualTo(Duration.ofSeconds(1));
            assertThat(climb.run().folders().name()).isEqualTo("climb-tomcat");
            assertThat(climb.run().commandLine()).containsExactly("climb", "--container=tomcat", "--hold=1s");
        });
    }

    @Test
    void theArticleIsClimbedThreeTimes() {
        assertThat(execute("climb", "--preset=article")).isZero();

        assertThat(others(ClimbRequest.class)).singleElement().satisfies(climb -> assertThat(climb.plans())
                .extracting(ClimbPlan::name)
                .containsExactly(
                        "tomcat platform recursive", "tomcat virtual recursive", "tomcat platform recursive-async"));
    }

    @Test
    void aDryClimbPrintsItsStartAndStartsNothing() {
        assertThat(execute("climb", "--workload=hold-async", "--dry-run")).isZero();

        assertThat(text(out)).startsWith("tomcat-nio-platform-hold-async-heap512m-nofile1024-");
        assertThat(others(ClimbRequest.class)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--preset=article", "--workload=websocket"})
    void whatCannotBeGivenWithAJarIsOneLineWithARemedy(String option) throws IOException {
        Path jar = home.resolve("shop.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Spring-Boot-Version", "4.1.2");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new ZipEntry("BOOT-INF/lib/tomcat-embed-core-11.0.1.jar"));
        }

        assertThat(execute("climb", option, "--jar=" + jar, "--get=/orders")).isEqualTo(2);

        assertThat(text(err).strip())
                .startsWith("ceiling: ")
                .containsAnyOf("exclude each other", "give only one")
                .hasLineCount(1);
        assertThat(others).isEmpty();
    }
}
