package io.ceiling.harness.report.console;

import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.List;

/**
 * Formats the current state of a run as one line: how many pass, what is tried, and the nearest limits:
 * {@code 2 400 connections pass, 4 812 of 4 900 open; nearest limit: server-max-connections 59 % (4 812 of 8 192),
 * server-heap 31 %}. Pure functions.
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
        if (!state.heldConnections().isSeen()) {
            return "";
        }
        String passes = passes(state);
        String both = passes.isEmpty() ? attempt(state) : passes + ", " + attempt(state);
        String least = passes.isEmpty() ? attempt(state) : passes;
        if (uses.isEmpty()) {
            return both.length() <= width ? both : cut(least, width);
        }
        String first = share(uses.get(0));
        String second = uses.size() > 1 ? ", " + share(uses.get(1)) : "";
        String counts = " (%s of %s)"
                .formatted(
                        amount(uses.get(0), uses.get(0).used()),
                        amount(uses.get(0), uses.get(0).limit()));
        return List.of(
                        both + "; nearest limit: " + first + counts + second,
                        both + "; nearest limit: " + first + second,
                        both + "; nearest limit: " + first,
                        least + "; nearest limit: " + first,
                        both)
                .stream()
                .filter(line -> line.length() <= width)
                .findFirst()
                .orElse(cut(least, width));
    }

    private static String passes(RunState state) {
        if (state.maxPassed() == 0) {
            return "";
        }
        return state.isInFlight()
                ? Figures.count(state.maxPassed()) + (state.maxPassed() == 1 ? " in flight passes" : " in flight pass")
                : "%s %s %s"
                        .formatted(
                                Figures.count(state.maxPassed()),
                                Plural.noun(state.maxPassed(), "connection"),
                                state.maxPassed() == 1 ? "passes" : "pass");
    }

    private static String attempt(RunState state) {
        if (state.isInFlight() && state.targetConnections().isPresent()) {
            return Figures.count(state.targetConnections().getAsInt()) + " tried";
        }
        long held = state.heldConnections().orElse(0);
        return state.targetConnections().isPresent()
                ? "%s of %s open"
                        .formatted(
                                Figures.count(held),
                                Figures.count(state.targetConnections().getAsInt()))
                : "%s %s open".formatted(Figures.count(held), Plural.noun(held, "connection"));
    }

    private static String share(LimitUse use) {
        return "%s %d %%".formatted(use.factor().label(), Math.round(use.share() * 100));
    }

    private static String amount(LimitUse use, long value) {
        return use.unit().equals(LimitUse.BYTES) ? Figures.number(value / MEBIBYTE, 0) + " MiB" : Figures.count(value);
    }

    private static String cut(String line, int width) {
        return line.substring(0, Math.max(0, Math.min(line.length(), width)));
    }
}
