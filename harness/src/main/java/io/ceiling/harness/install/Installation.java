package io.ceiling.harness.install;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The place of every part of this project on a host: a checkout that was built, or a distribution, which is what the archive
 * {@code ceiling-VERSION.tar.gz} has (docs/install.md).
 *
 * <p>A distribution may be read-only and belong to somebody else: nothing is written below it. Immutable.
 *
 * @param home root folder of the checkout or of the distribution
 * @param isDistribution true if it was unpacked from an archive
 */
public record Installation(Path home, boolean isDistribution) {

    // Version and commit of a distribution, one name=value a line.
    private static final String RELEASE = "release";

    // Digests of all other files of a distribution: no two builds have the same.
    private static final String DIGESTS = "SHA256SUMS";

    // Property of a JVM that the command ceiling has started.
    private static final String STARTED = "ceiling.started";

    private static final String LIB = "lib";
    private static final String HARNESS = "harness";
    private static final String CONTAINERS = "containers";
    private static final String REFERENCES = "references";

    /** Recognises what is in that folder; an empty one counts as a checkout that was not built. */
    public static Installation at(Path home) {
        return new Installation(home, Files.isDirectory(home.resolve(LIB).resolve(HARNESS)));
    }

    /**
     * Returns the root folder above the folder or jar from which the harness was loaded; empty if it was loaded from
     * elsewhere, such as by an IDE.
     */
    public static Optional<Path> homeAbove(Path code) {
        for (Path folder = code; folder != null; folder = folder.getParent()) {
            if (folder.endsWith(Path.of(HARNESS, "target")) || folder.endsWith(Path.of(LIB, HARNESS))) {
                return Optional.of(
                        folder.resolve("..").resolve("..").toAbsolutePath().normalize());
            }
        }
        return Optional.empty();
    }

    /** Returns the folder with the jars of the harness. */
    public Path harnessFolder() {
        return jars(Path.of(HARNESS));
    }

    /** Returns the folder with the jars of the load agent. */
    public Path loadAgentFolder() {
        return jars(Path.of("load"));
    }

    /**
     * Returns the folder with the jars of a container.
     *
     * @param module its module below {@code containers}
     */
    public Path containerFolder(String module) {
        return jars(Path.of(CONTAINERS, module));
    }

    /**
     * Returns the folder with the jars or the program of a reference.
     *
     * @param module its module below {@code references}
     */
    public Path referenceFolder(String module) {
        return jars(Path.of(REFERENCES, module));
    }

    private Path jars(Path module) {
        return isDistribution
                ? home.resolve(LIB).resolve(module)
                : home.resolve(module).resolve("target").resolve("app");
    }

    /** Returns the web application of that file name. */
    public Path war(String name) {
        return isDistribution
                ? home.resolve(name)
                : home.resolve("webapp").resolve("target").resolve(name);
    }

    /** Returns the folder of all runs where the user names none: of a checkout its own, else that of the working directory. */
    public Path resultsFolder() {
        boolean here = isDistribution || Boolean.getBoolean(STARTED);
        return here ? Path.of("results").toAbsolutePath() : home.resolve("results");
    }

    /**
     * Returns the folder for archives of the classes of these jars. Whoever can write an archive controls the JVMs
     * that load it. So a checkout keeps it next to the jars, which the same users can write, and a distribution in a
     * private folder of the user, which this method creates. Empty if there is no such folder.
     *
     * @param jars what {@link #loadAgentFolder} or {@link #containerFolder} returned
     */
    public Optional<Path> classDataFolder(Path jars) {
        return classDataFolder(jars, new UserCache(System.getenv()));
    }

    Optional<Path> classDataFolder(Path jars, UserCache cache) {
        return isDistribution
                ? cache.folderOf(home).map(folder -> folder.resolve(home.relativize(jars)))
                : Optional.of(jars.resolveSibling("class-data"));
    }

    /**
     * Returns the folder for releases of a container that this build does not have, each in a folder of its own. As
     * with {@link #classDataFolder}, only users who can write the container's jars or this user's cache can write to it.
     * Empty if there is no such folder.
     *
     * @param jars what {@link #containerFolder} returned
     */
    public Optional<Path> releasesFolder(Path jars) {
        return releasesFolder(jars, new UserCache(System.getenv()));
    }

    Optional<Path> releasesFolder(Path jars, UserCache cache) {
        return isDistribution
                ? cache.folderOf(home).map(folder -> folder.resolve("releases").resolve(jars.getFileName()))
                : Optional.of(jars.resolveSibling("releases"));
    }

    /**
     * Returns a text that differs between builds whose files have the same names, sizes and times, as all files of a
     * distribution have one time; empty for a checkout, whose files have the times of their builds.
     */
    public String buildId() {
        return isDistribution ? text(home.resolve(DIGESTS)) : "";
    }

    /** Returns the commit that a distribution was built from; empty if it has none, and for a checkout, where git knows it. */
    public Optional<String> commit() {
        if (!isDistribution) {
            return Optional.empty();
        }
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve(RELEASE), StandardCharsets.UTF_8)) {
            release.load(in);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
        return Optional.ofNullable(release.getProperty("commit")).filter(commit -> !commit.isEmpty());
    }

    /**
     * A part that is missing.
     *
     * @param description that names the missing part
     * @param remedy what the user does to get it
     */
    public record MissingPart(String description, String remedy) {

        public String message() {
            return "%s. Hint: %s".formatted(description, remedy);
        }
    }

    /** Returns those of these files and folders that are missing, each once. */
    public List<MissingPart> missing(List<Path> parts) {
        return parts.stream()
                .distinct()
                .filter(part -> !Files.isReadable(part))
                .map(part -> new MissingPart("%s is missing or not readable".formatted(named(part)), remedy(part)))
                .toList();
    }

    private String remedy(Path part) {
        return isDistribution
                ? "unpack the archive of Ceiling again, %s is not complete".formatted(home)
                : "build it with %s in %s".formatted(buildCommand(part), home);
    }

    /**
     * Returns the command line that builds a part of a checkout and little else. The root pom has a profile for each
     * container, whose modules begin with its name, and one for all references.
     *
     * @param part what {@link #containerFolder}, {@link #referenceFolder} or another method here returned
     */
    public String buildCommand(Path part) {
        String profile = "";
        if (part.startsWith(home.resolve(CONTAINERS))) {
            String module = home.resolve(CONTAINERS).relativize(part).getName(0).toString();
            profile = "-Pcontainer=%s ".formatted(module.replaceFirst("-.*", ""));
        } else if (part.startsWith(home.resolve(REFERENCES))) {
            profile = "-Preferences ";
        }
        return "mvn %s-DskipTests package".formatted(profile);
    }

    private Path named(Path part) {
        return part.startsWith(home) ? home.relativize(part) : part;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
