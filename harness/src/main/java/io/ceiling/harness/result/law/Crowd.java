package io.ceiling.harness.result.law;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The threads of a server by place, at one level of load.
 *
 * @param groups the threads by their places, each once
 * @param notSeen why no thread was seen; empty if they were
 * @param ofKernel true if the places are functions of the kernel, which are no places of a JVM's threads
 */
public record Crowd(List<PlaceGroup> groups, String notSeen, boolean ofKernel) {

    /**
     * Threads at the same place.
     *
     * @param standing what they have in common
     * @param threads how many they are
     */
    public record PlaceGroup(Standing standing, int threads) {}

    public Crowd {
        groups = List.copyOf(groups);
    }

    /** Returns a crowd of that many threads at each place. */
    public static Crowd of(Map<Standing, Integer> counted) {
        return of(counted, false);
    }

    /** Returns a crowd of that many threads at each place of the kernel. */
    public static Crowd ofKernel(Map<Standing, Integer> counted) {
        return of(counted, true);
    }

    private static Crowd of(Map<Standing, Integer> counted, boolean ofKernel) {
        return new Crowd(
                counted.entrySet().stream()
                        .map(entry -> new PlaceGroup(entry.getKey(), entry.getValue()))
                        .toList(),
                "",
                ofKernel);
    }

    public static Crowd notSeen(String why) {
        return new Crowd(List.of(), why, false);
    }

    /** Returns true if both were seen in the same way, so that a place of the one may be a place of the other. */
    public boolean isComparable(Crowd other) {
        return isSeen() && other.isSeen() && ofKernel == other.ofKernel;
    }

    public boolean isSeen() {
        return notSeen.isEmpty();
    }

    /** Returns the number of threads at each place. */
    public Map<Standing, Integer> counted() {
        Map<Standing, Integer> counted = new LinkedHashMap<>();
        groups.forEach(group -> counted.merge(group.standing(), group.threads(), Integer::sum));
        return counted;
    }

    public Crowd without(Standing place) {
        return new Crowd(
                groups.stream().filter(group -> !group.standing().equals(place)).toList(), notSeen, ofKernel);
    }

    /**
     * Returns the larger number of threads at each place: a thread that moves between places in one look is at a
     * place in the other.
     */
    public Crowd most(Crowd other) {
        if (!isComparable(other)) {
            return isSeen() ? this : other;
        }
        Map<Standing, Integer> most = counted();
        other.groups.forEach(group -> most.merge(group.standing(), group.threads(), Math::max));
        return of(most, ofKernel);
    }
}
