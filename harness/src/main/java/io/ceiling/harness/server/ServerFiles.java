package io.ceiling.harness.server;

import io.ceiling.container.ContainerSettings;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.container.NativeProgram;
import io.ceiling.harness.install.Installation;
import io.ceiling.harness.os.ClassArchive;
import io.ceiling.harness.scenario.BootJar;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The files that a server process needs.
 *
 * @param installation where the parts of this project are
 */
public record ServerFiles(Installation installation) {

    /** @param home root folder of the checkout or of the distribution */
    public ServerFiles(Path home) {
        this(Installation.at(home));
    }

    String mainClass(Scenario scenario) {
        return Containers.serverProgram(scenario).mainClass();
    }

    /** Returns a classpath wildcard for every jar of that container; of another release than that of the build, its jars. */
    String classPath(Scenario scenario) {
        return scenario.server()
                .release()
                .map(release -> jars(scenario, release).stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)))
                .orElseGet(() -> appFolder(scenario).resolve("*").toString());
    }

    private List<Path> jars(Scenario scenario, Release release) {
        return OtherReleases.installed().jars(installation, Containers.serverProgram(scenario), release);
    }

    /**
     * Resolves the releases of containers that these scenarios ask for and that are not there. Blocks while Maven runs.
     *
     * @param tell gets a line before each release that is resolved
     * @return why one cannot be had, as one line with the remedy; empty if all are there
     */
    public Optional<String> resolve(List<Scenario> scenarios, Consumer<String> tell) throws InterruptedException {
        Map<String, Scenario> byRelease = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            scenario.server()
                    .release()
                    .ifPresent(release -> byRelease.putIfAbsent(
                            Containers.serverProgram(scenario).module() + " " + release, scenario));
        }
        for (Scenario scenario : byRelease.values()) {
            Optional<String> why = OtherReleases.installed()
                    .resolve(
                            installation,
                            Containers.serverProgram(scenario),
                            scenario.server().release().orElseThrow(),
                            tell);
            if (why.isPresent()) {
                return why;
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the user's own WAR, or this project's WAR for the container; a reference has
     * {@link ContainerSettings#NO_WAR}.
     */
    public Path war(Scenario scenario) {
        return isReference(scenario)
                ? ContainerSettings.NO_WAR
                : scenario.application().flatMap(UserApplication::war).orElseGet(() -> ownWar(scenario));
    }

    /** Returns how the server is started without a JVM; empty for one in a JVM. */
    static Optional<NativeProgram> program(Scenario scenario) {
        return scenario.isExternal() ? Optional.empty() : Containers.nativeProgram(scenario.container());
    }

    /** Returns the reason, in one line, why this build or this host cannot start the server; empty for one in a JVM. */
    public Optional<String> whyUnavailable(Scenario scenario) {
        return program(scenario).flatMap(program -> {
            Path built = appFolder(scenario).resolve(program.builtFile());
            if (!Files.exists(built)) {
                return Optional.of(
                        installation.isDistribution()
                                ? "%s is not in this archive. Hint: a checkout has it, built with %s"
                                        .formatted(scenario.container(), program.buildTool())
                                : "%s was not built. Hint: %s, which needs %s"
                                        .formatted(
                                                scenario.container(),
                                                installation.buildCommand(built),
                                                program.buildTool()));
            }
            return program.interpreter()
                    .flatMap(interpreter -> InstalledProgram.find(interpreter)
                            .map(installed -> program.module().flatMap(installed::missingModule))
                            .orElseGet(() -> Optional.of(
                                    "%s, which is not on the PATH. Hint: install it".formatted(interpreter))))
                    .map(lacking -> "%s needs %s".formatted(scenario.container(), lacking));
        });
    }

    // Returns the files without which the server cannot start; none for a server without a JVM, which has its own
    // check.
    private List<Path> needed(Scenario scenario) {
        if (program(scenario).isPresent()) {
            return List.of();
        }
        return jar(scenario)
                .map(jar -> List.of(jar.file()))
                .orElseGet(() -> isReference(scenario)
                        ? List.of(appFolder(scenario))
                        : List.of(appFolder(scenario), war(scenario)));
    }

    /** Returns the executable jar that is the server of this scenario; empty if it is one of the containers here. */
    static Optional<BootJar> jar(Scenario scenario) {
        return scenario.application().flatMap(UserApplication::jar);
    }

    private Path ownWar(Scenario scenario) {
        return installation.war(Containers.serverProgram(scenario).javax() ? "ceiling-javax.war" : "ceiling.war");
    }

    /** Returns the missing files of these scenarios. A server comes before its WAR, because its build makes both. */
    public List<Installation.MissingPart> missing(List<Scenario> scenarios) {
        return installation.missing(scenarios.stream()
                .flatMap(scenario -> needed(scenario).stream())
                .toList());
    }

    /**
     * Returns the archive of the classes of that container, of this project's WAR and of the JDK; JVMs of other
     * collectors, or with headers of another size, cannot use it. Empty if there is no place for it.
     */
    public Optional<ClassArchive> classArchive(Scenario scenario) {
        if (program(scenario).isPresent()) {
            return Optional.empty();
        }
        Path app = appFolder(scenario);
        Optional<Release> release = scenario.server().release();
        List<Path> from =
                new ArrayList<>(release.isPresent() ? jars(scenario, release.get()) : ClassArchive.filesOf(app));
        if (!isReference(scenario)) {
            from.add(ownWar(scenario));
        }
        from.add(scenario.jdk().java());
        String jvm = ServerCommand.jvmOptions(scenario).stream()
                .filter(option -> option.startsWith("-XX:+Use"))
                .map(option -> "-" + option.substring("-XX:+Use".length()))
                .collect(Collectors.joining());
        return installation
                .classDataFolder(app)
                .map(folder -> new ClassArchive(
                        folder,
                        release.map(asked -> asked + "-").orElse("") + "jdk"
                                + scenario.jdk().version() + jvm,
                        from,
                        installation.buildId()));
    }

    Path appFolder(Scenario scenario) {
        String module = Containers.serverProgram(scenario).module();
        return isReference(scenario) ? installation.referenceFolder(module) : installation.containerFolder(module);
    }

    private static boolean isReference(Scenario scenario) {
        return Containers.isReference(scenario.container());
    }
}
