package io.ceiling.webapp;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The answer of a recursion: {@code {"reached":n,"failure":"..."}}, made where the chain ends. */
final class Reached {

    private static final int LONGEST_FAILURE = 300;

    private Reached() {}

    static byte[] answer(int reached, @Nullable String failure) {
        String quoted = failure == null ? "null" : Json.quote(failure);
        return ("{\"reached\":" + reached + ",\"failure\":" + quoted + "}").getBytes(StandardCharsets.UTF_8);
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
