package io.ceiling.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.report.csv.RunFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds the differences between the machines, the builds of Ceiling and the ramps of two runs in their
 * environment.json.
 */
final class EnvironmentDifferences {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final List<String> FACTS = List.of(
            "operating_system",
            "kernel",
            "cpu_model",
            "cpu_count",
            "memory_total_bytes",
            "harness_jdk",
            "ceiling_version",
            "git_commit");

    private static final Pattern NUMBER = Pattern.compile("\\d{4,18}");

    // Relative difference from one boot to the next of sizes that depend on the memory of a host.
    private static final double BOOT_TOLERANCE = 0.001;

    // Value in environment.json of a limit without a number.
    private static final String WITHOUT_NUMBER = "-1";

    // Parts of the set-up that differ from one run to the next on the same machine.
    private static final Set<String> VOLATILE_FACTS = Set.of("swap_used_bytes", "other_measurements");

    private EnvironmentDifferences() {}

    /**
     * Reads both files and returns their differences. Blocks for disk I/O.
     *
     * @param before folder of the first run
     * @param after folder of the second run
     * @throws RunFolderException if one of the files is not JSON
     */
    static List<String> read(Path before, Path after) {
        return of(environment(before), environment(after));
    }

    private static JsonNode environment(Path folder) {
        Path file = folder.resolve("environment.json");
        try {
            return Files.isRegularFile(file) ? MAPPER.readTree(Files.readAllBytes(file)) : MAPPER.createObjectNode();
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be read: not JSON".formatted(file), e);
        }
    }

    static List<String> of(JsonNode before, JsonNode after) {
        if (before.path("environment").isEmpty() || after.path("environment").isEmpty()) {
            return List.of("not known: environment.json is missing in one of the runs");
        }
        Map<String, String> left = facts(before);
        Map<String, String> right = facts(after);
        List<String> differences = new ArrayList<>();
        left.forEach((name, value) -> {
            // A fact that only one version of Ceiling recorded is no difference.
            String other = right.get(name);
            if (other != null && !isSame(value, other)) {
                differences.add("%s: %s, then %s".formatted(name, shown(value), shown(other)));
            }
        });
        return differences;
    }

    private static boolean isSame(String before, String after) {
        if (NUMBER.matcher(before).matches() && NUMBER.matcher(after).matches()) {
            double larger = Math.max(Double.parseDouble(before), Double.parseDouble(after));
            return Math.abs(Double.parseDouble(before) - Double.parseDouble(after)) <= BOOT_TOLERANCE * larger;
        }
        return before.equals(after);
    }

    private static String shown(String value) {
        return value.equals(WITHOUT_NUMBER) ? "no limit, or not seen" : value;
    }

    private static Map<String, String> facts(JsonNode root) {
        JsonNode environment = root.path("environment");
        Map<String, String> facts = new TreeMap<>();
        FACTS.stream()
                .filter(environment::has)
                .forEach(name -> facts.put(name, environment.path(name).asText()));
        for (String group : List.of("limits", "sysctls")) {
            environment
                    .path(group)
                    .properties()
                    .forEach(field -> facts.put(field.getKey(), field.getValue().asText()));
        }
        environment.path("setup").properties().stream()
                .filter(field -> !VOLATILE_FACTS.contains(field.getKey()))
                .forEach(field -> facts.put(field.getKey(), field.getValue().asText()));
        root.path("ramp")
                .properties()
                .forEach(field ->
                        facts.put("ramp " + field.getKey(), field.getValue().asText()));
        return facts;
    }
}
