package io.ceiling.it.planted;

import java.util.List;
import java.util.Optional;

/**
 * One station of a chain that a request passes.
 *
 * @param places processors, connections of the pool, workers of the queue, or burst of the bucket
 * @param behind places of the backend behind a pool, or places in which requests wait in a queue
 * @param number milliseconds, percentage of hits, or requests a second
 */
record Station(Kind kind, int places, int behind, int number) {

    enum Kind {
        WAIT,
        CPU,
        LOCK,
        /** Connections, each held while a backend with places of its own serves. */
        POOL,
        /** A hit is answered at once. */
        CACHE,
        /** Tokens that requests wait for. */
        BUCKET,
        /** Tokens; 429 without one. */
        QUOTA,
        /** Workers, and places to wait for them; 503 without one. */
        QUEUE
    }

    /** What may be too small at a station. */
    enum Resource {
        PROCESSOR,
        LOCK,
        POOL,
        BACKEND,
        RATE,
        QUOTA,
        WORKERS,
        QUEUE,
        /** Nothing is. */
        NONE
    }

    static Station of(Kind kind, int number) {
        return new Station(kind, 1, 0, number);
    }

    List<Resource> resources() {
        return switch (kind) {
            case WAIT, CACHE -> List.of();
            case CPU -> List.of(Resource.PROCESSOR);
            case LOCK -> List.of(Resource.LOCK);
            case POOL -> List.of(Resource.POOL, Resource.BACKEND);
            case BUCKET -> List.of(Resource.RATE);
            case QUOTA -> List.of(Resource.QUOTA);
            case QUEUE -> List.of(Resource.QUEUE, Resource.WORKERS);
        };
    }

    /** The same with twice as much of that. */
    Station relieved(Resource resource) {
        return switch (resource) {
            case NONE -> this;
            case PROCESSOR, LOCK, POOL -> new Station(kind, 2 * places, behind, number);
            // As many inside as before.
            case WORKERS -> new Station(kind, 2 * places, Math.max(0, behind - places), number);
            case BACKEND, QUEUE -> new Station(kind, places, 2 * behind, number);
            case RATE, QUOTA -> new Station(kind, places, behind, 2 * number);
        };
    }

    /** Requests a second that pass it at most; empty for what bounds no rate. */
    Optional<Double> perSecond(Resource resource) {
        return switch (resource) {
            case NONE, QUEUE -> Optional.empty();
            case PROCESSOR, LOCK, POOL, WORKERS -> Optional.of(1000.0 * places / number);
            case BACKEND -> Optional.of(1000.0 * behind / number);
            case RATE, QUOTA -> Optional.of((double) number);
        };
    }

    /** Milliseconds of a request that waits for nobody. */
    int millis() {
        return switch (kind) {
            case CACHE, BUCKET, QUOTA -> 0;
            default -> number;
        };
    }

    /** As applications read it; a pool has the port of its backend. */
    String text(int port) {
        return switch (kind) {
            case WAIT -> "wait:" + number;
            case CPU -> "cpu:" + number;
            case LOCK -> "lock:" + number;
            case POOL -> "pool:%d:%d".formatted(places, port);
            case CACHE -> "cache:" + number;
            case BUCKET -> "bucket:%d:%d".formatted(number, places);
            case QUOTA -> "quota:%d:%d".formatted(number, places);
            case QUEUE -> "queue:%d:%d:%d".formatted(places, behind, number);
        };
    }

    /** For people. */
    @Override
    public String toString() {
        return kind == Kind.POOL ? "pool:%d>%d:%d".formatted(places, behind, number) : text(0);
    }
}
