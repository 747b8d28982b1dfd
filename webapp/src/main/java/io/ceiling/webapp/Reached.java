package io.ceiling.webapp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The answer of a recursion: {@code {"reached":n,"failure":"..."}}, made where the chain ends and passed up from there. */
final class Reached {

    private static final int LONGEST_FAILURE = 300;
    private static final byte[] BEGIN = "{\"reached\":".getBytes(StandardCharsets.UTF_8);
    private static final int MOST_DIGITS = 9;
    private static final String STALLED = "stalled: ";

    private Reached() {}

    static byte[] answer(int reached, @Nullable String failure) {
        String quoted = failure == null ? "null" : Json.quote(failure);
        return ("{\"reached\":" + reached + ",\"failure\":" + quoted + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** The failure of a chain in which nothing moved any more. */
    static String stalled(int level, long afterMillis) {
        return STALLED + "level %d did not answer within %d ms".formatted(level, afterMillis);
    }

    static boolean tellsStall(byte[] answer) {
        return new String(answer, StandardCharsets.UTF_8).contains("\"failure\":\"" + STALLED);
    }

    /** The level in an answer; -1 if it is none of ours. Needs no memory, since there may be none at a ceiling. */
    static int level(byte[] answer) {
        if (answer.length < BEGIN.length || !Arrays.equals(answer, 0, BEGIN.length, BEGIN, 0, BEGIN.length)) {
            return -1;
        }
        int end = endOfLevel(answer);
        int digits = end - BEGIN.length;
        if (digits < 1 || digits > MOST_DIGITS) {
            return -1;
        }
        int level = 0;
        for (int i = BEGIN.length; i < end; i++) {
            level = level * 10 + (answer[i] - '0');
        }
        return level;
    }

    /** An answer of ours with another level in it. */
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

    /** The failure in words; a constant where memory does not suffice for more. */
    static String describe(Throwable thrown) {
        try {
            String text = thrown.toString();
            return text.length() <= LONGEST_FAILURE ? text : text.substring(0, LONGEST_FAILURE) + "...";
        } catch (OutOfMemoryError e) {
            return "java.lang.OutOfMemoryError";
        }
    }
}
