package io.ceiling.harness.report.console;

import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.List;

/**
 * Formats the current state of a run as one line: what it holds, and the nearest limits:
 * {@code 4 812 connections; nearest: server-max-connections 59 % (4 812 of 8 192), server-heap 31 %}. Pure functions.
 */
public final class LiveLine {

    private static final double MEBIBYTE = 1 << 20;

    private LiveLine() {}

    /**
     * Returns the most detailed line that fits, or the shortest one cut off; empty before the first reading.
     *
     * @param uses use of the limits, the nearest first
     * @param width largest number of characters
     */
    public static String of(RunState state, List<LimitUse> uses, int width) {
        if (!state.held().isSeen()) {
            return "";
        }
        long held = state.held().orElse(0);
        String connections = "%s %s".formatted(Figures.count(held), Plural.noun(held, "connection"));
        if (uses.isEmpty()) {
            return cut(connections, width);
        }
        String first = share(uses.get(0));
        String second = uses.size() > 1 ? ", " + share(uses.get(1)) : "";
        String counts = " (%s of %s)"
                .formatted(
                        amount(uses.get(0), uses.get(0).used()),
                        amount(uses.get(0), uses.get(0).most()));
        return List.of(
                        connections + "; nearest: " + first + counts + second,
                        connections + "; nearest: " + first + second,
                        connections + "; " + first + second,
                        connections + "; " + first)
                .stream()
                .filter(line -> line.length() <= width)
                .findFirst()
                .orElse(cut(connections, width));
    }

    private static String share(LimitUse use) {
        return "%s %d %%".formatted(use.factor().label(), Math.round(use.share() * 100));
    }

    private static String amount(LimitUse use, long value) {
        return use.what().equals(LimitUse.BYTES) ? Figures.number(value / MEBIBYTE, 0) + " MiB" : Figures.count(value);
    }

    private static String cut(String line, int width) {
        return line.substring(0, Math.max(0, Math.min(line.length(), width)));
    }
}
