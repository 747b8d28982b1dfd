package io.ceiling.anatomy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses what the diagnostic command GC.class_histogram prints. Pure functions. */
final class ClassHistogramText {

    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+)(?: \\(.*\\))?\\s*");

    private ClassHistogramText() {}

    static Optional<ClassHistogram> parse(String text) {
        Map<String, ClassHistogram.ObjectCount> classes = new HashMap<>();
        text.lines().forEach(line -> {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                classes.merge(
                        ClassName.inSource(row.group(3)),
                        new ClassHistogram.ObjectCount(Long.parseLong(row.group(1)), Long.parseLong(row.group(2))),
                        ClassHistogram.ObjectCount::plus);
            }
        });
        return classes.isEmpty() ? Optional.empty() : Optional.of(new ClassHistogram(classes));
    }
}
