package io.ceiling.load;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * What the channel clients of one event loop have in common: their plan, what makes tracking ids, and what the read under
 * way is checked against.
 */
final class ChannelScript {

    final ChannelPlan plan;
    /** Of the channel whose client is read now. */
    final Identifier identifier = new Identifier();
    /** When the bytes under way were read. */
    private long readNanos;

    /** Drawn anew for each plan, not from its seed: a server may remember the clients of the plan before. */
    private final long run = new SplittableRandom().nextLong();

    private final byte[] trackingStart;
    private int opened;

    ChannelScript(ChannelPlan plan) {
        this.plan = plan;
        this.trackingStart = Ascii.bytes("X-Atmosphere-Transport: %s\r\nX-Atmosphere-tracking-id: %016x-"
                .formatted(plan.transport().label(), run));
    }

    static String path(ChannelPlan plan) {
        return plan.transport() == ChannelTransport.WEBSOCKET ? "/channels" : "/channels?identifier=";
    }

    Connection newConnection(LoadLoop loop, Script script, int place) {
        int client = plan.client(place);
        int serial = opened++;
        return plan.transport() == ChannelTransport.WEBSOCKET
                ? new ChannelSocket(loop, script, client, serial)
                : new ChannelStream(loop, script, client, serial);
    }

    /** Bytes of this client were read just now. */
    void beginRead(int client) {
        identifier.set(plan.identifier(client));
        readNanos = System.nanoTime();
    }

    long readNanos() {
        return readNanos;
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

    /** What the handshake key of that connection is made from. */
    long keyNumber(int serial) {
        return run + serial;
    }
}
