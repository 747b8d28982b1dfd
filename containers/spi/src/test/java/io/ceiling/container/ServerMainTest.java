package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class ServerMainTest {

    @TempDir
    Path folder;

    private Path war;
    private final List<ContainerSettings> started = new ArrayList<>();

    @BeforeEach
    void makeWar() throws IOException {
        war = Files.createFile(folder.resolve("a.war"));
    }

    @Test
    void rejectsMissingWarBeforeAnythingStarts() {
        assertNotStarted(
                ServerMain.EXIT_BAD_ARGUMENTS,
                "WAR nowhere.war is missing or not readable. Hint: build it with mvn package",
                "--war=nowhere.war");
        assertThat(started).isEmpty();
    }

    @Test
    void rejectsWhatTheContainerDoesNotHaveBeforeAnythingStarts() {
        assertNotStarted(
                ServerMain.EXIT_BAD_ARGUMENTS, "fake has no connector bio; use nio", "--war=" + war, "--connector=bio");
        assertThat(started).isEmpty();
    }

    @Test
    void namesPortInUseBeforeAnythingStarts() throws IOException {
        try (ServerSocket other = new ServerSocket(0)) {
            assertNotStarted(
                    ServerMain.EXIT_NOT_STARTED,
                    "fake did not start: cannot listen on port " + other.getLocalPort()
                            + " of 127.0.0.1: Address already in use. Hint: 0 takes a free one",
                    "--war=" + war,
                    "--port=" + other.getLocalPort());
        }
        assertThat(started).isEmpty();
    }

    @Test
    void tellsInnermostCauseInOneLine() {
        assertNotStarted(
                ServerMain.EXIT_NOT_STARTED,
                "fake with nio did not start: java.io.IOException: no room left",
                "--war=" + war,
                "--accept-count=13");
    }

    @Test
    void refusesToRunWithOtherSettingsThanAsked() {
        assertNotStarted(
                ServerMain.EXIT_NOT_STARTED,
                "fake with nio did not start: max threads: asked 20, running 200",
                "--war=" + war,
                "--max-threads=20");
    }

    private void assertNotStarted(int exitCode, String message, String... arguments) {
        assertThatExceptionOfType(ServerNotStarted.class)
                .isThrownBy(() -> ServerMain.start(new FakeContainer(), List.of(arguments), folder))
                .withMessage(message)
                .extracting(ServerNotStarted::exitCode)
                .isEqualTo(exitCode);
    }

    /** Runs with its defaults, whatever it is asked for. */
    private final class FakeContainer implements ServletContainer {

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public void requireSupported(ContainerSettings settings) {
            if (settings.connector() == Connector.BIO) {
                throw new IllegalArgumentException("fake has no connector bio; use nio");
            }
        }

        @Override
        public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
            started.add(settings);
            if (settings.sizes().acceptCount().isNumber()) {
                throw new IllegalStateException("outer", new IOException("no room\n  left"));
            }
            return new RunningSettings(
                    1,
                    "17",
                    2,
                    "/ceiling",
                    new ContainerIdentity("fake", "1", Connector.NIO, "E", ThreadKind.PLATFORM),
                    ConnectorReadback.of(200, 8192, 100, 0, Map.of()),
                    "");
        }

        @Override
        public ContainerReadingsMXBean readings() {
            throw new IllegalStateException("not started");
        }
    }
}
