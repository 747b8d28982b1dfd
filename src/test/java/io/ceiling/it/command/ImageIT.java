package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.InspectContainerResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The image that {@code dist/Dockerfile} makes of the archive, on a JDK of the official images or of {@code CEILING_TOMCAT_IMAGE}. */
@Tag("all")
@Tag("side-by-side")
class ImageIT {

    private static final Path DIST = Path.of(System.getProperty("ceiling.root", "."), "dist")
            .toAbsolutePath()
            .normalize();
    private static final Duration LONGEST_RUN = Duration.ofMinutes(5);

    @BeforeAll
    static void needsAnEngine() {
        boolean there = DockerClientFactory.instance().isDockerAvailable();
        Assumptions.assumeTrue(there, "no Docker engine answers at DOCKER_HOST or the usual socket");
    }

    private static ImageFromDockerfile image() throws Exception {
        try (Stream<Path> files = Files.list(DIST)) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".tar.gz")).toList();
            assertThat(archives).hasSize(1);
            return new ImageFromDockerfile()
                    .withFileFromPath("Dockerfile", DIST.resolve("Dockerfile"))
                    .withFileFromPath(archives.get(0).getFileName().toString(), archives.get(0))
                    .withBuildArg(
                            "JDK_IMAGE",
                            System.getenv().getOrDefault("CEILING_TOMCAT_IMAGE", "eclipse-temurin:25-jdk-noble"));
        }
    }

    @Test
    void runsAScenarioAsAUserThatIsNotRoot() throws Exception {
        try (GenericContainer<?> container = new GenericContainer<>(image())
                .withCommand(
                        "run", "--container=tomcat",
                        "--connector=nio", "--thread-kind=platform",
                        "--workload=hold-async", "--cap=100",
                        "--slo=20s", "--heap=256m",
                        "--threads=default", "--buffer=default")
                .withNetworkMode("host")
                .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(LONGEST_RUN))) {
            container.start();

            assertThat(container.getLogs()).contains("at least 100 connections").contains("results: /data/results/");
            InspectContainerResponse.ContainerState state =
                    container.getCurrentContainerInfo().getState();
            assertThat(state.getExitCodeLong()).isZero();
            assertThat(container.getContainerInfo().getConfig().getUser()).isEqualTo("10001:10001");
        }
    }
}
