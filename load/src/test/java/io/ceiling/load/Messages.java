package io.ceiling.load;

import java.util.Locale;

/** Messages of channels as the server's publisher makes them. */
public final class Messages {

    /** Milliseconds of some day, since nobody looks at them. */
    private static final long TIMESTAMP = 1_790_000_000_123L;

    private Messages() {}

    public static String subscribed(String identifier) {
        return "{\"subscribed\":\"" + identifier + "\"}";
    }

    /**
     * A message that was sent when it was meant to be.
     *
     * @param elementsBytes 32 or more
     */
    public static String message(String identifier, long number, long stamp, int elementsBytes) {
        return of(identifier, String.valueOf(number), elements(stamp, elementsBytes));
    }

    /** The same, sent just now. */
    public static String message(String identifier, long number) {
        return message(identifier, number, System.nanoTime(), 100);
    }

    public static String of(String identifier, String number, String elements) {
        return "{\"request\":" + number + ",\"timestamp\":" + TIMESTAMP + ",\"identifier\":\"" + identifier
                + "\",\"elements\":\"" + elements + "\"}";
    }

    public static String elements(long stamp, int bytes) {
        return elements(stamp, stamp, bytes);
    }

    public static String elements(long intended, long sent, int bytes) {
        StringBuilder elements = new StringBuilder(String.format(Locale.ROOT, "%016x%016x", intended, sent));
        for (int i = PublishText.STAMPS_DIGITS; i < bytes; i++) {
            elements.append((char) ('a' + i % 26));
        }
        return elements.toString();
    }
}
