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
public record ThreadsByPlace(List<PlaceGroup> groups, String notSeen, boolean ofKernel) {

    /**
     * Threads at the same place.
     *
     * @param place what they have in common
     * @param threads how many they are
     */
    public record PlaceGroup(ThreadPlace place, int threads) {}

    public ThreadsByPlace {
        groups = List.copyOf(groups);
    }

    /** Returns a crowd of that many threads at each place. */
    public static ThreadsByPlace of(Map<ThreadPlace, Integer> counted) {
        return of(counted, false);
    }

    /** Returns a crowd of that many threads at each place of the kernel. */
    public static ThreadsByPlace ofKernel(Map<ThreadPlace, Integer> counted) {
        return of(counted, true);
    }

    private static ThreadsByPlace of(Map<ThreadPlace, Integer> counted, boolean ofKernel) {
        return new ThreadsByPlace(
                counted.entrySet().stream()
                        .map(entry -> new PlaceGroup(entry.getKey(), entry.getValue()))
                        .toList(),
                "",
                ofKernel);
    }

    public static ThreadsByPlace notSeen(String why) {
        return new ThreadsByPlace(List.of(), why, false);
    }

    /** Returns true if both were seen in the same way, so that a place of the one may be a place of the other. */
    public boolean isComparable(ThreadsByPlace other) {
        return isSeen() && other.isSeen() && ofKernel == other.ofKernel;
    }

    public boolean isSeen() {
        return notSeen.isEmpty();
    }

    /** Returns the number of threads at each place. */
    public Map<ThreadPlace, Integer> counts() {
        Map<ThreadPlace, Integer> counted = new LinkedHashMap<>();
        groups.forEach(group -> counted.merge(group.place(), group.threads(), Integer::sum));
        return counted;
    }

    public ThreadsByPlace without(ThreadPlace place) {
        return new ThreadsByPlace(
                groups.stream().filter(group -> !group.place().equals(place)).toList(), notSeen, ofKernel);
    }

    /**
     * Returns the larger number of threads at each place: a thread that moves between places in one look is at a
     * place in the other.
     */
    public ThreadsByPlace maxPerPlace(ThreadsByPlace other) {
        if (!isComparable(other)) {
            return isSeen() ? this : other;
        }
        Map<ThreadPlace, Integer> most = counts();
        other.groups.forEach(group -> most.merge(group.place(), group.threads(), Math::max));
        return of(most, ofKernel);
    }
}
