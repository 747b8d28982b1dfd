package io.ceiling.harness.server;

import io.ceiling.harness.container.Containers;
import io.ceiling.harness.model.BootJar;
import io.ceiling.harness.model.OwnApplication;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.process.ClassArchive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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
        return scenario.application().flatMap(OwnApplication::war).orElseGet(() -> ownWar(scenario));
    }

    /** Returns the files without which the server cannot start. */
    private List<Path> needed(Scenario scenario) {
        return jar(scenario)
                .map(jar -> List.of(jar.file()))
                .orElseGet(() -> List.of(war(scenario), appFolder(scenario)));
    }

    /** Returns the executable jar that is the server of this scenario; empty if it is one of the containers here. */
    static Optional<BootJar> jar(Scenario scenario) {
        return scenario.application().flatMap(OwnApplication::jar);
    }

    private Path ownWar(Scenario scenario) {
        String name = Containers.server(scenario).javax()
                ? "ceiling-javax.war"
                : scenario.server().atmosphereVersion().startsWith("3.") ? "ceiling.war" : "ceiling-atmosphere4.war";
        return home.resolve("webapp").resolve("target").resolve(name);
    }

    /** Returns one line for each file that these scenarios need and that is missing; empty if there is none. */
    public List<String> missing(List<Scenario> scenarios) {
        return scenarios.stream()
                .flatMap(scenario -> needed(scenario).stream())
                .distinct()
                .filter(path -> !Files.isReadable(path))
                .map(path -> "%s is missing or not readable".formatted(home.relativize(path)))
                .toList();
    }

    /**
     * Returns the archive of the classes of that container, of this project's WAR and of the JDK; JVMs of other
     * collectors, or with headers of another size, cannot use it.
     */
    public ClassArchive classArchive(Scenario scenario) {
        Path app = appFolder(scenario);
        List<Path> from = new ArrayList<>(ClassArchive.filesOf(app));
        from.add(ownWar(scenario));
        from.add(scenario.jdk().java());
        String jvm = ServerCommand.jvmOptions(scenario).stream()
                .filter(option -> option.startsWith("-XX:+Use"))
                .map(option -> "-" + option.substring("-XX:+Use".length()))
                .collect(Collectors.joining());
        return new ClassArchive(
                app.resolveSibling("class-data"), "jdk" + scenario.jdk().version() + jvm, from);
    }

    private Path appFolder(Scenario scenario) {
        return home.resolve("containers")
                .resolve(Containers.server(scenario).module())
                .resolve("target")
                .resolve("app");
    }
}
