package io.ceiling.releases;

import io.ceiling.harness.os.Children;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Maven of this user, with the user's settings, mirrors, proxies and local repository. Immutable.
 *
 * @param command file that runs it
 */
record Maven(Path command) {

    /** Name of the file of a project. */
    static final String POM = "pom.xml";

    /** Name of the file of Maven's output. */
    static final String LOG = "log";

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern ERROR =
            Pattern.compile("^(?:\\x1B\\[[0-9;]*m)*\\[(?:\\x1B\\[[0-9;]*m)*ERROR(?:\\x1B\\[[0-9;]*m)*] (.+)$");
    private static final Pattern MISSING_ARTIFACT =
            Pattern.compile("(?:Could not find artifact|Failure to find) ([\\w.:-]+)|([\\w.:-]+) was not found in ");
    private static final int MAX_TEXT = 300;

    /**
     * Returns the Maven of the user, which is {@code mvn} in the path, else the wrapper of a checkout; empty if there
     * is neither.
     *
     * @param environment variables of this process
     * @param home root folder of the checkout or of the distribution
     */
    static Optional<Maven> find(Map<String, String> environment, Path home) {
        List<Path> places = new ArrayList<>();
        Arrays.stream(environment.getOrDefault("PATH", "").split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .forEach(folder -> places.add(Path.of(folder).resolve("mvn")));
        places.add(home.resolve("mvnw"));
        return places.stream()
                .filter(place -> Files.isRegularFile(place) && Files.isExecutable(place))
                .findFirst()
                .map(Maven::new);
    }

    /**
     * Copies the jars of all dependencies of a project into a folder. Blocks until Maven has ended, five minutes at
     * most; Maven ends with this process.
     *
     * @param work folder of the project, whose file is {@code pom.xml}; Maven's output goes to the file {@code log}
     *     there
     * @param jars folder for the jars
     * @return why it failed, in words of Maven; empty if the jars are there
     * @throws IOException if Maven cannot be started, or its output not be read
     */
    Optional<String> copyDependencies(Path work, Path jars) throws IOException, InterruptedException {
        Path log = work.resolve(LOG);
        List<String> line = List.of(
                "/bin/sh",
                "-c",
                Children.EXEC_SCRIPT,
                "sh",
                command.toString(),
                "--batch-mode",
                "--quiet",
                "--file",
                work.resolve(POM).toString(),
                "org.apache.maven.plugins:maven-dependency-plugin:%s:copy-dependencies".formatted(pluginVersion()),
                "-DincludeScope=runtime",
                "-DoutputDirectory=" + jars);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        Process process = Children.start(builder);
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                return Optional.of("Maven had not ended after %d minutes".formatted(PATIENCE.toMinutes()));
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return process.exitValue() == 0
                ? Optional.empty()
                : Optional.of(reason(Files.readString(log, StandardCharsets.UTF_8)));
    }

    /** Returns the reason of the failure in Maven's output, as one line. */
    static String reason(String output) {
        Matcher missing = MISSING_ARTIFACT.matcher(output);
        if (missing.find()) {
            return "there is no %s in the repositories of your Maven"
                    .formatted(missing.group(1) == null ? missing.group(2) : missing.group(1));
        }
        String said = output.lines()
                .map(ERROR::matcher)
                .filter(Matcher::matches)
                .map(error -> error.group(1).strip())
                .findFirst()
                .or(() -> output.lines().filter(line -> !line.isBlank()).findFirst())
                .orElse("nothing");
        return "Maven said: %s".formatted(said.length() > MAX_TEXT ? said.substring(0, MAX_TEXT) + "..." : said);
    }

    private static String pluginVersion() {
        Properties versions = new Properties();
        try (InputStream in = Maven.class.getResourceAsStream("maven.properties")) {
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read maven.properties of the extension releases", e);
        }
        return versions.getProperty("dependency-plugin.version");
    }
}
