package io.ceiling.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.container.ContainerVariant;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Param;

class ServerSpecTest {

    private static final Jdk JDK = new Jdk(Path.of("/jdk"), "25.0.3", 25);

    @ParameterizedTest
    @CsvSource({
        "tomcat-bio-platform, tomcat, BIO, PLATFORM", "tomcat-nio-virtual, tomcat, NIO, VIRTUAL",
        "tomcat-nio2-platform, tomcat, NIO2, PLATFORM", "jetty-virtual, jetty, NIO, VIRTUAL"
    })
    void namesContainerConnectorAndThreads(String label, String container, Connector connector, ThreadKind threadKind) {
        Scenario scenario = ServerSpec.of(label, "default").scenario(JDK, 20_000);

        assertThat(scenario.container()).isEqualTo(container);
        assertThat(scenario.connector()).isEqualTo(connector);
        assertThat(scenario.threadKind()).isEqualTo(threadKind);
        assertThat(scenario.sizes().maxThreads()).isEqualTo(Limit.DEFAULT);
        assertThat(scenario.sizes().maxConnections()).isEqualTo(Limit.UNLIMITED);
        assertThat(scenario.nofile()).isEqualTo(Limit.of(20_000));
        assertThat(scenario.server().atmosphereVersion()).startsWith("3.");
        assertThat(scenario.messaging()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "jetty", "jetty-nio-platform",
                "tomcat-nio", "tomcat-apr-platform", "tomcat-nio-green",
                "x-nio-virtual"
            })
    void refusesServersThatThereAreNot(String label) {
        assertThatThrownBy(() -> ContainerVariant.of(label))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("server must be one of %s, was '%s'", String.join(", ", ContainerVariant.labels()), label);
    }

    /** A list of JMH is a constant; what this project has is not. */
    @Test
    void everyServerIsMeasuredUnlessOthersAreNamed() throws Exception {
        Param servers = EveryServer.class.getField("server").getAnnotation(Param.class);

        // As many threads as connections are what the blocking connector is there to show.
        assertThat(servers.value())
                .containsExactlyInAnyOrderElementsOf(ContainerVariant.labels().stream()
                        .filter(label -> !label.equals("tomcat-bio-virtual"))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"1k, 1024", "8K, 8192", "64k, 65536", "300, 300", "1m, 1048576"})
    void takesBufferSizes(String buffer, int bytes) {
        assertThat(ServerSpec.of("jetty-platform", buffer)
                        .scenario(JDK, 1024)
                        .sizes()
                        .bufferBytes())
                .isEqualTo(OptionalInt.of(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "255", "17m", "-1", "k", "99999999999"})
    void refusesOtherBuffers(String buffer) {
        assertThatThrownBy(() -> ServerSpec.of("jetty-platform", buffer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was '" + buffer + "'")
                .hasMessageContaining("default");
    }

    @Test
    void asksForTheBroadcaster() {
        Scenario scenario = BroadcastBenchmark.Channel.spec("jetty-platform", "default", "simple", 100)
                .scenario(JDK, 1024);

        assertThat(scenario.messaging()).contains(new Messaging("websocket", "simple", "uuid"));
        assertThat(scenario.sizes().maxThreads()).isEqualTo(Limit.DEFAULT);
    }

    @Test
    void givesEverySubscriberAThreadWhereItTakesOne() {
        assertThat(BroadcastBenchmark.Channel.spec("tomcat-bio-platform", "default", "channel", 10_000)
                        .scenario(JDK, 1024)
                        .sizes()
                        .maxThreads())
                .isEqualTo(Limit.of(10_200));
    }

    @Test
    void refusesAnotherBroadcaster() {
        ContainerVariant kind = ContainerVariant.of("jetty-platform");

        assertThatThrownBy(() -> new ServerSpec(kind, "default", Optional.of("own"), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("broadcaster must be one of channel, simple, default");
    }
}
