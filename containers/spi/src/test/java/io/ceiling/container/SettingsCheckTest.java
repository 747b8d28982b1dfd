package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsCheckTest {

    private static final RunningSettings RUNNING = new RunningSettings(
            1,
            "17",
            8080,
            "/ceiling",
            new ContainerIdentity("tomcat", "11", Connector.NIO, "E", ThreadKind.PLATFORM),
            ConnectorReadback.of(200, 8192, 100, 0, Map.of()),
            "");

    @Test
    void takesAnythingForWhatWasLeftToTheContainer() {
        assertThatCode(() -> SettingsCheck.require(settings(), RUNNING)).doesNotThrowAnyException();
    }

    @Test
    void namesEverySettingThatDiffers() {
        ContainerSettings asked = settings(
                "--port=8081",
                "--connector=nio2",
                "--max-threads=20",
                "--max-connections=-1",
                "--accept-count=7",
                "--tls=tls13",
                "--deflate=takeover",
                "--header-cache-nodes=64",
                "--idle-timeout-ms=5");

        assertThatIllegalStateException()
                .isThrownBy(() -> SettingsCheck.require(asked, RUNNING))
                .withMessage("port: asked 8081, running 8080; connector: asked nio2, running nio;"
                        + " max threads: asked 20, running 200;"
                        + " max connections: asked unlimited, running 8192; accept count: asked 7, running 100;"
                        + " tls: asked TLSv1.3, running ; deflate: asked takeover, running off;"
                        + " header cache nodes: asked 64, running ;"
                        + " idle timeout ms: asked 5, running unlimited");
    }

    @Test
    void comparesNoThreadLimitsOfVirtualThreads() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SettingsCheck.require(settings("--thread-kind=virtual", "--max-threads=20"), RUNNING))
                .withMessage("thread kind: asked virtual, running platform");
    }

    @Test
    void namesValueThatIsMissing() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SettingsCheck.require(Map.of("a", 1, "b", 2), Map.of("a", 1, "c", 3)))
                .withMessage("b: asked 2, running -1");
    }

    private static ContainerSettings settings(String... arguments) {
        List<String> all = new java.util.ArrayList<>(List.of(arguments));
        all.add("--war=a.war");
        return ContainerSettings.parse(all);
    }
}
