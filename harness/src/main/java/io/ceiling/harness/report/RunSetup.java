package io.ceiling.harness.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.ceiling.harness.report.csv.RunFolderException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The facts of a run that a screen shows besides its rows, from environment.json.
 *
 * @param command command of the run, such as {@code probe}; empty if it is not known
 * @param servers what is known of running servers that were measured, a line each; none if the run started its servers
 * @param notSeen what could not be seen of such servers
 * @param sloNanos SLO of the ramp, in nanoseconds; empty if it is not known
 * @param sloNanosOf SLO of scenarios that have one of their own, by their name
 */
public record RunSetup(
        String command,
        List<String> servers,
        List<String> notSeen,
        OptionalDouble sloNanos,
        Map<String, Double> sloNanosOf) {

    /** A run of which only the rows are known. */
    public static final RunSetup NONE = new RunSetup("", List.of(), List.of(), OptionalDouble.empty(), Map.of());

    public RunSetup {
        servers = List.copyOf(servers);
        notSeen = List.copyOf(notSeen);
        sloNanosOf = Map.copyOf(sloNanosOf);
    }

    /**
     * Reads the setup of a run. Blocks for disk I/O.
     *
     * @param folder folder of the run
     * @throws RunFolderException if its environment.json is no JSON
     */
    public static RunSetup of(Path folder) {
        Path file = folder.resolve(RunFolder.ENVIRONMENT);
        if (!Files.isRegularFile(file)) {
            return NONE;
        }
        JsonNode root = EnvironmentJson.read(file);
        List<String> servers = new ArrayList<>();
        List<String> notSeen = new ArrayList<>();
        for (JsonNode target : targets(root)) {
            servers.add(server(target));
            target.path("not_seen").forEach(blind -> {
                if (!notSeen.contains(blind.asText())) {
                    notSeen.add(blind.asText());
                }
            });
        }
        Map<String, Double> sloOf = new LinkedHashMap<>();
        root.path("scenarios").properties().forEach(scenario -> {
            JsonNode used = scenario.getValue().path("slo").path("used_ns");
            if (used.isNumber()) {
                sloOf.put(scenario.getKey(), used.asDouble());
            }
        });
        JsonNode slo = root.path("ramp").path("slo_ns");
        return new RunSetup(
                root.path("environment").path("command_line").path(0).asText(),
                servers,
                notSeen,
                slo.isNumber() ? OptionalDouble.of(slo.asDouble()) : OptionalDouble.empty(),
                sloOf);
    }

    /** Returns the SLO of a scenario, in nanoseconds; empty if it is not known. */
    public OptionalDouble sloNanos(String scenario) {
        Double own = sloNanosOf.get(scenario);
        return own == null ? sloNanos : OptionalDouble.of(own);
    }

    private static List<JsonNode> targets(JsonNode root) {
        List<JsonNode> targets = new ArrayList<>();
        if (root.path("target").isObject()) {
            targets.add(root.path("target"));
        }
        root.path("targets").forEach(targets::add);
        return targets;
    }

    private static String server(JsonNode target) {
        List<String> words = new ArrayList<>();
        String software = (target.path("container").asText() + " "
                        + target.path("container_version").asText())
                .strip();
        if (!software.isEmpty()) {
            words.add(software);
        }
        if (target.path("pid").isNumber()) {
            words.add("pid " + target.path("pid").asText());
        }
        if (!target.path("jdk").asText().isEmpty()) {
            words.add("JDK " + target.path("jdk").asText());
        }
        return target.path("url").asText() + (words.isEmpty() ? "" : "  " + String.join(", ", words));
    }
}
