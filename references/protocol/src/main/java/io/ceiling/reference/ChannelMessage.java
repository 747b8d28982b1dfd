package io.ceiling.reference;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message from a client: {@code {"action":"publish","identifier":"7","elements":"..."}}.
 *
 * @param action requested action: subscribe, unsubscribe or publish
 * @param identifier identifier of the channel
 * @param elements payload of a message to publish; empty for other actions
 */
record ChannelMessage(String action, String identifier, String elements) {

    static final String SUBSCRIBE = "subscribe";
    static final String UNSUBSCRIBE = "unsubscribe";
    static final String PUBLISH = "publish";

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /**
     * Parses a message.
     *
     * @throws Refusal with one line that states the error
     */
    static ChannelMessage parse(String text) throws Refusal {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw bad("message must be a JSON object");
            }
            @Nullable String action = null;
            @Nullable String identifier = null;
            @Nullable String elements = null;
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                if (parser.nextToken() != JsonToken.VALUE_STRING) {
                    throw bad("%s must be a string".formatted(Json.echo(name)));
                }
                String value = parser.getText();
                switch (name) {
                    case "action" -> action = value;
                    case "identifier" -> identifier = value;
                    case "elements" -> elements = value;
                    default ->
                        throw bad(
                                "unknown field '%s', allowed: action, identifier, elements".formatted(Json.echo(name)));
                }
            }
            if (parser.nextToken() != null) {
                throw bad("message must be one JSON object, more follows it");
            }
            return of(action, identifier, elements);
        } catch (JacksonException e) {
            throw bad("message is not JSON: " + Json.echo(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail to be read", e);
        }
    }

    private static ChannelMessage of(@Nullable String action, @Nullable String identifier, @Nullable String elements)
            throws Refusal {
        if (action == null || !List.of(SUBSCRIBE, UNSUBSCRIBE, PUBLISH).contains(action)) {
            throw bad("action must be subscribe, unsubscribe or publish, was " + shown(action));
        }
        if (identifier == null || !identifier.matches("[A-Za-z0-9._-]{1,64}")) {
            throw bad("identifier must be 1..64 of letters, digits, '.', '_', '-', was " + shown(identifier));
        }
        if (PUBLISH.equals(action) && elements == null) {
            throw bad("elements is missing, publish needs it");
        }
        return new ChannelMessage(action, identifier, elements == null ? "" : elements);
    }

    private static String shown(@Nullable String text) {
        return text == null ? "missing" : "'" + Json.echo(text) + "'";
    }

    private static Refusal bad(String problem) {
        return new Refusal(Refusal.BAD_REQUEST, problem);
    }
}
