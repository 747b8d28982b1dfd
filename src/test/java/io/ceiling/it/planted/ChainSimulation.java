package io.ceiling.it.planted;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Clients that send requests through a chain of stations, event by event: what is true of a drawn chain, without a formula.
 * Nothing of the product is used, but its rule: N requests in flight are in time if all of them, sent at about the same
 * moment to a server at rest, and each client's next ones for twice the SLO, are answered within the SLO.
 */
final class ChainSimulation {

    /** A client rests for a hundredth of the SLO between an answer and its next request. */
    private static final double PAUSES = 100;

    private static final int SLOS = 2;

    /** A station that serves takes a little longer than it was told: timers, and threads that have to wake up. */
    private static final double LATE_MILLIS = 0.15;

    private record Event(double time, long order, Runnable what) {}

    private static final class Places {
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private int free;

        Places(int free) {
            this.free = free;
        }

        void enter(Runnable inside) {
            if (free > 0) {
                free--;
                inside.run();
            } else {
                waiting.add(inside);
            }
        }

        void leave() {
            if (waiting.isEmpty()) {
                free++;
            } else {
                waiting.remove().run();
            }
        }
    }

    private final List<Station> chain;
    private final List<Places> places = new ArrayList<>();
    private final List<Places> behind = new ArrayList<>();
    /** All stations that compute share them. */
    private final Places processors;
    /** True if one thread does everything: who has waited needs it to go on, behind those that compute. */
    private final boolean oneThread;
    /** Requests inside a queue, or asked of a cache. */
    private final int[] counts;

    private final double[] tokens;

    private final double slo;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::time).thenComparingLong(Event::order));
    private long order;
    private double now;
    private long answered;
    private boolean inTime = true;

    private ChainSimulation(List<Station> chain, double slo) {
        this.chain = chain;
        this.slo = slo;
        this.counts = new int[chain.size()];
        this.tokens = new double[chain.size()];
        List<Integer> computing = chain.stream()
                .filter(station -> station.kind() == Station.Kind.CPU)
                .map(Station::places)
                .toList();
        this.oneThread = computing.contains(1);
        this.processors = new Places(computing.stream().reduce(1, Math::max));
        for (int i = 0; i < chain.size(); i++) {
            Station station = chain.get(i);
            places.add(new Places(station.places()));
            behind.add(new Places(station.behind()));
            tokens[i] = -station.places() * 1000.0 / Math.max(1, station.number());
        }
    }

    /** Returns the most requests in flight that are all in time, at most {@code cap}. */
    static int number(List<Station> chain, double sloMillis, int cap) {
        int low = 0;
        int high = 1;
        while (high <= cap && of(chain, sloMillis, high).inTime) {
            low = high;
            high *= 2;
        }
        high = Math.min(high, cap + 1);
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (of(chain, sloMillis, middle).inTime) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns how many requests a second were answered with so many in flight. */
    static double perSecond(List<Station> chain, double sloMillis, int clients) {
        ChainSimulation run = of(chain, sloMillis, clients);
        return run.answered * 1000.0 / run.now;
    }

    private static ChainSimulation of(List<Station> chain, double slo, int clients) {
        ChainSimulation run = new ChainSimulation(chain, slo);
        for (int i = 0; i < clients; i++) {
            run.after(slo / PAUSES / 2 * i / clients, run::send);
        }
        while (run.inTime && !run.events.isEmpty()) {
            Event next = run.events.remove();
            run.now = next.time();
            next.what().run();
        }
        return run;
    }

    private void after(double millis, Runnable what) {
        events.add(new Event(now + millis, order++, what));
    }

    private void served(Station station, Runnable what) {
        after(station.number() + LATE_MILLIS, () -> resumed(what));
    }

    private void resumed(Runnable what) {
        if (oneThread) {
            computes(LATE_MILLIS, what);
        } else {
            what.run();
        }
    }

    private void computes(double millis, Runnable onward) {
        processors.enter(() -> after(millis, () -> {
            processors.leave();
            onward.run();
        }));
    }

    private void send() {
        if (now <= SLOS * slo) {
            pass(0, now);
        }
    }

    private void answer(double sent) {
        answered++;
        inTime &= now - sent <= slo;
        after(slo / PAUSES, this::send);
    }

    private void pass(int at, double sent) {
        if (at == chain.size()) {
            answer(sent);
            return;
        }
        Station station = chain.get(at);
        Runnable onward = () -> pass(at + 1, sent);
        switch (station.kind()) {
            case WAIT -> served(station, onward);
            case CPU -> computes(station.number() + LATE_MILLIS, onward);
            case LOCK -> in(places.get(at), station, onward);
            case POOL ->
                places.get(at)
                        .enter(() -> in(behind.get(at), station, () -> {
                            places.get(at).leave();
                            onward.run();
                        }));
            case CACHE -> {
                long missing = 100L - station.number();
                long n = counts[at]++;
                if ((n + 1) * missing / 100 > n * missing / 100) {
                    onward.run();
                } else {
                    answer(sent);
                }
            }
            case BUCKET, QUOTA -> {
                double period = 1000.0 / station.number();
                double own = Math.max(tokens[at], now - station.places() * period) + period;
                if (station.kind() == Station.Kind.QUOTA && own > now) {
                    inTime = false;
                } else {
                    tokens[at] = own;
                    after(Math.max(0, own - now), () -> resumed(onward));
                }
            }
            case QUEUE -> {
                if (counts[at] == station.places() + station.behind()) {
                    inTime = false;
                    return;
                }
                counts[at]++;
                in(places.get(at), station, () -> {
                    counts[at]--;
                    onward.run();
                });
            }
        }
    }

    private void in(Places some, Station station, Runnable onward) {
        some.enter(() -> served(station, () -> {
            some.leave();
            onward.run();
        }));
    }
}
