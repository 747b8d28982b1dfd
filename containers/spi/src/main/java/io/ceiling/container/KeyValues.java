package io.ceiling.container;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Named values with a record of which names were read, so that a misspelt name is not silently ignored. Not
 * thread-safe.
 */
final class KeyValues {

    private final Map<String, String> values;
    private final Set<String> unread;

    private KeyValues(Map<String, String> values) {
        this.values = values;
        this.unread = new LinkedHashSet<>(values.keySet());
    }

    static KeyValues ofArguments(List<String> arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException("argument must be --name=value, was '%s'".formatted(argument));
            }
            String name = argument.substring(2, equals);
            if (values.put(name, argument.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("--%s is given twice".formatted(name));
            }
        }
        return new KeyValues(values);
    }

    String required(String name) {
        return optional(name).orElseThrow(() -> new IllegalArgumentException("--%s is missing".formatted(name)));
    }

    Optional<String> optional(String name) {
        unread.remove(name);
        return Optional.ofNullable(values.get(name));
    }

    OptionalInt optionalInt(String name) {
        Optional<String> value = optional(name);
        if (value.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(value.get()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--%s must be a whole number, was '%s'".formatted(name, value.get()), e);
        }
    }

    void rejectUnread() {
        if (!unread.isEmpty()) {
            throw new IllegalArgumentException("unknown argument --%s".formatted(String.join(", --", unread)));
        }
    }
}
