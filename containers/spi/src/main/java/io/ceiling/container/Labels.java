package io.ceiling.container;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds an enum constant by its label. */
final class Labels {

    private Labels() {}

    static <E> E parse(String what, String label, E[] values, Function<E, String> labelOf) {
        return Arrays.stream(values)
                .filter(value -> labelOf.apply(value).equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s must be one of %s, was '%s'"
                        .formatted(what, Arrays.stream(values).map(labelOf).collect(Collectors.joining(", ")), label)));
    }
}
