package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.RunFolderException;
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

/** With what micro-benchmarks were measured, as jmh.json tells, and what served them, as the output of JMH beside it does. */
final class JmhSetup {

    /** What JMH printed, kept beside its results. */
    static final String OUTPUT = "jmh.txt";

    private static final Pattern SERVER = Pattern.compile("# Server: pid \\d+, ([^,]+), .*, (JDK [^,]+)");

    private JmhSetup() {}

    /**
     * Each version of a container and its JDK once, such as {@code tomcat 11.0.25 on JDK 25.0.3+9-LTS}; none without that file.
     *
     * @throws RunFolderException with one line if the file is there and cannot be read
     */
    static List<String> servers(Path folder) {
        Path file = folder.resolve(OUTPUT);
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        // In ISO 8859-1 any byte is a character; what else a server printed must not matter here.
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

    /** One group, with all values of each fact; none without results. */
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
