package io.ceiling.harness.command.doctor;

import java.util.ArrayList;
import java.util.List;

/** The sources of the numbers in the table of {@code doctor}, each once and with the number that cells refer to. Not thread-safe. */
final class DoctorSources {

    private final List<String> all = new ArrayList<>();

    /** Returns the number of a source, from 1. */
    int number(String source) {
        if (!all.contains(source)) {
            all.add(source);
        }
        return all.indexOf(source) + 1;
    }

    /** Returns a line for each source. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            lines.add("  [%d] %s".formatted(i + 1, all.get(i)));
        }
        return lines;
    }
}
