package io.ceiling.it.planted;

import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * One draw: a server with settings at random, and what a run of it has to find. A pure function of seed and index.
 *
 * @param settings those that were drawn, by the names that the table has
 */
record Draw(
        long seed,
        int index,
        DrawKind kind,
        DrawnServer server,
        String workload,
        SortedMap<String, String> settings,
        Truth truth) {

    /** Begins with what {@code -Dplanted.only} finds it by. */
    String name() {
        return "draw %d of seed %d: %s, %s, %s, %s"
                .formatted(index, seed, kind.label(), server.label(), workload, words());
    }

    String words() {
        String text = settings.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
        return text + (server.newestJdk() ? " newest JDK" : " JDK of the build");
    }

    /** The command that repeats this draw alone. */
    String again() {
        return "mvn -Dplanted=random -Dplanted.seed=%d -Dplanted.draws=%d -Dplanted.only='^draw %d ' -pl it -am verify"
                .formatted(seed, index + 1, index);
    }

    boolean has(String setting) {
        return settings.containsKey(setting);
    }

    String text(String setting) {
        String value = settings.get(setting);
        if (value == null) {
            throw new IllegalArgumentException("%s has no setting %s".formatted(name(), setting));
        }
        return value;
    }

    int number(String setting) {
        return Integer.parseInt(text(setting));
    }
}
