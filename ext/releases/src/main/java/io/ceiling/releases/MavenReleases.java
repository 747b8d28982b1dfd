package io.ceiling.releases;

import io.ceiling.container.LockedFolder;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.install.Installation;
import io.ceiling.harness.os.ClassArchive;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.server.OtherReleases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The jars of releases of containers. The distribution has those of the build's release; the user's Maven resolves
 * another release once, into a folder that later runs reuse (docs/releases.md). Immutable.
 */
public final class MavenReleases implements OtherReleases {

    private static final String WORK_PREFIX = "resolving-";
    private static final String JARS = "jars";

    private final Map<String, String> environment;

    /** Takes the variables of this process. */
    public MavenReleases() {
        this(System.getenv());
    }

    MavenReleases(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public List<Path> jars(Installation installation, ContainerKind.ServerProgram server, Release release) {
        Path app = installation.containerFolder(server.module());
        List<Path> built = ClassArchive.filesOf(app);
        if (containsRelease(app, server, release)) {
            return built;
        }
        Optional<Path> folder = all(installation, server)
                .map(all -> all.resolve(release.text()))
                .filter(there -> containsRelease(there, server, release));
        if (folder.isEmpty()) {
            return List.of();
        }
        List<Path> jars =
                new ArrayList<>(built.stream().filter(MavenReleases::isKept).toList());
        jars.addAll(ClassArchive.filesOf(folder.get()));
        return List.copyOf(jars);
    }

    @Override
    public Optional<String> resolve(
            Installation installation, ContainerKind.ServerProgram server, Release release, Consumer<String> tell)
            throws InterruptedException {
        if (!jars(installation, server, release).isEmpty()) {
            return Optional.empty();
        }
        Optional<Path> all = all(installation, server);
        if (all.isEmpty()) {
            return Optional.of(failed(
                    server, release, "there is no folder for its jars", "set XDG_CACHE_HOME to a folder of yours"));
        }
        Optional<Maven> maven = Maven.find(environment, installation.home());
        if (maven.isEmpty()) {
            return Optional.of(failed(
                    server,
                    release,
                    "there is no mvn in PATH",
                    "install Maven, or put the jars of the release into %s"
                            .formatted(all.get().resolve(release.text()))));
        }
        tell.accept("resolving %s %s with %s"
                .formatted(server.module(), release, maven.get().command()));
        try {
            Files.createDirectories(all.get());
            return resolve(server, release, all.get(), maven.get())
                    .map(
                            why -> failed(
                                    server,
                                    release,
                                    why,
                                    "give a release that is there, and see that mvn can reach a repository; its settings.xml has mirrors and proxies"));
        } catch (IOException e) {
            return Optional.of(failed(server, release, e.toString(), "%s must be writable".formatted(all.get())));
        }
    }

    private static Optional<String> resolve(ContainerKind.ServerProgram server, Release release, Path all, Maven maven)
            throws IOException, InterruptedException {
        LockedFolder locked =
                LockedFolder.create(all, new LockedFolder.Kind(WORK_PREFIX, Set.of(JARS, Maven.POM, Maven.LOG)));
        try {
            Files.writeString(
                    locked.path().resolve(Maven.POM), ReleasePom.text(server, release), StandardCharsets.UTF_8);
            Path jars = Files.createDirectory(locked.path().resolve(JARS));
            Optional<String> why = maven.copyDependencies(locked.path(), jars);
            if (why.isPresent()) {
                return why;
            }
            if (!containsRelease(jars, server, release)) {
                return Optional.of("Maven has not copied %s".formatted(firstJar(server, release)));
            }
            Path folder = all.resolve(release.text());
            move(jars, folder);
            return containsRelease(folder, server, release)
                    ? Optional.empty()
                    : Optional.of("%s has other files".formatted(folder));
        } finally {
            locked.close();
        }
    }

    // Moves as a whole; another process may have been faster.
    private static void move(Path jars, Path folder) throws IOException {
        try {
            Files.move(jars, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static Optional<Path> all(Installation installation, ContainerKind.ServerProgram server) {
        return installation.releasesFolder(installation.containerFolder(server.module()));
    }

    private static String failed(ContainerKind.ServerProgram server, Release release, String why, String hint) {
        return "container-version %s of %s cannot be had: %s. Hint: %s".formatted(release, server.module(), why, hint);
    }

    private static boolean isKept(Path jar) {
        String name = jar.getFileName().toString();
        return name.startsWith("ceiling-") || name.startsWith("slf4j-");
    }

    private static boolean containsRelease(Path folder, ContainerKind.ServerProgram server, Release release) {
        return Files.isReadable(folder.resolve(firstJar(server, release)));
    }

    private static String firstJar(ContainerKind.ServerProgram server, Release release) {
        return ReleasePom.jar(server.releases().artifacts().get(0), release);
    }
}
