package io.ceiling.it.planted;

import io.ceiling.it.fixture.StockKind;
import java.util.List;

/** The draws of stock servers, which are probed, with a proxy before them or without. */
record StockDraws(Hand hand) {

    private static final List<StockKind> STOCK = List.of(StockKind.values());

    private static final List<StockKind> STOCK_TOMCATS =
            STOCK.stream().filter(kind -> !kind.isJetty()).toList();

    /** A JVM that somebody has attached to has sockets and jars of its management open: 6 to 10 were seen. */
    private static final int OF_AN_ATTACHED_READER = 10;

    /** A request that the proxy answers, so that it has no connection to the server for it. */
    static final String OWN_ANSWER = "get";

    private static final String WORKERS = "proxy-worker-connections";

    Drawn connections() {
        StockKind kind = hand.dice().oneOf(STOCK);
        String workload = hand.dice().oneOf(List.of("keep-alive", "websocket", "hold-async"));
        int number = hand.dice().between(20, 1500);
        hand.set("max-connections", number);
        if (kind.isJetty()) {
            String module = hand.dice().oneOf(List.of("connection-limit", "network-connection-limit"));
            // The former does not count what was upgraded: 1703 WebSockets were held at a limit of 510.
            hand.set("module", workload.equals("websocket") ? "network-connection-limit" : module);
        }
        hand.set("threads", hand.dice().between(30, 200));
        hand.roomForDescriptors(number);
        hand.capAbove(number);
        if (workload.equals("hold-async")) {
            // A Jetty at its limit closes the idle connection over which they would be released.
            hand.set("hold-seconds", 20);
        }
        hand.unimportant();
        return new Drawn(hand.onSomeJdk(kind), workload, connectionsOfProbed(workload, number));
    }

    /**
     * Where it releases what is held, the harness has a connection of its own; a proxy closes it on the side of the server as
     * long as it is idle.
     */
    private static Truth connectionsOfProbed(String workload, int number) {
        int own = workload.startsWith("hold") ? 1 : 0;
        return Truth.between("server-max-connections", number - own, number);
    }

    Drawn threads() {
        DrawnServer server = hand.onSomeJdk(hand.dice().oneOf(STOCK));
        int number = hand.dice().between(OursDraws.fewestThreads(server), 200);
        hand.set("threads", number);
        hand.set("nofile", hand.dice().between(2_000, 4_000));
        hand.capAbove(number);
        hand.unimportant();
        // A Tomcat at the limit of its threads releases held requests only after their time, a quarter of an hour.
        hand.set("hold-seconds", 8);
        return new Drawn(
                server, hand.dice().oneOf(List.of("recursive", "hold-blocking")), OursDraws.threadsOf(server, number));
    }

    Drawn descriptors() {
        StockKind kind = hand.dice().oneOf(STOCK);
        int number = hand.dice().between(400, 3000);
        hand.set("nofile", number);
        hand.set("threads", hand.dice().between(30, 200));
        hand.capAbove(number);
        hand.unimportant();
        return new Drawn(
                hand.onSomeJdk(kind),
                hand.dice().oneOf(List.of("keep-alive", "websocket")),
                Truth.ofDescriptors(number - OF_AN_ATTACHED_READER, number, 1));
    }

    Drawn idle() {
        StockKind kind = hand.dice().oneOf(STOCK);
        int millis = hand.dice().between(2_000, 10_000);
        hand.set("idle-ms", millis);
        hand.set("hold-ms", millis + 3_000);
        hand.set("threads", hand.dice().between(30, 200));
        hand.set("cap", hand.dice().between(60, 180));
        hand.roomForDescriptors(200);
        hand.unimportant();
        return new Drawn(hand.onSomeJdk(kind), "keep-alive", Truth.nameOnly("server-idle-timeout"));
    }

    Drawn control() {
        StockKind kind = hand.dice().oneOf(STOCK);
        String workload = hand.dice().oneOf(List.of("keep-alive", "websocket", "hold-async", "recursive"));
        int cap = hand.dice().between(50, 300);
        hand.set("cap", cap);
        hand.set("threads", hand.above(cap, 20));
        hand.roomForDescriptors(2 * cap);
        if (!workload.equals("recursive") && hand.dice().oneIn(3)) {
            hand.set("proxy", hand.dice().oneOf(List.of("nginx", "haproxy")));
            hand.set("proxy-connections", hand.above(2 * cap, 200));
        }
        hand.unimportant();
        int clients = workload.startsWith("hold") ? cap - 1 : cap;
        return new Drawn(hand.onSomeJdk(kind), workload, Truth.exactly(PlantedCell.NONE, clients));
    }

    /**
     * An idle connection takes one of nginx's, a WebSocket two, and two are its own. As soon as no more than a sixteenth is free
     * it closes idle ones. Of WebSockets it then closes those that have not asked yet: opened one after the other they fill the
     * rest as well.
     */
    Drawn nginx() {
        int room = hand.dice().between(200, 1500);
        hand.set("proxy", "nginx");
        hand.set("proxy-connections", room);
        behind(room);
        boolean idle = hand.dice().oneIn(2);
        DrawnServer server = hand.onSomeJdk(hand.dice().oneOf(STOCK));
        return idle
                ? new Drawn(server, OWN_ANSWER, Truth.exactly(WORKERS, room - 2 - room / 16))
                : new Drawn(server, "websocket", Truth.between(WORKERS, (room - 2 - room / 16) / 2, (room - 2) / 2));
    }

    /** It accepts no more than its maxconn. */
    Drawn haproxy() {
        int room = hand.dice().between(100, 1000);
        hand.set("proxy", "haproxy");
        hand.set("proxy-connections", room);
        behind(room);
        String workload = hand.dice().oneOf(List.of("keep-alive", "websocket"));
        return new Drawn(
                hand.onSomeJdk(hand.dice().oneOf(STOCK)), workload, Truth.exactly("proxy-max-connections", room));
    }

    private void behind(int room) {
        hand.set("threads", 200);
        hand.roomForDescriptors(2 * room);
        hand.capAbove(room);
        hand.unimportant();
    }

    /** Each held request has a connection of the proxy to the server, which is read over its JMX port. */
    Drawn behindProxy() {
        StockKind kind = hand.dice().oneOf(STOCK_TOMCATS);
        boolean threads = hand.dice().oneIn(3);
        int number = threads ? hand.dice().between(20, 150) : hand.dice().between(30, 600);
        hand.set("threads", threads ? number : hand.dice().between(30, 200));
        if (!threads) {
            hand.set("max-connections", number);
        }
        String workload = threads ? "hold-blocking" : hand.dice().oneOf(List.of("hold-async", "websocket"));
        // Of 8 s the first held requests ended now and then before the ramp, each of whose steps a proxy makes longer.
        hand.set("hold-seconds", 20);
        hand.set("proxy", hand.dice().oneOf(List.of("nginx", "haproxy")));
        hand.set("proxy-connections", hand.above(4 * number, 500));
        hand.roomForDescriptors(number);
        hand.capAbove(number);
        hand.unimportant();
        return new Drawn(
                hand.onSomeJdk(kind),
                workload,
                threads ? Truth.exactly("server-threads", number) : connectionsOfProbed(workload, number));
    }
}
