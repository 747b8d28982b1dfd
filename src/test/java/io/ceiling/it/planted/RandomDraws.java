package io.ceiling.it.planted;

import java.util.List;

/**
 * The draws of a seed: settings at random, of which one decides. All others stay at least 30 % above it, however much they
 * vary.
 */
final class RandomDraws {

    private static final List<DrawKind> DECK = DrawKind.deck();

    private RandomDraws() {}

    /** Decks of all kinds, each in an order of its own: a few dozen draws have every kind. */
    static Draw draw(long seed, int index) {
        int deck = index / DECK.size();
        // Apart from the numbers of the draws.
        DrawKind kind = new Dice(seed, -1L - deck).shuffled(DECK).get(index % DECK.size());
        Hand hand = new Hand(new Dice(seed, index));
        Drawn drawn = drawn(kind, new OursDraws(hand), new StockDraws(hand));
        return new Draw(seed, index, kind, drawn.server(), drawn.workload(), hand.settings(), drawn.truth());
    }

    private static Drawn drawn(DrawKind kind, OursDraws ours, StockDraws stock) {
        return switch (kind) {
            case CONNECTIONS -> ours.connections();
            case CONNECTIONS_STOCK -> stock.connections();
            case THREADS -> ours.threads();
            case THREADS_STOCK -> stock.threads();
            case DESCRIPTORS -> ours.descriptors();
            case DESCRIPTORS_STOCK -> stock.descriptors();
            case IDLE -> ours.idle();
            case IDLE_STOCK -> stock.idle();
            case HEAP -> ours.heap();
            case DIRECT -> ours.direct();
            case PROXY_NGINX -> stock.nginx();
            case PROXY_HAPROXY -> stock.haproxy();
            case BEHIND_PROXY -> stock.behindProxy();
            case CONTROL -> ours.control();
            case CONTROL_STOCK -> stock.control();
        };
    }
}
