package io.ceiling.it.planted;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.it.fixture.ServerKind;
import io.ceiling.it.fixture.StockKind;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one draw is made with: its dice, and the settings that they gave so far. */
final class Hand {

    /** Besides its connections a server has its jars, its selectors and its log open. */
    private static final int OPEN_AT_REST = 250;

    private final Dice dice;
    private final SortedMap<String, String> settings = new TreeMap<>();

    Hand(Dice dice) {
        this.dice = dice;
    }

    Dice dice() {
        return dice;
    }

    SortedMap<String, String> settings() {
        return settings;
    }

    DrawnServer onSomeJdk(ServerKind kind) {
        return DrawnServer.ours(kind, kind.threadKind() == ThreadKind.VIRTUAL || dice.oneIn(2));
    }

    DrawnServer onSomeJdk(StockKind kind) {
        return DrawnServer.stock(kind, dice.oneIn(2));
    }

    static List<String> workloads(ServerKind kind) {
        return kind.connector() == Connector.BIO
                ? List.of("keep-alive", "hold-async", "hold-blocking")
                : List.of("keep-alive", "websocket", "hold-async", "hold-blocking");
    }

    static boolean needsThreads(ServerKind kind, String workload) {
        return workload.equals("hold-blocking")
                || (kind.connector() == Connector.BIO && !workload.equals("hold-async"));
    }

    void roomForThreads(ServerKind kind, boolean each, int connections) {
        if (each) {
            set("threads", above(connections, 20));
        } else if (kind.threadKind() == ThreadKind.PLATFORM) {
            set("threads", dice.between(30, 200));
        }
    }

    void roomForDescriptors(int connections) {
        set("nofile", above(connections, OPEN_AT_REST) + dice.between(0, 1_000));
    }

    void capAbove(int number) {
        set("cap", Math.min(above(number, 30) + dice.between(0, 2 * number), 5_000));
    }

    /** At least 30 % above it. */
    int above(int number, int more) {
        return (int) Math.ceil(number * 1.3) + more + dice.between(0, number / 2);
    }

    /** What may be anything: none of it changes name or number. */
    void unimportant() {
        queue();
        // Half a second more, so that no SYN that TCP sends again decides: 3 s is refused.
        set("slo-ms", dice.between(2, 5) * 1_000 + 500);
        if (dice.oneIn(3)) {
            set("explicit-gc", "disabled");
        }
        if (dice.oneIn(4)) {
            set("cpu-percent", dice.between(80, 200));
        }
        if (dice.oneIn(4)) {
            set("source-addresses", dice.between(1, 8));
        }
    }

    void queue() {
        set("accept-count", dice.between(1, 200));
    }

    void set(String name, Object value) {
        settings.put(name, value.toString());
    }
}
