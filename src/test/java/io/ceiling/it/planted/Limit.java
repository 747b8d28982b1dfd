package io.ceiling.it.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What decides how many requests an application serves at once, with the names that say so, the best one first. */
enum Limit {
    THREADS(Places.MANY, "server-threads"),
    HIKARI(Places.UNFAIR, "application-pool"),
    SEMAPHORE(Places.MANY, "application-pool"),
    /** {@code submit(..).get()} of a fixed pool. */
    EXECUTOR(Places.MANY, "application-pool"),
    /** {@code supplyAsync(.., pool).join()}. */
    FUTURE(Places.MANY, "application-pool"),
    /** A Callable that the controller returns: no request thread waits, here and in all below but those that say so. */
    CALLABLE(Places.MANY, "concurrency-limit", "application-pool"),
    ASYNC(Places.MANY, "concurrency-limit", "application-pool"),
    /** Objects lent from a LinkedBlockingQueue: request threads wait. */
    LENT(Places.MANY, "application-pool"),
    /** Request threads wait for it, those of a JVM in no order. */
    MONITOR(Places.ONE_UNFAIR, "application-lock"),
    LOCK(Places.ONE, "application-lock"),
    ELASTIC(Places.MANY, "concurrency-limit", "application-pool"),
    WORKERS(Places.MANY, "concurrency-limit", "application-pool"),
    ORDERED(Places.ONE, "concurrency-limit"),
    /** Event loops that are blocked; one of them may accept as well. */
    LOOP(Places.UNFAIR, "concurrency-limit"),
    ASYNC_SEMAPHORE(Places.MANY, "concurrency-limit"),
    CHANNEL(Places.MANY, "concurrency-limit"),
    /** 503 at once for those that find no place. */
    REFUSE(Places.MANY, "refused-by-server"),
    NONE(Places.NONE, PlantedCell.NONE),
    PROCESSORS(Places.NONE, "server-cpu");

    /** How many there are, and whether who waits for one is served in the order of arrival. */
    private enum Places {
        NONE,
        ONE,
        ONE_UNFAIR,
        MANY,
        UNFAIR
    }

    /** The name of any limit of this kind, where nothing says more. */
    private static final String GENERAL = "concurrency-limit";

    private final Places places;
    // List.of is immutable, which its type does not show.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> names;

    Limit(Places places, String... names) {
        this.places = places;
        List<String> all = new ArrayList<>(List.of(names));
        if (places != Places.NONE && !all.contains(GENERAL)) {
            all.add(GENERAL);
        }
        this.names = List.copyOf(all);
    }

    List<String> names() {
        return names;
    }

    boolean hasPlaces() {
        return places != Places.NONE;
    }

    boolean hasOnePlace() {
        return places == Places.ONE || places == Places.ONE_UNFAIR;
    }

    boolean isFair() {
        return places == Places.MANY || places == Places.ONE;
    }

    /** In paths and tables. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
