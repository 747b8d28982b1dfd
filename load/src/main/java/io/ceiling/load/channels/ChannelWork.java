package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Sideline;
import io.ceiling.load.loop.Work;
import io.ceiling.load.report.Counts;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.websocket.WebSockets;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * The workload CHANNELS: clients that subscribe to channels and check every message, and publish messages themselves when they are
 * asked to. Has what the clients of one event loop have in common: their plan, what makes tracking ids, and what the read under way
 * is checked against.
 */
public final class ChannelWork implements Work {

    final ChannelPlan plan;
    final ChannelTally tally = new ChannelTally();
    final WebSockets sockets;
    /** Of everything that is not a WebSocket. */
    final RequestTemplate request;

    final ResponseHead head = new ResponseHead();
    /** Of the channel whose client is read now. */
    final Identifier identifier = new Identifier();

    private final LoadLoop loop;
    private final Publisher publisher;
    /** When the bytes under way were read. */
    private long readNanos;

    /** Drawn anew for each plan, not from its seed: a server may remember the clients of the plan before. */
    private final long run = new SplittableRandom().nextLong();

    private final byte[] trackingStart;
    private int opened;

    public ChannelWork(LoadLoop loop, ServerAddress server, ChannelPlan plan, SplittableRandom random) {
        this.loop = loop;
        this.plan = plan;
        this.sockets = new WebSockets(loop, server, "/channels", random);
        this.request = RequestTemplate.get(server, "/channels?identifier=");
        this.trackingStart = Ascii.bytes("X-Atmosphere-Transport: %s\r\nX-Atmosphere-tracking-id: %016x-"
                .formatted(plan.transport().label(), run));
        this.publisher = new Publisher(
                overWebSockets()
                        // Its own source of numbers: how often it is asked depends on who is there.
                        ? new MemberOutlet(loop.connections(), new SplittableRandom(random.nextLong()), tally)
                        : new PostPool(loop, server, tally),
                tally);
    }

    private boolean overWebSockets() {
        return plan.transport() == ChannelTransport.WEBSOCKET;
    }

    @Override
    public Connection newConnection(int place) {
        int client = plan.client(place);
        int serial = opened++;
        return overWebSockets()
                ? new ChannelSocket(loop, this, client, serial)
                : new ChannelStream(loop, this, client, serial);
    }

    @Override
    public Sideline sideline() {
        return publisher;
    }

    @Override
    public Counts counts() {
        return tally.counts(publisher.asked(System.nanoTime()));
    }

    @Override
    public boolean isNumbered() {
        return true;
    }

    /** Returns true if a client is there that may publish. */
    public boolean hasSenders() {
        return tally.reading > 0;
    }

    /** Publishes this from now on, and nothing of what was to be published before. */
    public void publish(BurstSchedule schedule) {
        publisher.begin(schedule, System.nanoTime());
        loop.tick();
    }

    /** Bytes of this client were read just now. */
    void beginRead(int client) {
        identifier.set(plan.identifier(client));
        readNanos = System.nanoTime();
    }

    /** The message that the client has read just now is as it has to be. */
    void delivered(MessageCheck message) {
        tally.messages++;
        tally.messageBytes += message.length();
        loop.timings().delivered(readNanos - message.intended(), readNanos - message.sent());
    }

    /**
     * Puts the headers that tell the server who asks.
     *
     * @param serial tells apart the connections of this event loop: one that takes the number of a closed client is not to
     *     be taken for it
     */
    void putTracking(ByteBuffer out, int client, int serial) {
        out.put(trackingStart);
        Ascii.putDecimal(out, client);
        out.put((byte) '-');
        Ascii.putDecimal(out, serial);
        out.put((byte) '\r').put((byte) '\n');
    }

    /** Returns what the handshake key of that connection is made from. */
    long keyNumber(int serial) {
        return run + serial;
    }
}
