package io.ceiling.load;

/** The counts of one event loop about publishing, changed by its thread alone; {@link PublishCounts} says what each means. */
final class PublishTally {

    long asked;
    long sent;
    long lateSends;
    long answered;

    void add(PublishTally other) {
        asked += other.asked;
        sent += other.sent;
        lateSends += other.lateSends;
        answered += other.answered;
    }

    PublishCounts counts() {
        return new PublishCounts(asked, sent, lateSends, answered);
    }
}
