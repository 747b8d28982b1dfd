package io.ceiling.load.channels;

import io.ceiling.load.loop.LoadLoop;
import java.nio.ByteBuffer;

/** A client of a channel over a WebSocket whose URL names the channel: it is subscribed once it is upgraded, and sends nothing. */
final class UrlChannelSocket extends ChannelSocket {

    UrlChannelSocket(LoadLoop loop, ChannelWork work, int client, int serial) {
        super(loop, work, client, serial);
    }

    /** Returns false: the server takes no messages over it. */
    @Override
    boolean maySend() {
        return false;
    }

    @Override
    protected void putFirst(ByteBuffer out) {
        work.sockets.putUpgrade(out, this, work.plan.identifier(client));
    }

    /** Takes the upgrade for the confirmation of the subscription. */
    @Override
    void welcomed() {
        messageRead();
    }
}
