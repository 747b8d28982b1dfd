package io.ceiling.harness.model.law;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many threads of a server stand where, at one level of load.
 *
 * @param groups the threads by their places, each once
 * @param notSeen why no thread was seen; empty if they were
 */
public record Crowd(List<Group> groups, String notSeen) {

    /**
     * Threads at the same place.
     *
     * @param standing what they have in common
     * @param threads how many they are
     */
    public record Group(Standing standing, int threads) {}

    public Crowd {
        groups = List.copyOf(groups);
    }

    /** Returns a crowd of that many threads at each place. */
    public static Crowd of(Map<Standing, Integer> counted) {
        return new Crowd(
                counted.entrySet().stream()
                        .map(entry -> new Group(entry.getKey(), entry.getValue()))
                        .toList(),
                "");
    }

    /** Returns a crowd of which nothing was seen. */
    public static Crowd notSeen(String why) {
        return new Crowd(List.of(), why);
    }

    /** Returns true if the threads were seen. */
    public boolean isSeen() {
        return notSeen.isEmpty();
    }

    /** Returns the number of threads at each place. */
    public Map<Standing, Integer> counted() {
        Map<Standing, Integer> counted = new LinkedHashMap<>();
        groups.forEach(group -> counted.merge(group.standing(), group.threads(), Integer::sum));
        return counted;
    }

    /** Returns the crowd without the threads at a place. */
    public Crowd without(Standing place) {
        return new Crowd(
                groups.stream().filter(group -> !group.standing().equals(place)).toList(), notSeen);
    }

    /** Returns the larger number of threads at each place: one that is between two of them is seen in the other look. */
    public Crowd most(Crowd other) {
        if (!isSeen() || !other.isSeen()) {
            return isSeen() ? this : other;
        }
        Map<Standing, Integer> most = counted();
        other.groups.forEach(group -> most.merge(group.standing(), group.threads(), Math::max));
        return of(most);
    }
}
