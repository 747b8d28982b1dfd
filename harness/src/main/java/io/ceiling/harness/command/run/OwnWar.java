package io.ceiling.harness.command.run;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.RequestOptions;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Checks the options for the user's own WAR in the containers of this project, and the request to it. */
public final class OwnWar {

    private OwnWar() {}

    /**
     * Returns the user's application; empty if none was given.
     *
     * @throws CommandException if the file is no WAR, or a workload was given, too
     */
    public static Optional<UserApplication> of(
            @Nullable Path war, RequestOptions requests, Map<Dimension, List<String>> given) {
        if (war == null) {
            return Optional.empty();
        }
        if (!isArchive(war)) {
            throw CommandException.badArguments("--war must be a WAR file, was '%s'".formatted(war));
        }
        RequestOptions.requireNoWorkload("--war", given);
        given.getOrDefault(Dimension.CONTAINER, List.of()).stream()
                .filter(Containers::isReference)
                .findFirst()
                .ifPresent(reference -> {
                    throw CommandException.badArguments(
                            "--war is for servlet containers, --container must be one of %s, was '%s'"
                                    .formatted(
                                            Containers.all().stream()
                                                    .map(ContainerKind::name)
                                                    .collect(Collectors.joining(", ")),
                                            reference));
                });
        return Optional.of(new UserApplication(
                Optional.of(war.toAbsolutePath().normalize()),
                requests.requestWithHeaders().orElseThrow()));
    }

    // Returns true if the file is a ZIP archive with entries, so that no server is started with a file that it cannot
    // deploy.
    private static boolean isArchive(Path war) {
        if (!Files.isRegularFile(war)) {
            return false;
        }
        try (ZipFile archive = new ZipFile(war.toFile())) {
            return archive.size() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the settings with a workload that every container supports, to choose the cells; the workload is replaced
     * later.
     */
    public static Map<Dimension, List<String>> withPlaceholderWorkload(Map<Dimension, List<String>> given) {
        Map<Dimension, List<String>> chosen = new EnumMap<>(Dimension.class);
        chosen.putAll(given);
        chosen.put(Dimension.WORKLOAD, List.of(Workloads.KEEP_ALIVE.label()));
        return chosen;
    }
}
