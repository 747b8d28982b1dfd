package io.ceiling.it;

import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Divides the parameters of a class between {@code mvn verify} and {@code mvn -Prest verify}; {@code mvn -Pall verify} has both.
 * The class is tagged {@code divided}, and no method of it {@code all}.
 */
enum Part {
    VERIFY,
    REST,
    ALL;

    /** @param first those of {@code mvn verify} */
    static <T> Stream<T> of(Stream<T> all, Predicate<T> first) {
        Part asked = Part.valueOf(System.getProperty("ceiling.part", "all").toUpperCase(Locale.ROOT));
        return all.filter(each -> asked == ALL || first.test(each) == (asked == VERIFY));
    }
}
