package io.ceiling.webapp.recursion;

import io.ceiling.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Creates and parses the answer of a recursion, {@code {"reached":n,"failure":"..."}}, which is created where the chain
 * ends and passed up from there.
 */
final class RecursionAnswer {

    private static final int LONGEST_FAILURE = 300;
    private static final byte[] BEGIN = "{\"reached\":".getBytes(StandardCharsets.UTF_8);
    private static final int MAX_DIGITS = 9;
    private static final String STALLED = "stalled: ";

    private RecursionAnswer() {}

    static byte[] answer(int reached, @Nullable String failure) {
        String quoted = failure == null ? "null" : Json.quote(failure);
        return ("{\"reached\":" + reached + ",\"failure\":" + quoted + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the failure text of a chain that has stalled. */
    static String stalled(int level, long afterMillis) {
        return STALLED + "level %d did not answer within %d ms".formatted(level, afterMillis);
    }

    static boolean tellsStall(byte[] answer) {
        return new String(answer, StandardCharsets.UTF_8).contains("\"failure\":\"" + STALLED);
    }

    /**
     * Returns the level in an answer; -1 if this is no answer of a recursion. Allocates nothing, since at a ceiling
     * there may be no memory.
     */
    static int level(byte[] answer) {
        if (answer.length < BEGIN.length || !Arrays.equals(answer, 0, BEGIN.length, BEGIN, 0, BEGIN.length)) {
            return -1;
        }
        int end = endOfLevel(answer);
        int digits = end - BEGIN.length;
        if (digits < 1 || digits > MAX_DIGITS) {
            return -1;
        }
        int level = 0;
        for (int i = BEGIN.length; i < end; i++) {
            level = level * 10 + (answer[i] - '0');
        }
        return level;
    }

    static byte[] withLevel(byte[] answer, int level) {
        String rest = new String(answer, StandardCharsets.UTF_8).substring(endOfLevel(answer));
        return (new String(BEGIN, StandardCharsets.UTF_8) + level + rest).getBytes(StandardCharsets.UTF_8);
    }

    private static int endOfLevel(byte[] answer) {
        int end = BEGIN.length;
        while (end < answer.length && answer[end] >= '0' && answer[end] <= '9') {
            end++;
        }
        return end;
    }

    /** Returns the failure as text; a constant if memory does not suffice for more. */
    static String describe(Throwable thrown) {
        try {
            String text = thrown.toString();
            return text.length() <= LONGEST_FAILURE ? text : text.substring(0, LONGEST_FAILURE) + "...";
        } catch (OutOfMemoryError e) {
            return "java.lang.OutOfMemoryError";
        }
    }
}
