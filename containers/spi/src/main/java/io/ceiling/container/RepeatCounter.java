package io.ceiling.container;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogRecord;

/**
 * Counts repeated log messages. Two messages are the same if they differ only in numbers and identity hashes. Bounded
 * memory, thread-safe.
 */
final class RepeatCounter {

    private static final int DIFFERENT_MESSAGES = 1_000;
    private static final int COMPARED_CHARACTERS = 200;

    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

    /** Returns how often this message was logged, this time included. */
    long count(LogRecord record) {
        String logger = String.valueOf(record.getLoggerName());
        String key = logger + ' ' + withoutNumbers(String.valueOf(record.getMessage()));
        // Once there is no room, a logger whose messages all differ is counted as a whole.
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
