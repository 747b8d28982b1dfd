package io.ceiling.harness.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A group of names and values from environment.json, in the order of the file.
 *
 * @param title title of the group
 * @param facts names and values
 */
public record EnvironmentFacts(String title, List<Fact> facts) {

    /** A name and its value. */
    public record Fact(String name, String value) {}

    public EnvironmentFacts {
        facts = List.copyOf(facts);
    }

    static List<EnvironmentFacts> of(JsonNode root) {
        List<EnvironmentFacts> groups = new ArrayList<>();
        JsonNode environment = root.path("environment");
        List<Fact> machine = new ArrayList<>();
        environment.properties().forEach(field -> {
            if (!field.getValue().isObject()) {
                machine.add(fact(field.getKey(), field.getValue()));
            }
        });
        add(groups, "Machine and build", machine);
        add(groups, "Set-up of the host", facts(environment.path("setup")));
        add(groups, "Limits", facts(environment.path("limits")));
        add(groups, "Kernel settings", facts(environment.path("sysctls")));
        add(groups, "Ramp", facts(root.path("ramp")));
        add(groups, "Target", facts(root.path("target")));
        JsonNode targets = root.path("targets");
        for (int i = 0; i < targets.size(); i++) {
            add(groups, "Target %d of %d".formatted(i + 1, targets.size()), facts(targets.path(i)));
        }
        int resumed = root.path("resumed").size();
        if (resumed > 0) {
            add(groups, "Resumed", List.of(new Fact("times", Integer.toString(resumed))));
        }
        return groups;
    }

    private static void add(List<EnvironmentFacts> groups, String title, List<Fact> facts) {
        if (!facts.isEmpty()) {
            groups.add(new EnvironmentFacts(title, facts));
        }
    }

    private static List<Fact> facts(JsonNode node) {
        List<Fact> facts = new ArrayList<>();
        node.properties().forEach(field -> facts.add(fact(field.getKey(), field.getValue())));
        return facts;
    }

    private static Fact fact(String key, JsonNode value) {
        String text = text(value);
        // Settings of the host are texts, since some are "not seen".
        if (key.endsWith("_bytes") && value.asLong() >= 1024) {
            text = "%s (%s)".formatted(size(value.asDouble()), text);
        } else if (value.isNumber() && key.endsWith("_ns")) {
            text = "%s (%s)".formatted(Phrases.time(value.asDouble()), text);
        }
        return new Fact(words(key), text);
    }

    private static String size(double bytes) {
        double mebibytes = bytes / (1 << 20);
        return mebibytes < 1024 ? Figures.number(mebibytes, 1) + " MiB" : Figures.number(mebibytes / 1024, 1) + " GiB";
    }

    // Returns the name in words; names of kernel settings have dots and stay unchanged.
    private static String words(String name) {
        return name.contains(".") ? name : name.replace('_', ' ');
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(EnvironmentFacts::text)
                    .collect(Collectors.joining(value.path(0).isObject() ? "; " : " "));
        }
        if (value.isObject()) {
            List<String> parts = new ArrayList<>();
            value.properties().forEach(field -> parts.add(field.getKey() + "=" + text(field.getValue())));
            return String.join(", ", parts);
        }
        return value.isNull() ? "not known" : value.asText();
    }
}
