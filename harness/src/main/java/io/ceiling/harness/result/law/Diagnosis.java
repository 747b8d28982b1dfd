package io.ceiling.harness.result.law;

import java.util.List;
import java.util.Optional;

/**
 * The answers of a server to load beyond its ceiling, which are in no figure of the ramp.
 *
 * @param single response times of single requests; empty if there were none
 * @param levels levels of load, the lower one first; none if the server was not loaded any further
 * @param placesAtRest where its threads stood without load
 * @param skipped why no level was tried; empty if one was
 * @param pacing what the server answered at other paces
 * @param passedPerSecond most answers a second of a step of the ramp that passed; 0 if none had traffic
 */
public record Diagnosis(
        Optional<ServiceTime> single,
        List<LoadLevel> levels,
        ThreadsByPlace placesAtRest,
        String skipped,
        Pacing pacing,
        double passedPerSecond) {

    /** The diagnosis of a server that was not loaded beyond its ceiling. */
    public static final Diagnosis NONE = skipped("no load beyond the ceiling was tried");

    public Diagnosis {
        levels = List.copyOf(levels);
    }

    /** Creates a diagnosis without other paces. */
    public Diagnosis(Optional<ServiceTime> single, List<LoadLevel> levels, ThreadsByPlace atRest, String notTaken) {
        this(single, levels, atRest, notTaken, Pacing.NONE, 0);
    }

    /** Returns the same diagnosis with what the server answered at other paces. */
    public Diagnosis with(Pacing other) {
        return new Diagnosis(single, levels, placesAtRest, skipped, other, passedPerSecond);
    }

    /** Returns the same diagnosis with the most answers a second of a step that passed. */
    public Diagnosis withPassedPerSecond(double perSecond) {
        return new Diagnosis(single, levels, placesAtRest, skipped, pacing, perSecond);
    }

    /** Returns a diagnosis without levels. */
    public static Diagnosis skipped(String why) {
        return new Diagnosis(Optional.empty(), List.of(), ThreadsByPlace.notSeen(why), why);
    }
}
