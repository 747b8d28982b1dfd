package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.model.CustomRequest;
import io.ceiling.harness.model.OwnApplication;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The user's own WAR in the containers of this project, and what it is asked. */
final class OwnWar {

    private OwnWar() {}

    /**
     * It, checked; empty if none was given.
     *
     * @throws CommandException if one is given without the other, or beside a workload
     */
    static Optional<OwnApplication> of(
            @Nullable Path war, RequestOptions requests, Map<Dimension, List<String>> given) {
        Optional<CustomRequest> request = requests.request();
        if (war == null) {
            request.ifPresent(asked -> {
                throw CommandException.badArguments("%s must come with --war, was '%s'"
                        .formatted(requests.option().orElse(""), asked.path()));
            });
            return Optional.empty();
        }
        if (!isArchive(war)) {
            throw CommandException.badArguments("--war must be a WAR file, was '%s'".formatted(war));
        }
        if (request.isEmpty()) {
            throw CommandException.badArguments(
                    "--war must come with --get, --hold-request, --sse or --websocket: what shall '%s' be asked?"
                            .formatted(war.getFileName()));
        }
        if (given.containsKey(Dimension.WORKLOAD)) {
            throw CommandException.badArguments(
                    "--workload is one of ceiling.war, --war is your own: give one of them");
        }
        return Optional.of(new OwnApplication(Optional.of(war.toAbsolutePath().normalize()), request.get()));
    }

    /** Its index is read, so that no server is started with what none can deploy. */
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

    /** Cells that are chosen as those of a workload that every container has; what it is, is replaced in the end. */
    static Map<Dimension, List<String>> inPlaceOfAWorkload(Map<Dimension, List<String>> given) {
        Map<Dimension, List<String>> chosen = new EnumMap<>(Dimension.class);
        chosen.putAll(given);
        chosen.put(Dimension.WORKLOAD, List.of(Workloads.KEEP_ALIVE.label()));
        return chosen;
    }
}
