package io.ceiling.harness.result.law;

import java.util.List;
import java.util.Optional;

/**
 * The answers of a server to load beyond its ceiling, which are in no figure of the ramp.
 *
 * @param single response times of single requests; empty if there were none
 * @param levels levels of load, the lower one first; none if the server was not loaded any further
 * @param atRest where its threads stood without load
 * @param notTaken why no level was tried; empty if one was
 * @param pacing what the server answered at other paces
 * @param passedPerSecond most answers a second of a step of the ramp that passed; 0 if none had traffic
 */
public record Diagnosis(
        Optional<ServiceTime> single,
        List<LoadLevel> levels,
        Crowd atRest,
        String notTaken,
        Pacing pacing,
        double passedPerSecond) {

    /** The diagnosis of a server that was not loaded beyond its ceiling. */
    public static final Diagnosis NONE = notTaken("no load beyond the ceiling was tried");

    public Diagnosis {
        levels = List.copyOf(levels);
    }

    /** Creates a diagnosis without other paces. */
    public Diagnosis(Optional<ServiceTime> single, List<LoadLevel> levels, Crowd atRest, String notTaken) {
        this(single, levels, atRest, notTaken, Pacing.NONE, 0);
    }

    /** Returns the same diagnosis with what the server answered at other paces. */
    public Diagnosis with(Pacing other) {
        return new Diagnosis(single, levels, atRest, notTaken, other, passedPerSecond);
    }

    /** Returns the same diagnosis with the most answers a second of a step that passed. */
    public Diagnosis passed(double perSecond) {
        return new Diagnosis(single, levels, atRest, notTaken, pacing, perSecond);
    }

    /** Returns a diagnosis without levels. */
    public static Diagnosis notTaken(String why) {
        return new Diagnosis(Optional.empty(), List.of(), Crowd.notSeen(why), why);
    }
}
