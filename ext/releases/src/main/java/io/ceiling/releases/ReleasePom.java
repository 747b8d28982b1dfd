package io.ceiling.releases;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.scenario.Release;
import java.util.List;

/** The Maven project that depends on one release of a container and on nothing else. A pure function. */
final class ReleasePom {

    // Groups whose jars are those of the build in every release, so that all releases log alike.
    private static final List<String> OF_THE_BUILD = List.of("org.slf4j");

    private ReleasePom() {}

    /** Returns the text of the pom.xml; versions and names of artifacts need no escapes. */
    static String text(ContainerKind.ServerProgram server, Release release) {
        StringBuilder dependencies = new StringBuilder();
        for (String artifact : server.releases().artifacts()) {
            dependencies.append(
                    """
                        <dependency>
                          <groupId>%s</groupId>
                          <artifactId>%s</artifactId>
                          <version>%s</version>
                          <exclusions>
                    %s      </exclusions>
                        </dependency>
                    """
                            .formatted(group(artifact), name(artifact), release, exclusions()));
        }
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>io.ceiling.release</groupId>
                  <artifactId>%s</artifactId>
                  <version>%s</version>
                  <packaging>pom</packaging>
                  <dependencies>
                %s  </dependencies>
                </project>
                """
                .formatted(server.module(), release, dependencies);
    }

    static String jar(String artifact, Release release) {
        return "%s-%s.jar".formatted(name(artifact), release);
    }

    private static String exclusions() {
        StringBuilder exclusions = new StringBuilder();
        for (String group : OF_THE_BUILD) {
            exclusions.append(
                    """
                            <exclusion>
                              <groupId>%s</groupId>
                              <artifactId>*</artifactId>
                            </exclusion>
                    """
                            .formatted(group));
        }
        return exclusions.toString();
    }

    private static String group(String artifact) {
        return artifact.substring(0, artifact.indexOf(':'));
    }

    private static String name(String artifact) {
        return artifact.substring(artifact.indexOf(':') + 1);
    }
}
