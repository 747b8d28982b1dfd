package io.ceiling.harness.cluster;

/**
 * How long the members of a cluster wait for each other. All members of a cluster need the same.
 *
 * @param heartbeatMillis time between two heartbeats
 * @param silenceMillis time without a heartbeat after which a member is suspected
 * @param verifyMillis time that a suspected member is given to deny it
 * @param answerMillis time that a founder that was reached may take to answer a node that joins
 */
record Waits(long heartbeatMillis, long silenceMillis, long verifyMillis, long answerMillis) {

    /** With what follows, a node knows in less than ten seconds that it is not let in. */
    static final Waits USUAL = new Waits(1_000, 7_000, 1_000, 6_000);
}
