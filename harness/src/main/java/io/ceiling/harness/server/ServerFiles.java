package io.ceiling.harness.server;

import io.ceiling.harness.container.Containers;
import io.ceiling.harness.model.OwnApplication;
import io.ceiling.harness.model.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the build leaves what a server process needs.
 *
 * @param home folder of the project
 */
public record ServerFiles(Path home) {

    String mainClass(Scenario scenario) {
        return Containers.server(scenario).mainClass();
    }

    /** A classpath wildcard: every jar of that container and nothing else. */
    String classPath(Scenario scenario) {
        return appFolder(scenario).resolve("*").toString();
    }

    /** The user's own WAR, or the form of this project's that this container and this Atmosphere version need. */
    public Path war(Scenario scenario) {
        Optional<Path> own = scenario.application().flatMap(OwnApplication::war);
        if (own.isPresent()) {
            return own.get();
        }
        String name = Containers.server(scenario).javax()
                ? "ceiling-javax.war"
                : scenario.server().atmosphereVersion().startsWith("3.") ? "ceiling.war" : "ceiling-atmosphere4.war";
        return home.resolve("webapp").resolve("target").resolve(name);
    }

    /** What is missing for these scenarios, in words; empty if nothing is. */
    public List<String> missing(List<Scenario> scenarios) {
        return scenarios.stream()
                .flatMap(scenario -> List.of(war(scenario), appFolder(scenario)).stream())
                .distinct()
                .filter(path -> !Files.isReadable(path))
                .map(path -> "%s is missing or not readable".formatted(home.relativize(path)))
                .toList();
    }

    private Path appFolder(Scenario scenario) {
        return home.resolve("containers")
                .resolve(Containers.server(scenario).module())
                .resolve("target")
                .resolve("app");
    }
}
