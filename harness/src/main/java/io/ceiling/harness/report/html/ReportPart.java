package io.ceiling.harness.report.html;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A part of report.html that belongs to one command or extension, which registers it for {@link ServiceLoader}. Pure functions
 * of the files of a run.
 */
public interface ReportPart {

    /** Returns the CSV files that it reads, besides those that every report reads; they are small. */
    default List<String> files() {
        return List.of();
    }

    /** Returns the files, other than CSV files, each of which identifies the folder of a run. */
    default List<String> otherFiles() {
        return List.of();
    }

    /** Returns its data, by the names that its script knows; what is not there is not drawn. */
    default Map<String, Object> data(RunFiles files) {
        return Map.of();
    }

    /** Returns its script, a resource beside its class, which draws the data ({@code addSection}); empty without one. */
    default Optional<String> script() {
        return Optional.empty();
    }

    /** Returns the headline of a run of this command; empty for any other run. */
    default Optional<Headline> headline(RunFiles files) {
        return Optional.empty();
    }

    /** Returns groups of facts about the measurement's environment. */
    default List<EnvironmentFacts> environment(RunFiles files) {
        return List.of();
    }

    default List<Note> notes(RunFiles files) {
        return List.of();
    }

    /**
     * Returns true if the run is one of this command, whose samples are drawn one by one, not as the course of
     * scenarios with a row each.
     */
    default boolean showsEachSample(RunFiles.Tables tables) {
        return false;
    }

    /** The parts of all commands and extensions, in the order of their names. */
    List<ReportPart> ALL = ServiceLoader.load(ReportPart.class, ReportPart.class.getClassLoader()).stream()
            .sorted(Comparator.comparing(provider -> provider.type().getName()))
            .map(ServiceLoader.Provider::get)
            .toList();
}
