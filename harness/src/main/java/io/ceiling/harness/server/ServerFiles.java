package io.ceiling.harness.server;

import io.ceiling.harness.container.Containers;
import io.ceiling.harness.model.OwnApplication;
import io.ceiling.harness.model.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files of the build that a server process needs.
 *
 * @param home root folder of the project
 */
public record ServerFiles(Path home) {

    String mainClass(Scenario scenario) {
        return Containers.server(scenario).mainClass();
    }

    /** Returns a classpath wildcard for every jar of that container. */
    String classPath(Scenario scenario) {
        return appFolder(scenario).resolve("*").toString();
    }

    /** Returns the user's own WAR, or this project's WAR for the container and its Atmosphere version. */
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

    /** Returns one line for each file that these scenarios need and that is missing; empty if there is none. */
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
