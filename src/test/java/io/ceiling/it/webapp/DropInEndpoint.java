package io.ceiling.it.webapp;

import io.ceiling.it.fixture.Served;

/** A column of the table that {@link DropInIT} writes: an endpoint, and what is checked of it in a stock server. */
enum DropInEndpoint {
    RECURSIVE("recursive", "100 levels", server -> endpoints(server).recursionReaches("/recursive", 100)),
    RECURSIVE_ASYNC(
            "recursive-async", "300 levels", server -> endpoints(server).recursionReaches("/recursive-async", 300)),
    HOLDS("hold/blocking, async, release", "20 + 200 held", server -> endpoints(server)
            .oneEventReleases(20, 200)),
    LENGTH("length", "1..10240 bytes", server -> endpoints(server).lengthIsExactAndTheConnectionStaysOpen()),
    ANSWER("answer, async, async-thread", "2 answers each", server -> {
        for (String path : new String[] {"/answer", "/answer/async", "/answer/async-thread"}) {
            endpoints(server).answersTwiceOnOneConnection(path);
        }
    }),
    UPPER("ws/upper", "50 answers", server -> endpoints(server).webSocketAnswersInUpperCaseAndIsCounted(50, null)),
    WEBSOCKET("channels websocket", "300 messages", ChannelClient.Transport.WEBSOCKET),
    SSE("channels sse", "300 messages", ChannelClient.Transport.SSE),
    LONG_POLLING("channels long-polling", "300 messages", ChannelClient.Transport.LONG_POLLING),
    PUBLISHER("publisher", "200 a second", server -> channels(server)
            .publishesMessagesOfTheAskedSizeByItself(ChannelClient.Transport.WEBSOCKET, 1462)),
    PAGE("page, counters", "both", server -> endpoints(server).pageAndItsCountersAreThere());

    static final String CLIENT = "127.0.0.1";

    private final String label;
    private final String measured;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Check check;

    interface Check {
        void run(Served server) throws Exception;
    }

    DropInEndpoint(String label, String measured, Check check) {
        this.label = label;
        this.measured = measured;
        this.check = check;
    }

    /** Of the 300 messages each of two clients gets those of its channels. */
    DropInEndpoint(String label, String measured, ChannelClient.Transport transport) {
        this(label, measured, server -> channels(server).deliversEveryMessageInOrder(transport, 200));
    }

    String label() {
        return label;
    }

    /** Does what is checked, and tells what that was. */
    String check(Served server) throws Exception {
        check.run(server);
        return measured;
    }

    private static EndpointChecks endpoints(Served server) {
        return new EndpointChecks(server, CLIENT);
    }

    private static ChannelChecks channels(Served server) {
        return new ChannelChecks(server, new ChannelPublisher(server.port()));
    }
}
