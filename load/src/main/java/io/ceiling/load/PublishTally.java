package io.ceiling.load;

/** The counts of one event loop about publishing, changed by its thread alone; {@link PublishCounts} says what each means. */
final class PublishTally {

    long asked;
    long sent;
    long late;
    long answered;

    PublishCounts counts() {
        return new PublishCounts(asked, sent, late, answered);
    }
}
