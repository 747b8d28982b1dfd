package io.ceiling.harness.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainersTest {

    private static Scenario scenario(String container, Connector connector, Workload workload) {
        Jdk jdk = new Jdk(Path.of("jdk"), "25.0.1", 25);
        return new Scenario(
                ServerSettings.builder(container, connector, ThreadKind.PLATFORM, jdk)
                        .maxThreads(Limit.of(37))
                        .build(),
                Work.of(workload),
                1);
    }

    @Test
    void everyProgramIsAModuleOfThisProject() {
        assertThat(Containers.all()).isNotEmpty().allSatisfy(kind -> assertThat(kind.serverPrograms())
                .isNotEmpty()
                .allSatisfy(server -> assertThat(Path.of("..", "containers", server.module(), "pom.xml"))
                        .matches(Files::isRegularFile)));
    }

    @Test
    void everyConnectorHasOneProgram() {
        for (ContainerKind kind : Containers.all()) {
            assertThat(kind.connectors()).isNotEmpty().doesNotHaveDuplicates();
            for (Connector connector : kind.connectors()) {
                for (Workload workload : List.of(Workloads.KEEP_ALIVE, Workloads.WEBSOCKET, Workloads.HOLD_ASYNC)) {
                    Scenario scenario = scenario(kind.name(), connector, workload);
                    assertThat(Containers.serverProgram(scenario).connectors()).contains(connector);
                }
            }
        }
    }

    @Test
    void everyReleaseHasOneProgram() {
        for (ContainerKind kind : Containers.all()) {
            assertThat(kind.releaseLines()).doesNotHaveDuplicates();
            for (ContainerKind.ServerProgram server : kind.serverPrograms()) {
                assertThat(server.releases().artifacts().isEmpty())
                        .isEqualTo(server.releases().lines().isEmpty());
                for (String line : server.releases().lines()) {
                    Optional<Release> release = Release.of(line + ".7");
                    assertThat(release).isPresent();
                    assertThat(kind.serverProgram(server.connectors().get(0), release))
                            .contains(server);
                }
            }
        }
        assertThat(Containers.of("tomcat").serverProgram(Connector.BIO, Release.of("11.0.7")))
                .isEmpty();
        assertThat(Containers.of("jetty")
                        .serverProgram(Connector.NIO, Optional.empty())
                        .orElseThrow()
                        .module())
                .isEqualTo("jetty");
    }

    @Test
    void blockingTomcatTakesAsManyConnectionsAsItHasThreads() {
        assertThat(Containers.of("tomcat")
                        .defaultMaxConnections(scenario("tomcat", Connector.BIO, Workloads.KEEP_ALIVE)))
                .isEqualTo(Limit.of(37));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "grizzly", "Tomcat"})
    void aNameThatIsNotKnownIsAnError(String name) {
        assertThat(Containers.find(name)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Containers.of(name))
                .withMessage("container must be one of %s, was '%s'", String.join(", ", Containers.names()), name);
    }

    @Test
    void aConnectorThatAContainerDoesNotHaveIsAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Containers.serverProgram(scenario("jetty", Connector.BIO, Workloads.KEEP_ALIVE)))
                .withMessageStartingWith("jetty has no connector bio; tomcat has ");
    }
}
