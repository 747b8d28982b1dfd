package io.ceiling.load;

import java.util.Locale;

/** Messages of channels as the server's publisher makes them. */
final class Messages {

    /** Milliseconds of some day, since nobody looks at them. */
    private static final long TIMESTAMP = 1_790_000_000_123L;

    private Messages() {}

    static String subscribed(String identifier) {
        return "{\"subscribed\":\"" + identifier + "\"}";
    }

    /** @param elementsBytes 16 or more */
    static String message(String identifier, long number, long stamp, int elementsBytes) {
        return of(identifier, String.valueOf(number), elements(stamp, elementsBytes));
    }

    /** The same, sent just now. */
    static String message(String identifier, long number) {
        return message(identifier, number, System.nanoTime(), 100);
    }

    static String of(String identifier, String number, String elements) {
        return "{\"request\":" + number + ",\"timestamp\":" + TIMESTAMP + ",\"identifier\":\"" + identifier
                + "\",\"elements\":\"" + elements + "\"}";
    }

    static String elements(long stamp, int bytes) {
        StringBuilder elements = new StringBuilder(String.format(Locale.ROOT, "%016x", stamp));
        for (int i = 16; i < bytes; i++) {
            elements.append((char) ('a' + i % 26));
        }
        return elements.toString();
    }
}
