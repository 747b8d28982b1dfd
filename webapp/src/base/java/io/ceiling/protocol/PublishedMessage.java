package io.ceiling.protocol;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** The text of a message as subscribers of its channel get it. */
public final class PublishedMessage {

    private PublishedMessage() {}

    /**
     * Returns {@code {"request":1,"timestamp":...,"identifier":"7","elements":"..."}}.
     *
     * @param request number of the message within its channel, 1 for the first
     * @param nowMillis time of the message in milliseconds since the epoch
     * @param elements returns the payload, given the number of bytes of the rest of the message
     */
    public static String text(long request, long nowMillis, String identifier, IntFunction<String> elements) {
        String before = "{\"request\":" + request + ",\"timestamp\":" + nowMillis + ",\"identifier\":"
                + Json.quote(identifier) + ",\"elements\":";
        int rest = before.getBytes(StandardCharsets.UTF_8).length + "\"\"}".length();
        return before + Json.quote(elements.apply(rest)) + "}";
    }
}
