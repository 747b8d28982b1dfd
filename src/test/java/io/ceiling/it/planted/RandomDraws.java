package io.ceiling.it.planted;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.it.fixture.ServerKind;
import io.ceiling.it.fixture.StockKind;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The draws of a seed: settings at random, of which one decides. All others stay at least 30 % above it, however much they
 * vary.
 */
final class RandomDraws {

    private static final List<ServerKind> ANY = ServerKind.all();
    private static final List<ServerKind> ON_THREADS = ANY.stream()
            .filter(kind -> kind.threadKind() == ThreadKind.PLATFORM)
            .toList();
    private static final List<ServerKind> WITH_DIRECT_BUFFERS = List.of(ServerKind.JETTY, ServerKind.UNDERTOW);
    private static final List<ServerKind> OF_HEAP = List.of(
            ServerKind.TOMCAT_NIO, ServerKind.TOMCAT_NIO, ServerKind.TOMCAT_BIO, ServerKind.JETTY, ServerKind.UNDERTOW);
    private static final List<StockKind> STOCK = List.of(StockKind.values());
    private static final List<StockKind> STOCK_TOMCATS =
            STOCK.stream().filter(kind -> !kind.isJetty()).toList();
    private static final List<DrawKind> DECK = DrawKind.deck();

    /** Besides its connections a server has its jars, its selectors and its log open. */
    private static final int OPEN_AT_REST = 250;

    /** A request that the proxy answers, so that it has no connection to the server for it. */
    static final String OWN_ANSWER = "get";

    /** The honest answer where the limit is of a proxy, which tells nobody (docs/probe.md). */
    private static final String UNSEEN = "unknown";

    /** A thread for every connection is costly on a small machine. */
    private static final int MOST_WITH_A_THREAD_EACH = 400;

    private final Dice dice;
    private final SortedMap<String, String> settings = new TreeMap<>();

    private RandomDraws(Dice dice) {
        this.dice = dice;
    }

    /** Decks of all kinds, each in an order of its own: a few dozen draws have every kind. */
    static Draw draw(long seed, int index) {
        int deck = index / DECK.size();
        // Apart from the numbers of the draws.
        DrawKind kind = new Dice(seed, -1L - deck).shuffled(DECK).get(index % DECK.size());
        return new RandomDraws(new Dice(seed, index)).of(seed, index, kind);
    }

    private record Part(DrawnServer server, String workload, Truth truth) {}

    private Draw of(long seed, int index, DrawKind kind) {
        Part part =
                switch (kind) {
                    case CONNECTIONS -> connections();
                    case CONNECTIONS_STOCK -> connectionsOfStock();
                    case THREADS -> threads();
                    case THREADS_STOCK -> threadsOfStock();
                    case DESCRIPTORS -> descriptors();
                    case DESCRIPTORS_STOCK -> descriptorsOfStock();
                    case IDLE -> idle();
                    case IDLE_STOCK -> idleOfStock();
                    case HEAP -> heap();
                    case DIRECT -> direct();
                    case PROXY_NGINX -> nginx();
                    case PROXY_HAPROXY -> haproxy();
                    case BEHIND_PROXY -> behindProxy();
                    case CONTROL -> control();
                    case CONTROL_STOCK -> controlOfStock();
                };
        return new Draw(seed, index, kind, part.server(), part.workload(), settings, part.truth());
    }

    private Part connections() {
        ServerKind kind = dice.oneOf(ANY);
        String workload = dice.oneOf(workloads(kind));
        boolean threadEach = needsThreads(kind, workload);
        int number = dice.between(20, threadEach ? MOST_WITH_A_THREAD_EACH : 1500);
        set("max-connections", number);
        roomForThreads(kind, threadEach, number);
        roomForDescriptors(number);
        capAbove(number);
        unimportant();
        return new Part(onSomeJdk(kind), workload, Truth.exactly("server-max-connections", number));
    }

    private Part threads() {
        ServerKind kind = dice.oneOf(ON_THREADS);
        DrawnServer server = onSomeJdk(kind);
        int number = dice.between(fewestThreads(server), 200);
        set("threads", number);
        String workload = dice.oneOf(
                kind.connector() == Connector.BIO
                        ? List.of("hold-blocking", "recursive", "keep-alive", "websocket")
                        : List.of("hold-blocking", "recursive"));
        if (dice.oneIn(2)) {
            set("max-connections", above(number, 10) + dice.between(0, 500));
        }
        roomForDescriptors(2 * number);
        capAbove(number);
        unimportant();
        return new Part(server, workload, threadsOf(server, number));
    }

    /** Jetty has threads of its own in the pool. */
    private static Truth threadsOf(DrawnServer server, int number) {
        return server.isJetty()
                ? Truth.between("server-threads", number - 4, number - 3)
                : Truth.exactly("server-threads", number);
    }

    private static int fewestThreads(DrawnServer server) {
        return server.isJetty() ? 20 : 5;
    }

    private Part descriptors() {
        ServerKind kind = dice.oneOf(ANY);
        String workload = dice.oneOf(workloads(kind));
        boolean threadEach = needsThreads(kind, workload);
        int number = dice.between(300, threadEach ? 300 + MOST_WITH_A_THREAD_EACH : 3000);
        set("nofile", number);
        if (dice.oneIn(2)) {
            set("max-connections", above(number, 0));
        }
        roomForThreads(kind, threadEach, number);
        capAbove(number);
        unimportant();
        return new Part(onSomeJdk(kind), workload, Truth.ofDescriptors(number, 1));
    }

    /** Containers look for idle connections about once a second, and the hold must outlast that. */
    private Part idle() {
        ServerKind kind = dice.oneOf(ON_THREADS);
        // BIO closes no upgraded connection for being idle.
        String workload = dice.oneOf(
                kind.connector() == Connector.NIO ? List.of("keep-alive", "websocket") : List.of("keep-alive"));
        int millis = dice.between(2_000, 6_000);
        set("idle-ms", millis);
        set("hold-ms", millis + 3_000);
        int cap = dice.between(60, 180);
        set("cap", cap);
        roomForThreads(kind, needsThreads(kind, workload), cap);
        roomForDescriptors(cap);
        unimportant();
        return new Part(onSomeJdk(kind), workload, Truth.nameOnly("server-idle-timeout"));
    }

    private Part heap() {
        ServerKind kind = dice.oneOf(OF_HEAP);
        boolean tomcat = kind.equals(ServerKind.TOMCAT_NIO) || kind.equals(ServerKind.TOMCAT_BIO);
        // The others hold so many in a larger one that the cap would have to be above their connections.
        set("heap", (tomcat ? dice.between(32, 128) : 32) + "m");
        String workload = tomcat
                ? dice.oneOf(
                        kind.connector() == Connector.BIO
                                ? List.of("hold-async", "keep-alive")
                                : List.of("hold-async", "websocket"))
                : "websocket";
        // The JVM would allow no more direct memory than heap.
        set("direct-memory", "512m");
        set("threads", 6_000);
        set("nofile", dice.between(8_000, 9_000));
        set("cap", 5_000);
        set("slo-ms", 3_000);
        queue();
        return new Part(onSomeJdk(kind), workload, Truth.nameOnly("server-heap"));
    }

    private Part direct() {
        ServerKind kind = dice.oneOf(WITH_DIRECT_BUFFERS);
        set("direct-memory", dice.between(2, 6) + "m");
        set("threads", dice.between(1_000, 3_000));
        set("cap", dice.between(1_000, 1_500));
        set("nofile", dice.between(4_096, 8_192));
        unimportant();
        return new Part(onSomeJdk(kind), "hold-blocking", Truth.nameOnly("server-direct-memory"));
    }

    private Part control() {
        ServerKind kind = dice.oneOf(ANY);
        String workload = dice.oneOf(workloads(kind));
        int cap = dice.between(50, 300);
        set("cap", cap);
        set("max-connections", above(cap, 20));
        roomForThreads(kind, needsThreads(kind, workload), cap);
        roomForDescriptors(cap);
        unimportant();
        return new Part(onSomeJdk(kind), workload, Truth.exactly(PlantedCell.NONE, cap));
    }

    private Part connectionsOfStock() {
        StockKind kind = dice.oneOf(STOCK);
        String workload = dice.oneOf(List.of("keep-alive", "websocket", "hold-async"));
        int number = dice.between(20, 1500);
        set("max-connections", number);
        if (kind.isJetty()) {
            set("module", dice.oneOf(List.of("connection-limit", "network-connection-limit")));
        }
        set("threads", dice.between(30, 200));
        roomForDescriptors(number);
        capAbove(number);
        unimportant();
        return new Part(onSomeJdk(kind), workload, connectionsOfProbed(workload, number));
    }

    /**
     * Where it releases what is held, the harness has a connection of its own; a proxy closes it on the side of the server as
     * long as it is idle.
     */
    private static Truth connectionsOfProbed(String workload, int number) {
        int own = workload.startsWith("hold") ? 1 : 0;
        return Truth.between("server-max-connections", number - own, number);
    }

    private Part threadsOfStock() {
        DrawnServer server = onSomeJdk(dice.oneOf(STOCK));
        int number = dice.between(fewestThreads(server), 200);
        set("threads", number);
        set("nofile", dice.between(2_000, 4_000));
        capAbove(number);
        unimportant();
        // A Tomcat at the limit of its threads releases held requests only after their time, a quarter of an hour.
        set("hold-seconds", 8);
        return new Part(server, dice.oneOf(List.of("recursive", "hold-blocking")), threadsOfStock(server, number));
    }

    private static Truth threadsOfStock(DrawnServer server, int number) {
        return server.isJetty()
                ? Truth.between("server-threads", number - 7, number - 4)
                : Truth.exactly("server-threads", number);
    }

    private Part descriptorsOfStock() {
        StockKind kind = dice.oneOf(STOCK);
        int number = dice.between(400, 3000);
        set("nofile", number);
        set("threads", dice.between(30, 200));
        capAbove(number);
        unimportant();
        return new Part(
                onSomeJdk(kind), dice.oneOf(List.of("keep-alive", "websocket")), Truth.ofDescriptors(number, 1));
    }

    private Part idleOfStock() {
        StockKind kind = dice.oneOf(STOCK);
        int millis = dice.between(2_000, 10_000);
        set("idle-ms", millis);
        set("hold-ms", millis + 3_000);
        set("threads", dice.between(30, 200));
        set("cap", dice.between(60, 180));
        roomForDescriptors(200);
        unimportant();
        return new Part(onSomeJdk(kind), "keep-alive", Truth.nameOnly("server-idle-timeout"));
    }

    private Part controlOfStock() {
        StockKind kind = dice.oneOf(STOCK);
        String workload = dice.oneOf(List.of("keep-alive", "websocket", "hold-async", "recursive"));
        int cap = dice.between(50, 300);
        set("cap", cap);
        set("threads", above(cap, 20));
        roomForDescriptors(2 * cap);
        if (!workload.equals("recursive") && dice.oneIn(3)) {
            set("proxy", dice.oneOf(List.of("nginx", "haproxy")));
            set("proxy-connections", above(2 * cap, 200));
        }
        unimportant();
        int clients = workload.startsWith("hold") ? cap - 1 : cap;
        return new Part(onSomeJdk(kind), workload, Truth.exactly(PlantedCell.NONE, clients));
    }

    /**
     * An idle connection takes one of nginx's, a WebSocket two, and two are its own. It closes idle ones as soon as no more than
     * a sixteenth is free, which is seen as a limit of their number; that it refuses a WebSocket has no name.
     */
    private Part nginx() {
        int room = dice.between(200, 1500);
        set("proxy", "nginx");
        set("proxy-connections", room);
        behind(room);
        boolean idle = dice.oneIn(2);
        DrawnServer server = onSomeJdk(dice.oneOf(STOCK));
        return idle
                ? new Part(server, OWN_ANSWER, Truth.exactly("server-max-connections", room - 2 - room / 16))
                : new Part(server, "websocket", Truth.exactly(UNSEEN, (room - 2) / 2));
    }

    /** It accepts no more, and nobody but itself knows how many it has: the clients see the number, and no cause. */
    private Part haproxy() {
        int room = dice.between(100, 1000);
        set("proxy", "haproxy");
        set("proxy-connections", room);
        behind(room);
        String workload = dice.oneOf(List.of("keep-alive", "websocket"));
        return new Part(onSomeJdk(dice.oneOf(STOCK)), workload, Truth.exactly(UNSEEN, room));
    }

    private void behind(int room) {
        set("threads", 200);
        roomForDescriptors(2 * room);
        capAbove(room);
        unimportant();
    }

    /** Each held request has a connection of the proxy to the server, which is read over its JMX port. */
    private Part behindProxy() {
        StockKind kind = dice.oneOf(STOCK_TOMCATS);
        boolean threads = dice.oneIn(3);
        int number = threads ? dice.between(20, 150) : dice.between(30, 600);
        set("threads", threads ? number : dice.between(30, 200));
        if (!threads) {
            set("max-connections", number);
        }
        String workload = threads ? "hold-blocking" : dice.oneOf(List.of("hold-async", "websocket"));
        set("hold-seconds", 8);
        set("proxy", dice.oneOf(List.of("nginx", "haproxy")));
        set("proxy-connections", above(4 * number, 500));
        roomForDescriptors(number);
        capAbove(number);
        unimportant();
        return new Part(
                onSomeJdk(kind),
                workload,
                threads ? Truth.exactly("server-threads", number) : connectionsOfProbed(workload, number));
    }

    private DrawnServer onSomeJdk(ServerKind kind) {
        return DrawnServer.ours(kind, kind.threadKind() == ThreadKind.VIRTUAL || dice.oneIn(2));
    }

    private DrawnServer onSomeJdk(StockKind kind) {
        return DrawnServer.stock(kind, dice.oneIn(2));
    }

    private static List<String> workloads(ServerKind kind) {
        return kind.connector() == Connector.BIO
                ? List.of("keep-alive", "hold-async", "hold-blocking")
                : List.of("keep-alive", "websocket", "hold-async", "hold-blocking");
    }

    private static boolean needsThreads(ServerKind kind, String workload) {
        return workload.equals("hold-blocking")
                || (kind.connector() == Connector.BIO && !workload.equals("hold-async"));
    }

    private void roomForThreads(ServerKind kind, boolean each, int connections) {
        if (each) {
            set("threads", above(connections, 20));
        } else if (kind.threadKind() == ThreadKind.PLATFORM) {
            set("threads", dice.between(30, 200));
        }
    }

    private void roomForDescriptors(int connections) {
        set("nofile", above(connections, OPEN_AT_REST) + dice.between(0, 1_000));
    }

    private void capAbove(int number) {
        set("cap", Math.min(above(number, 30) + dice.between(0, 2 * number), 5_000));
    }

    /** At least 30 % above it. */
    private int above(int number, int more) {
        return (int) Math.ceil(number * 1.3) + more + dice.between(0, number / 2);
    }

    /** What may be anything: none of it changes name or number. */
    private void unimportant() {
        queue();
        set("slo-ms", dice.between(2, 5) * 1_000);
        if (dice.oneIn(3)) {
            set("explicit-gc", "disabled");
        }
        if (dice.oneIn(4)) {
            set("cpu-percent", dice.between(80, 200));
        }
    }

    private void queue() {
        set("accept-count", dice.between(1, 200));
    }

    private void set(String name, Object value) {
        settings.put(name, value.toString());
    }
}
