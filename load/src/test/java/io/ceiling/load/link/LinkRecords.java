package io.ceiling.load.link;

/** Records as they travel, for tests that are at the other end of a pipe. */
public final class LinkRecords {

    private LinkRecords() {}

    /** Returns the bytes of a request. */
    public static byte[] asked(long number, Request<?> request) {
        return RecordPipe.encode(new Envelope.NumberedRequest(number, request));
    }
}
