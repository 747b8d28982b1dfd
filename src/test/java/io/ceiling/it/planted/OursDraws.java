package io.ceiling.it.planted;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.it.fixture.ServerKind;
import java.util.List;

/** The draws of servers that the command starts itself. */
record OursDraws(Hand hand) {

    private static final List<ServerKind> ANY = ServerKind.all();

    private static final List<ServerKind> ON_THREADS = ANY.stream()
            .filter(kind -> kind.threadKind() == ThreadKind.PLATFORM)
            .toList();

    private static final List<ServerKind> WITH_DIRECT_BUFFERS = List.of(ServerKind.JETTY, ServerKind.UNDERTOW);

    private static final List<ServerKind> OF_HEAP = List.of(
            ServerKind.TOMCAT_NIO, ServerKind.TOMCAT_NIO, ServerKind.TOMCAT_BIO, ServerKind.JETTY, ServerKind.UNDERTOW);

    /** A thread for every connection is costly on a small machine. */
    private static final int MAX_WITH_A_THREAD_EACH = 400;

    Drawn connections() {
        ServerKind kind = hand.dice().oneOf(ANY);
        String workload = hand.dice().oneOf(Hand.workloads(kind));
        boolean threadEach = Hand.needsThreads(kind, workload);
        int number = hand.dice().between(20, threadEach ? MAX_WITH_A_THREAD_EACH : 1500);
        hand.set("max-connections", number);
        hand.roomForThreads(kind, threadEach, number);
        hand.roomForDescriptors(number);
        hand.capAbove(number);
        hand.unimportant();
        return new Drawn(hand.onSomeJdk(kind), workload, Truth.exactly("server-max-connections", number));
    }

    Drawn threads() {
        ServerKind kind = hand.dice().oneOf(ON_THREADS);
        DrawnServer server = hand.onSomeJdk(kind);
        int number = hand.dice().between(fewestThreads(server), 200);
        hand.set("threads", number);
        String workload = hand.dice()
                .oneOf(
                        kind.connector() == Connector.BIO
                                ? List.of("hold-blocking", "recursive", "keep-alive", "websocket")
                                : List.of("hold-blocking", "recursive"));
        if (hand.dice().oneIn(2)) {
            hand.set("max-connections", hand.above(number, 10) + hand.dice().between(0, 500));
        }
        hand.roomForDescriptors(2 * number);
        hand.capAbove(number);
        hand.unimportant();
        return new Drawn(server, workload, threadsOf(server, number));
    }

    /** Of its pool a Jetty has two to four threads for itself: one accepts, one selects, others are ready for the next event. */
    static Truth threadsOf(DrawnServer server, int number) {
        return server.isJetty()
                ? Truth.between("server-threads", number - 4, number - 2)
                : Truth.exactly("server-threads", number);
    }

    static int fewestThreads(DrawnServer server) {
        return server.isJetty() ? 20 : 5;
    }

    /** Server and client of a recursion are one process: two for each level. */
    Drawn descriptors() {
        ServerKind kind = hand.dice().oneOf(ANY);
        boolean recursive =
                kind.threadKind() == ThreadKind.PLATFORM && hand.dice().oneIn(4);
        String workload = recursive ? "recursive" : hand.dice().oneOf(Hand.workloads(kind));
        boolean threadEach = recursive || Hand.needsThreads(kind, workload);
        int number = hand.dice().between(300, threadEach ? 300 + MAX_WITH_A_THREAD_EACH : 3000);
        hand.set("nofile", number);
        if (hand.dice().oneIn(2)) {
            hand.set("max-connections", hand.above(number, 0));
        }
        hand.roomForThreads(kind, threadEach, number);
        hand.capAbove(number);
        hand.unimportant();
        return new Drawn(hand.onSomeJdk(kind), workload, Truth.ofDescriptors(number, number, recursive ? 2 : 1));
    }

    /** Containers look for idle connections about once a second, and the hold must outlast that. */
    Drawn idle() {
        ServerKind kind = hand.dice().oneOf(ON_THREADS);
        // BIO closes no upgraded connection for being idle.
        String workload = hand.dice()
                .oneOf(kind.connector() == Connector.NIO ? List.of("keep-alive", "websocket") : List.of("keep-alive"));
        int millis = hand.dice().between(2_000, 6_000);
        hand.set("idle-ms", millis);
        hand.set("hold-ms", millis + 3_000);
        int cap = hand.dice().between(60, 180);
        hand.set("cap", cap);
        hand.roomForThreads(kind, Hand.needsThreads(kind, workload), cap);
        hand.roomForDescriptors(cap);
        hand.unimportant();
        return new Drawn(hand.onSomeJdk(kind), workload, Truth.nameOnly("server-idle-timeout"));
    }

    Drawn heap() {
        ServerKind kind = hand.dice().oneOf(OF_HEAP);
        boolean tomcat = kind.equals(ServerKind.TOMCAT_NIO) || kind.equals(ServerKind.TOMCAT_BIO);
        // The others hold so many in a larger one that the cap would have to be above their connections.
        hand.set("heap", (tomcat ? hand.dice().between(32, 128) : 32) + "m");
        String workload = tomcat
                ? hand.dice()
                        .oneOf(
                                kind.connector() == Connector.BIO
                                        ? List.of("hold-async", "keep-alive")
                                        : List.of("hold-async", "websocket"))
                : "websocket";
        // The JVM would allow no more direct memory than heap.
        hand.set("direct-memory", "512m");
        hand.set("threads", 6_000);
        hand.set("nofile", hand.dice().between(8_000, 9_000));
        hand.set("cap", 5_000);
        hand.set("slo-ms", 2_500);
        hand.queue();
        return new Drawn(hand.onSomeJdk(kind), workload, Truth.nameOnly("server-heap"));
    }

    Drawn direct() {
        ServerKind kind = hand.dice().oneOf(WITH_DIRECT_BUFFERS);
        hand.set("direct-memory", hand.dice().between(2, 6) + "m");
        hand.set("threads", hand.dice().between(1_000, 3_000));
        hand.set("cap", hand.dice().between(1_000, 1_500));
        hand.set("nofile", hand.dice().between(4_096, 8_192));
        hand.unimportant();
        return new Drawn(hand.onSomeJdk(kind), "hold-blocking", Truth.nameOnly("server-direct-memory"));
    }

    Drawn control() {
        ServerKind kind = hand.dice().oneOf(ANY);
        String workload = hand.dice().oneOf(Hand.workloads(kind));
        int cap = hand.dice().between(50, 300);
        hand.set("cap", cap);
        hand.set("max-connections", hand.above(cap, 20));
        hand.roomForThreads(kind, Hand.needsThreads(kind, workload), cap);
        hand.roomForDescriptors(cap);
        hand.unimportant();
        return new Drawn(hand.onSomeJdk(kind), workload, Truth.exactly(PlantedCell.NONE, cap));
    }
}
