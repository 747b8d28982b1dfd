package io.ceiling.container;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogRecord;

/**
 * Counts how often a logger said the same. Two messages are the same if they differ in numbers and identity hashes
 * alone. Bounded memory, thread-safe.
 */
final class Repeats {

    private static final int DIFFERENT_MESSAGES = 1_000;
    private static final int COMPARED_CHARACTERS = 200;

    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

    /** How often this was said, this time included. */
    long count(LogRecord record) {
        String logger = String.valueOf(record.getLoggerName());
        String key = logger + ' ' + withoutNumbers(String.valueOf(record.getMessage()));
        // A logger that never says the same twice is counted as a whole once there is no room.
        if (counts.size() >= DIFFERENT_MESSAGES && !counts.containsKey(key)) {
            key = logger;
        }
        return counts.computeIfAbsent(key, absent -> new AtomicLong()).incrementAndGet();
    }

    private static String withoutNumbers(String message) {
        int length = Math.min(message.length(), COMPARED_CHARACTERS);
        StringBuilder text = new StringBuilder(length);
        boolean inHash = false;
        for (int i = 0; i < length; i++) {
            char c = message.charAt(i);
            boolean hexDigit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
            inHash = c == '@' || (inHash && hexDigit);
            if (c == '@' || !(inHash || (c >= '0' && c <= '9'))) {
                text.append(c);
            }
        }
        return text.toString();
    }
}
