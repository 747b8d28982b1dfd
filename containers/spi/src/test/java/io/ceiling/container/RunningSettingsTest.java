package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningSettingsTest {

    static final RunningSettings RUNNING = new RunningSettings(
            812,
            "25.0.3+9-LTS",
            40_123,
            "/a b=c%",
            new ContainerIdentity(
                    "tomcat", "11.0.25", Connector.NIO2, "org.example.Endpoint$Inner", ThreadKind.VIRTUAL),
            ConnectorReadback.of(-1, 8_192, 100, 0, Map.of("socket.appReadBufSize", 8_192, "a:b", 1)),
            "127.0.0.1:8080");

    @Test
    void readsBackItsReadyLine() {
        assertThat(RunningSettings.parse(RUNNING.toReadyLine())).contains(RUNNING);
    }

    @Test
    void readsBackItsReadyLineWithTlsCompressionAndHeaderCache() {
        RunningSettings secured = new RunningSettings(
                        1,
                        "25",
                        2,
                        "",
                        new ContainerIdentity("jetty", "12", Connector.NIO, "E", ThreadKind.PLATFORM),
                        ConnectorReadback.of(1, -1, 50, 5, Map.of())
                                .with(Deflate.NO_TAKEOVER)
                                .withHeaderCacheNodes(64),
                        "")
                .with(new TlsReadback("TLSv1.3", "TLS_AES_256_GCM_SHA384", "EC secp256r1", "MIIB/+=="));

        assertThat(RunningSettings.parse(secured.toReadyLine())).contains(secured);
    }

    @Test
    void readsBackItsReadyLineWithoutBuffers() {
        RunningSettings bare = new RunningSettings(
                1,
                "17",
                2,
                "",
                new ContainerIdentity("jetty", "12", Connector.NIO, "E", ThreadKind.PLATFORM),
                ConnectorReadback.of(1, -1, 50, 5, Map.of()),
                "");

        assertThat(RunningSettings.parse(bare.toReadyLine())).contains(bare);
    }

    @Test
    void writesOneLineOfPlainAscii() {
        for (String tag : List.of("ar-EG-u-nu-arab", "tr-TR", "de-DE")) {
            Locales.run(tag, () -> assertThat(RUNNING.toReadyLine())
                    .isEqualTo("READY pid=812 port=40123 context_path=%2Fa+b%3Dc%25 container=tomcat"
                            + " container_version=11.0.25 connector=nio2 endpoint_class=org.example.Endpoint%24Inner"
                            + " thread_kind=virtual max_threads=unlimited max_connections=8192"
                            + " accept_count=100 idle_timeout_ms=unlimited buffers=a%3Ab%3A1%2Csocket.appReadBufSize%3A8192"
                            + " jdk=25.0.3%2B9-LTS next_instance=127.0.0.1%3A8080"));
        }
    }

    @Test
    void takesNoOtherLineForReady() {
        assertThat(RunningSettings.parse("")).isEmpty();
        assertThat(RunningSettings.parse("READY")).isEmpty();
        assertThat(RunningSettings.parse("INFO READY pid=1")).isEmpty();
    }

    @Test
    void rejectsReadyLineThatLacksValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunningSettings.parse("READY pid=1"))
                .withMessageContaining("is missing");
    }
}
