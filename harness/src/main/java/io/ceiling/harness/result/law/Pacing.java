package io.ceiling.harness.result.law;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The answers of a server to the same requests at other paces, which are in no figure of the ramp.
 *
 * @param singleClient what a single client got; empty if none was tried
 * @param slowPace what many clients got at a slow pace; empty if that was not tried
 * @param burst what requests that came at once got after a pause; empty if that was not tried
 * @param whyNoSingleClient why a single client was not tried that should have been; empty if it was, or need not be
 */
public record Pacing(
        Optional<SingleClient> singleClient,
        Optional<SlowPace> slowPace,
        Optional<Burst> burst,
        String whyNoSingleClient) {

    /** No other pace was measured. */
    public static final Pacing NONE = new Pacing(Optional.empty(), Optional.empty());

    /**
     * The answers to a single client, whose requests follow each other without a pause: it has one connection and one
     * request in flight, so that no limit of their numbers can stop it.
     *
     * @param restedSeconds time of a request after a pause
     * @param answeredFirst requests that were answered before the first one was refused, or in all
     * @param perSecond answers a second from the first refusal on, or of all the time
     * @param failedRequests requests that were refused
     */
    public record SingleClient(
            double restedSeconds, long answeredFirst, double perSecond, LoadLevel.FailedRequests failedRequests) {

        /** Time for which a client that was refused goes on, in seconds. */
        public static final int REFUSED_SECONDS = 3;
    }

    /**
     * The control: connections that were opened, and then asked once more, at a slow pace.
     *
     * @param connections how many there were
     * @param perSecond opens a second, and then requests a second
     * @param failure what failed; empty if all were served
     */
    public record SlowPace(int connections, double perSecond, String failure) {

        /** Returns true if every request was answered in time. */
        public boolean passed() {
            return failure.isEmpty();
        }
    }

    /**
     * Requests of as many connections that come at once, to a server at rest.
     *
     * @param requests how many came
     * @param answered how many of them were answered, and not refused, in the time of one
     * @param refusedSeconds longest time until one was refused; empty if none was
     * @param admitted how many were answered, and not refused, in the end
     * @param rounds rounds of requests that places can have answered when they were counted, at least 1
     */
    public record Burst(int requests, long answered, OptionalDouble refusedSeconds, long admitted, int rounds) {

        /** Creates a burst with no answers after the first round. */
        public Burst(int asked, long answered, OptionalDouble refusedSeconds) {
            this(asked, answered, refusedSeconds, answered, 1);
        }
    }

    /** Creates a pacing without a burst. */
    public Pacing(Optional<SingleClient> lone, Optional<SlowPace> calm) {
        this(lone, calm, Optional.empty(), "");
    }

    /** Returns a pacing without a single client, for that reason. */
    public static Pacing withoutSingleClient(String why) {
        return new Pacing(Optional.empty(), Optional.empty(), Optional.empty(), why);
    }

    public Pacing with(SlowPace control) {
        return new Pacing(singleClient, Optional.of(control), burst, whyNoSingleClient);
    }

    public Pacing with(Burst tried) {
        return new Pacing(singleClient, slowPace, Optional.of(tried), whyNoSingleClient);
    }

    /** Returns the connections that the control held; 0 without one. */
    public int held() {
        return slowPace.filter(SlowPace::passed).map(SlowPace::connections).orElse(0);
    }
}
