package io.ceiling.it.planted;

import io.ceiling.it.planted.Station.Kind;
import io.ceiling.it.planted.Station.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * An application whose requests pass a chain of stations, drawn at random, and what a probe of it has to find. A function of
 * seed, index and the number of processors; the truth is what {@link ChainSimulation} does.
 */
record ChainDraw(
        long seed, int index, ChainPlatform platform, List<Station> chain, int sloMillis, Bottleneck bottleneck) {

    /**
     * What is too small, as the simulation shows it.
     *
     * @param at its station; the first one if nothing is too small
     * @param number requests in flight that are in time; the cap if nothing is too small
     */
    record Bottleneck(Resource resource, int at, int number) {}

    private record Pair(ChainPlatform platform, Resource resource) {}

    /** Not the workers of a queue: they are a pool whose requests are refused where they should wait. */
    private static final List<Pair> DECK = Arrays.stream(ChainPlatform.values())
            .flatMap(platform -> Arrays.stream(Resource.values())
                    .filter(resource -> resource != Resource.WORKERS)
                    .map(resource -> new Pair(platform, resource)))
            .toList();

    /** The name where nothing is blamed. */
    static final String NOTHING = "none";

    private static final int MAX_EXTRAS = 3;
    private static final int SHORTEST_MILLIS = 70;
    private static final int LONGEST_MILLIS = 500;
    private static final int SHORTEST_SLO_MILLIS = 300;
    /** A ramp takes some forty times as long; near 1 s TCP sends a lost SYN again, and the command refuses it. */
    private static final int LONGEST_SLO_MILLIS = 880;

    private static final int FEWEST = 20;
    private static final int MOST = 130;
    /** How far the rate of the next station is above that of the slowest one. */
    private static final double MARGIN = 1.4;
    /** What doubling the slowest station does at least, and doubling any other one at most. */
    private static final double RISE = 1.2;

    private static final double SAME = 1.05;
    /** A change of the SLO that changes the number by no more than {@link #SAME}. */
    private static final double NEAR = 0.03;

    static ChainDraw draw(long seed, int index) {
        Pair pair = new Dice(seed, -1L - index / DECK.size()).shuffled(DECK).get(index % DECK.size());
        Dice dice = new Dice(seed, index);
        while (true) {
            Optional<ChainDraw> draw = attempt(seed, index, pair, dice);
            if (draw.isPresent()) {
                return draw.get();
            }
        }
    }

    private static Optional<ChainDraw> attempt(long seed, int index, Pair pair, Dice dice) {
        Station slowest = slowest(dice, pair);
        double perSecond = slowest.perSecond(pair.resource())
                .or(() -> slowest.perSecond(Resource.WORKERS))
                .orElse(150.0);
        List<Station> stations = new ArrayList<>(List.of(slowest));
        int extras = dice.between(0, MAX_EXTRAS);
        for (int i = 0; i < extras; i++) {
            stations.add(extra(dice, pair.platform(), perSecond));
        }
        List<Station> chain = dice.shuffled(stations);
        int millis = chain.stream().mapToInt(Station::millis).sum();
        int slo = millis * dice.between(16, 70) / 10 / 10 * 10;
        boolean fits = millis >= SHORTEST_MILLIS
                && millis <= LONGEST_MILLIS
                && slo >= SHORTEST_SLO_MILLIS
                && slo <= LONGEST_SLO_MILLIS
                && chain.stream().filter(each -> each.kind() == Kind.CACHE).count() <= 1
                && chain.get(chain.size() - 1).kind() != Kind.CACHE;
        int cap = pair.resource() == Resource.NONE ? dice.between(2 * FEWEST, MOST) : 4 * MOST;
        return fits
                ? bottleneck(pair, chain, chain.indexOf(slowest), slo, cap)
                        .map(found -> new ChainDraw(seed, index, pair.platform(), chain, slo, found))
                : Optional.empty();
    }

    private static Station slowest(Dice dice, Pair pair) {
        return switch (pair.resource()) {
            case PROCESSOR ->
                pair.platform().processors() == 1
                        ? new Station(Kind.CPU, 1, 0, dice.between(10, 40))
                        : new Station(Kind.CPU, pair.platform().processors(), 0, dice.between(20, 50));
            case LOCK -> Station.of(Kind.LOCK, dice.between(10, 50));
            case POOL -> pool(dice, dice.between(2, 12), dice.between(60, 250));
            case BACKEND -> {
                int places = dice.between(1, 4);
                yield new Station(
                        Kind.POOL, places * dice.between(3, 10), places, Math.min(150, places * dice.between(15, 60)));
            }
            case RATE -> bucket(dice, dice.between(15, 80), 30, 80);
            case QUOTA -> new Station(Kind.QUOTA, dice.between(40, 150), 0, dice.between(40, 150));
            case QUEUE, WORKERS ->
                new Station(Kind.QUEUE, dice.between(1, 8), dice.between(15, 60), dice.between(20, 80));
            case NONE -> Station.of(Kind.WAIT, dice.between(SHORTEST_MILLIS, 400));
        };
    }

    private static Station pool(Dice dice, int size, int millis) {
        return new Station(Kind.POOL, size, 2 * size + dice.between(0, 20), millis);
    }

    /** Its burst is that part of what it lets through in a second: a rest is seen. */
    private static Station bucket(Dice dice, int perSecond, int leastPercent, int mostPercent) {
        return new Station(
                Kind.BUCKET, Math.max(3, perSecond * dice.between(leastPercent, mostPercent) / 100), 0, perSecond);
    }

    /** With room for more than that rate. */
    private static Station extra(Dice dice, ChainPlatform platform, double perSecond) {
        int roomy = (int) Math.ceil(perSecond * MARGIN);
        return switch (dice.between(0, 6)) {
            case 0, 1 -> Station.of(Kind.WAIT, dice.between(20, 250));
            case 2 -> new Station(Kind.CPU, platform.processors(), 0, dice.between(1, 3));
            case 3 -> Station.of(Kind.LOCK, Math.max(1, 1000 / (roomy + dice.between(0, 50))));
            case 4 -> {
                int millis = dice.between(20, 120);
                yield pool(dice, roomy * millis / 1000 + 1 + dice.between(0, 10), millis);
            }
            case 5 -> bucket(dice, roomy + dice.between(0, 100), 10, 50);
            default -> Station.of(Kind.CACHE, dice.between(8, 16) * 5);
        };
    }

    /** Empty if the chain is not clear: two stations are about as slow, or the SLO ends at the end of a round. */
    private static Optional<Bottleneck> bottleneck(Pair pair, List<Station> chain, int slowest, int slo, int cap) {
        boolean none = pair.resource() == Resource.NONE;
        double most = rate(chain.get(slowest), pair.resource()).orElse(0.0) / share(chain, slowest);
        if (!isRoomy(chain, slowest, most)) {
            return Optional.empty();
        }
        int number = ChainSimulation.number(chain, slo, cap);
        double perSecond = ChainSimulation.perSecond(chain, slo, number);
        boolean clear = number >= FEWEST
                && (none ? number == cap && isRoomy(chain, slowest, perSecond) : number <= MOST)
                && perSecond <= pair.platform().ease()
                && isAlike(number, ChainSimulation.number(chain, slo * (1 - NEAR), cap))
                && isAlike(number, ChainSimulation.number(chain, slo * (1 + NEAR), cap));
        for (int i = 0; clear && !none && i < chain.size(); i++) {
            for (Resource resource : chain.get(i).resources()) {
                List<Station> other = new ArrayList<>(chain);
                other.set(i, chain.get(i).relieved(resource));
                double rise = (double) ChainSimulation.number(other, slo, 2 * cap) / number;
                // All stations that compute share the processors.
                boolean own = resource == pair.resource() && (i == slowest || resource == Resource.PROCESSOR);
                clear &= own ? rise >= RISE : rise <= SAME;
            }
        }
        return clear ? Optional.of(new Bottleneck(pair.resource(), slowest, number)) : Optional.empty();
    }

    /** True if every other station lets clearly more requests pass. */
    private static boolean isRoomy(List<Station> chain, int slowest, double perSecond) {
        for (int i = 0; i < chain.size(); i++) {
            double least = MARGIN * perSecond * share(chain, i);
            Station station = chain.get(i);
            if (i != slowest
                    && station.resources().stream()
                            .flatMap(resource -> station.perSecond(resource).stream())
                            .anyMatch(each -> each < least)) {
                return false;
            }
        }
        return true;
    }

    /** Requests a second that pass the slowest station: of a queue those that its workers serve. */
    private static Optional<Double> rate(Station station, Resource resource) {
        return station.perSecond(resource == Resource.QUEUE ? Resource.WORKERS : resource);
    }

    private static double share(List<Station> chain, int at) {
        return chain.stream()
                .limit(at)
                .filter(station -> station.kind() == Kind.CACHE)
                .mapToDouble(station -> 1 - station.number() / 100.0)
                .reduce(1, (first, second) -> first * second);
    }

    private static boolean isAlike(int number, int other) {
        return Math.abs(number - other) <= Math.max(1, number * (SAME - 1));
    }

    /**
     * The right names, the best one first; {@code factor~words} is right if evidence or relief has the words.
     *
     * @param backend address of the one behind the slowest station, if that is a pool
     */
    List<String> names(String backend) {
        Station slowest = chain.get(bottleneck.at());
        String places = words(slowest.places());
        String one = "one after (the|an)other|one at a time|(?<![\\d.,])1 (served )?at once|no more than 1 ";
        return switch (bottleneck.resource()) {
            case PROCESSOR ->
                platform.processors() == 1 ? List.of("server-cpu", "concurrency-limit~" + one) : List.of("server-cpu");
            case LOCK -> List.of("application-lock", "concurrency-limit~" + one);
            case POOL -> List.of("application-pool~" + places, "concurrency-limit~" + places);
            case BACKEND -> {
                String known = backend + "|" + words(slowest.behind());
                yield List.of("upstream~" + known, "concurrency-limit~" + known);
            }
            case RATE -> List.of("rate-limit", "concurrency-limit~\\bpace\\b|\\brate\\b");
            case QUOTA -> List.of("rate-limit");
            case QUEUE, WORKERS ->
                platform.isJvm()
                        ? List.of("refused-by-server", "concurrency-limit", "application-pool~" + places)
                        : List.of("refused-by-server", "concurrency-limit");
            case NONE -> List.of(NOTHING);
        };
    }

    /** A number of places as evidence says it: "11 served at once", "7 of 7", "pool of 5 connections", "more than 3 at once". */
    private static String words(int places) {
        return "(?<![\\d.,])%1$d (served|at once|requests|connections|of %1$d|threads)|(of|than) %1$d(?![.,]?\\d)"
                .formatted(places);
    }

    boolean hasCap() {
        return bottleneck.resource() == Resource.NONE;
    }

    /**
     * The number that is demanded: none where the clients take processors, too, and none where an answer of a rate is not a
     * number of requests in flight.
     */
    OptionalInt number() {
        boolean shared = bottleneck.resource() == Resource.PROCESSOR && platform.processors() > 1;
        return shared || bottleneck.resource() == Resource.QUOTA
                ? OptionalInt.empty()
                : OptionalInt.of(bottleneck.number());
    }

    String text() {
        return chain.stream().map(Station::toString).collect(Collectors.joining(","));
    }

    String name() {
        return "draw %d of seed %d: %s, %s, SLO %d ms, %s"
                .formatted(index, seed, platform.label(), text(), sloMillis, bottleneck.resource());
    }
}
