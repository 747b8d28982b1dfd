package io.ceiling.benchmarks;

import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.html.EnvironmentFacts;
import io.ceiling.harness.report.html.EnvironmentFacts.Fact;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the setup of micro-benchmarks: their settings from jmh.json, and the servers from the output of JMH beside it.
 */
final class JmhSetup {

    /** Name of the file with the output of JMH. */
    static final String OUTPUT = "jmh.txt";

    private static final Pattern SERVER = Pattern.compile("# Server: pid \\d+, ([^,]+), .*, (JDK [^,]+)");

    private JmhSetup() {}

    /**
     * Returns each version of a container with its JDK once, such as {@code tomcat 11.0.25 on JDK 25.0.3+9-LTS}; none
     * if the file does not exist.
     *
     * @throws RunFolderException if the file cannot be read; the message is one line
     */
    static List<String> servers(Path folder) {
        Path file = folder.resolve(OUTPUT);
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        // In ISO 8859-1 every byte is a character, so other output of a server cannot cause an error.
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.map(SERVER::matcher)
                    .filter(Matcher::matches)
                    .map(line -> "%s on %s".formatted(line.group(1), line.group(2)))
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be read: %s".formatted(file, e), e);
        }
    }

    /** Returns one group with all values of each fact; none without results. */
    static List<EnvironmentFacts> facts(List<JmhResult> results, List<String> servers) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        results.forEach(result -> result.method().setup().forEach((name, value) -> values.computeIfAbsent(
                        name, each -> new LinkedHashSet<>())
                .add(value)));
        List<Fact> facts = new ArrayList<>();
        values.forEach((name, all) -> facts.add(fact(name, all)));
        if (!servers.isEmpty()) {
            facts.add(fact("servers", servers));
        }
        return facts.isEmpty() ? List.of() : List.of(new EnvironmentFacts("Micro-benchmarks", facts));
    }

    private static Fact fact(String name, Collection<String> values) {
        return new Fact(name, String.join("; ", values));
    }
}
