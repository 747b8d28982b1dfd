package io.ceiling.releases;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.scenario.Release;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReleasePomTest {

    private static ContainerKind.ServerProgram server(String container, Release release) {
        return Containers.of(container)
                .serverProgram(Connector.NIO, Optional.of(release))
                .orElseThrow();
    }

    @Test
    void asksForTheArtifactsOfThatReleaseAndNotForALogOfTheirOwn() {
        Release release = new Release("10.1.34");

        assertThat(ReleasePom.text(server("tomcat", release), release))
                .contains(
                        """
                          <groupId>io.ceiling.release</groupId>
                          <artifactId>tomcat</artifactId>
                          <version>10.1.34</version>
                          <packaging>pom</packaging>
                          <dependencies>
                            <dependency>
                              <groupId>org.apache.tomcat.embed</groupId>
                              <artifactId>tomcat-embed-core</artifactId>
                              <version>10.1.34</version>
                              <exclusions>
                                <exclusion>
                                  <groupId>org.slf4j</groupId>
                                  <artifactId>*</artifactId>
                                </exclusion>
                              </exclusions>
                            </dependency>
                            <dependency>
                              <groupId>org.apache.tomcat.embed</groupId>
                              <artifactId>tomcat-embed-websocket</artifactId>
                              <version>10.1.34</version>
                        """);
    }

    @Test
    void jettyHasTheNewestServletsOfItsLine() {
        Release older = new Release("12.0.29");
        Release newer = new Release("12.1.5");

        assertThat(ReleasePom.text(server("jetty", older), older))
                .contains("<groupId>org.eclipse.jetty.ee10.websocket</groupId>", "jetty-ee10-webapp")
                .doesNotContain("ee11");
        assertThat(ReleasePom.text(server("jetty", newer), newer))
                .contains("jetty-ee11-webapp")
                .doesNotContain("ee10");
        assertThat(ReleasePom.jar("org.eclipse.jetty.ee11:jetty-ee11-webapp", newer))
                .isEqualTo("jetty-ee11-webapp-12.1.5.jar");
    }
}
