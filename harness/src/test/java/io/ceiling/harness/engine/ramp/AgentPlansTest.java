package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.Deflate;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.TlsReadback;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.Compression;
import io.ceiling.load.socket.ServerAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentPlansTest {

    private static final TlsReadback TLS =
            new TlsReadback("TLSv1.3", "TLS_AES_256_GCM_SHA384", "EC secp256r1", "Y2VydA==");

    private static ServerAddress address(TlsReadback tls, Deflate deflate) {
        RunningSettings running = new RunningSettings(
                1,
                "25",
                8443,
                "/ceiling",
                new ContainerIdentity("jetty", "12", Connector.NIO, "E", ThreadKind.PLATFORM),
                ConnectorReadback.of(200, -1, 50, 0, Map.of()).with(tls).with(deflate),
                "");
        return AgentPlans.address(new StartedServer(List.of(), running));
    }

    @Test
    void aPlainServerNeedsNoAccess() {
        assertThat(address(TlsReadback.OFF, Deflate.OFF)).isEqualTo(ServerAddress.local(8443, "/ceiling"));
    }

    @Test
    void agentsTrustTheCertificateThatTheServerReported() {
        assertThat(address(TLS, Deflate.OFF).access())
                .isEqualTo(new Access("127.0.0.1", true, false, "", "Y2VydA==", Compression.NONE));
    }

    @Test
    void agentsOfferTheCompressionThatTheServerAccepts() {
        assertThat(address(TLS, Deflate.NO_TAKEOVER).compression()).isEqualTo(Compression.NO_TAKEOVER);
        assertThat(address(TlsReadback.OFF, Deflate.TAKEOVER).access())
                .isEqualTo(new Access("127.0.0.1", false, false, "", "", Compression.TAKEOVER));
    }
}
