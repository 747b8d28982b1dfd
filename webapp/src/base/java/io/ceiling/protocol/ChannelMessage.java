package io.ceiling.protocol;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A message from a client: {@code {"action":"publish","identifier":"7","elements":"..."}}.
 *
 * @param action requested action
 * @param identifier identifier of the channel
 * @param elements payload of a message to publish; may be null for other actions
 */
public record ChannelMessage(Action action, String identifier, @Nullable String elements) {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** What a client asks for. */
    public enum Action {
        SUBSCRIBE,
        UNSUBSCRIBE,
        PUBLISH
    }

    /**
     * Parses a message.
     *
     * @throws RefusedException with one line that states the error
     */
    public static ChannelMessage parse(String text) throws RefusedException {
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
            throws RefusedException {
        Action known = action(action);
        String checked = identifier(identifier);
        if (known == Action.PUBLISH && elements == null) {
            throw bad("elements is missing, publish needs it");
        }
        return new ChannelMessage(known, checked, elements);
    }

    /**
     * Returns the text if it is a valid identifier.
     *
     * @throws RefusedException with one line if it is not
     */
    public static String identifier(@Nullable String text) throws RefusedException {
        if (text == null || !text.matches("[A-Za-z0-9._-]{1,64}")) {
            throw bad("identifier must be 1..64 of letters, digits, '.', '_', '-', was "
                    + (text == null ? "missing" : "'" + Json.echo(text) + "'"));
        }
        return text;
    }

    private static Action action(@Nullable String action) throws RefusedException {
        for (Action known : Action.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(action)) {
                return known;
            }
        }
        throw bad("action must be subscribe, unsubscribe or publish, was "
                + (action == null ? "missing" : "'" + Json.echo(action) + "'"));
    }

    private static RefusedException bad(String problem) {
        return new RefusedException(RefusedException.BAD_REQUEST, problem);
    }
}
