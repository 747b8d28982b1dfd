package io.ceiling.harness.server;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.install.Installation;
import io.ceiling.harness.scenario.Release;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Finds releases of containers that {@code --container-version} names. This is an extension point. */
public interface OtherReleases {

    /** No release can be had. */
    OtherReleases NONE = new OtherReleases() {
        @Override
        public List<Path> jars(Installation installation, ContainerKind.ServerProgram server, Release release) {
            return List.of();
        }

        @Override
        public Optional<String> resolve(
                Installation installation, ContainerKind.ServerProgram server, Release release, Consumer<String> tell) {
            return Optional.of(
                    "--container-version needs the extension releases, whose jar is not there. Hint: put ceiling-releases.jar beside ceiling-harness.jar");
        }
    };

    /** Returns the extension on the class path; {@link #NONE} without one. */
    static OtherReleases installed() {
        return ServiceLoader.load(OtherReleases.class, OtherReleases.class.getClassLoader())
                .findFirst()
                .orElse(NONE);
    }

    /**
     * Returns all jars of a server process of that release, in the order of their names: those of this project and of its log, and
     * those of the release. Empty if the release is not there; see {@link #resolve}.
     *
     * @param installation where the parts of this project are
     */
    List<Path> jars(Installation installation, ContainerKind.ServerProgram server, Release release);

    /**
     * Resolves a release if it is not there. Blocks meanwhile, for seconds or minutes.
     *
     * @param installation where the parts of this project are
     * @param tell gets one line before anything is fetched
     * @return why the release cannot be had, as one line with the remedy; empty if it is there
     */
    Optional<String> resolve(
            Installation installation, ContainerKind.ServerProgram server, Release release, Consumer<String> tell)
            throws InterruptedException;
}
