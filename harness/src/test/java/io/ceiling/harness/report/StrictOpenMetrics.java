package io.ceiling.harness.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the part of OpenMetrics 1.0 that Ceiling writes, and refuses all else that the specification forbids: families in
 * pieces, metadata after samples, a unit that is not the end of the name, wrong escapes, samples twice, no end.
 */
public final class StrictOpenMetrics {

    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern META = Pattern.compile("# (TYPE|UNIT|HELP) (" + NAME + ") (.*)", Pattern.DOTALL);
    private static final Pattern SAMPLE = Pattern.compile("(" + NAME + ")(?:\\{(.*)})? (\\S+)", Pattern.DOTALL);
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\\\\\|\\\\\"|\\\\n)*)\"");
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

    /** A sample, with its labels as they were before they were escaped. */
    public record Sample(String name, Map<String, String> labels, double value) {}

    private final List<Sample> samples = new ArrayList<>();
    private final Set<String> closed = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private String family = "";
    private boolean hasSamples;

    private StrictOpenMetrics() {}

    /** Returns the samples. An AssertionError says in which line the text is not OpenMetrics. */
    public static List<Sample> read(String text) {
        require(text.endsWith("\n# EOF\n") || text.equals("# EOF\n"), "no # EOF at the end", text);
        StrictOpenMetrics reader = new StrictOpenMetrics();
        String[] lines = text.substring(0, text.length() - "# EOF\n".length()).split("\n", -1);
        for (int i = 0; i < lines.length - 1; i++) {
            reader.line(lines[i]);
        }
        require(lines[lines.length - 1].isEmpty(), "text before # EOF", lines[lines.length - 1]);
        return reader.samples;
    }

    private void line(String line) {
        if (line.startsWith("#")) {
            Matcher meta = META.matcher(line);
            require(meta.matches(), "no metadata", line);
            begin(meta.group(2), line);
            require(!hasSamples, "metadata after a sample", line);
            require(metadata.put(meta.group(1), meta.group(3)) == null, "metadata twice", line);
            check(meta.group(1), meta.group(3), line);
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        require(sample.matches(), "no sample", line);
        String type = metadata.getOrDefault("TYPE", "unknown");
        require(sample.group(1).equals(type.equals("info") ? family + "_info" : family), "of no family", line);
        hasSamples = true;
        Map<String, String> labels = labels(sample.group(2), line);
        require(seen.add(sample.group(1) + labels), "sample twice", line);
        require(NUMBER.matcher(sample.group(3)).matches(), "no number", line);
        double value = Double.parseDouble(sample.group(3));
        require(!type.equals("info") || value == 1, "an info is 1", line);
        samples.add(new Sample(sample.group(1), labels, value));
    }

    private void begin(String name, String line) {
        if (name.equals(family)) {
            return;
        }
        require(family.isEmpty() || hasSamples, "a family without samples before", line);
        closed.add(family);
        require(!closed.contains(name), "a family in pieces", line);
        family = name;
        metadata.clear();
        hasSamples = false;
    }

    private void check(String kind, String value, String line) {
        switch (kind) {
            case "TYPE" -> require(value.equals("gauge") || value.equals("info"), "no type that is used here", line);
            case "UNIT" -> {
                require(!"info".equals(metadata.get("TYPE")), "an info has no unit", line);
                require(family.endsWith("_" + value), "the unit is not the end of the name", line);
            }
            default -> require(value.matches("([^\\\\\"]|\\\\\\\\|\\\\n|\\\\\")*"), "wrong escapes", line);
        }
    }

    private static Map<String, String> labels(String text, String line) {
        Map<String, String> labels = new LinkedHashMap<>();
        if (text == null) {
            return labels;
        }
        Matcher label = LABEL.matcher(text);
        int at = 0;
        while (at < text.length()) {
            require(label.find(at) && label.start() == at, "wrong labels", line);
            require(labels.put(label.group(1), unescaped(label.group(2))) == null, "label twice", line);
            at = label.end();
            require(at == text.length() || text.charAt(at) == ',', "no comma", line);
            at++;
        }
        return labels;
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
                plain.append(text.charAt(i) == 'n' ? '\n' : text.charAt(i));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static void require(boolean holds, String what, String line) {
        if (!holds) {
            throw new AssertionError(what + ": " + line);
        }
    }
}
