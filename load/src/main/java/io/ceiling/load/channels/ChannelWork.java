package io.ceiling.load.channels;

import io.ceiling.load.bayeux.BayeuxAnswer;
import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Publishing;
import io.ceiling.load.report.Counts;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.websocket.WebSockets;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * The workload CHANNELS on one event loop: clients that subscribe to channels, check every message, and publish
 * messages.
 *
 * <p>Holds what the clients of the event loop share: the plan, the start of tracking ids, and the data that the current
 * read is checked against. Confined to the thread of its event loop.
 */
public final class ChannelWork implements ClientWorkload {

    final ChannelPlan plan;
    final ChannelTally tally = new ChannelTally();
    final WebSockets sockets;
    /** Request of all transports but WebSocket. */
    final RequestTemplate request;

    final ResponseHead head = new ResponseHead();
    /** Identifier of the channel whose client is being read. */
    final Identifier identifier = new Identifier();
    /** Requests and answers of members over Bayeux. */
    final BayeuxRequests bayeux;

    final BayeuxAnswer bayeuxAnswer = new BayeuxAnswer();

    private final LoadLoop loop;
    private final Publisher publisher;
    // Time of the current read, by the clock of the stamps.
    private long readNanos;

    // Drawn anew for each plan and not from its seed, because a server may remember the clients of the previous plan.
    private final long planNumber = new SplittableRandom().nextLong();

    private final byte[] trackingStart;
    private int opened;

    public ChannelWork(LoadLoop loop, ServerAddress server, ChannelPlan plan, SplittableRandom random) {
        this.loop = loop;
        this.plan = plan;
        this.sockets = new WebSockets(loop, server, isChannelInUrl() ? "/channels?channel=" : "/channels", "", random);
        this.request = RequestTemplate.get(server, "/channels?identifier=");
        this.trackingStart = Ascii.bytes("X-Atmosphere-Transport: %s\r\nX-Atmosphere-tracking-id: %016x-"
                .formatted(plan.transport().label(), planNumber));
        this.bayeux = new BayeuxRequests(server, planNumber);
        this.publisher =
                new Publisher(outlet(server, random), tally, plan.stamps().aheadNanos());
    }

    private Publisher.Outlet outlet(ServerAddress server, SplittableRandom random) {
        if (usesWebSockets()) {
            MemberDraw<ChannelSocket> members = draw(random, ChannelSocket.class);
            return (text, nowNanos) -> sendByMember(members, text);
        }
        if (usesBayeux()) {
            MemberDraw<BayeuxMember> members = draw(random, BayeuxMember.class);
            return new PostPool(loop, bayeux.request, () -> new BayeuxPosting(this, members), tally);
        }
        RequestTemplate post = RequestTemplate.post(server, "/channels");
        return new PostPool(loop, post, () -> new ChannelPosting(post), tally);
    }

    // Sends a message over the WebSocket of a member drawn at random; returns false if nobody can send it now.
    private boolean sendByMember(MemberDraw<ChannelSocket> members, PublishText text) {
        for (ChannelSocket member = members.next(); member != null; member = members.next()) {
            sockets.sendText(member, text.bytes(), text.length());
            if (!member.closed()) {
                // There is no answer, so the send counts as one.
                tally.publishAnswered++;
                return true;
            }
        }
        return false;
    }

    private <T extends ChannelConnection> MemberDraw<T> draw(SplittableRandom random, Class<T> kind) {
        // A separate generator: how often it draws depends on which members are connected.
        return new MemberDraw<>(loop.connections(), new SplittableRandom(random.nextLong()), kind);
    }

    private boolean usesBayeux() {
        return plan.protocol() == ChannelPlan.Protocol.BAYEUX;
    }

    private boolean isChannelInUrl() {
        return plan.protocol() == ChannelPlan.Protocol.CHANNEL_IN_URL;
    }

    private boolean usesWebSockets() {
        return plan.transport() == ChannelTransport.WEBSOCKET;
    }

    @Override
    public Connection newConnection(int openingIndex) {
        int client = plan.client(openingIndex);
        int serial = opened++;
        if (usesBayeux()) {
            return new BayeuxMember(loop, this, client, serial);
        }
        if (isChannelInUrl()) {
            return new ChannelSocket.InUrl(loop, this, client, serial);
        }
        return usesWebSockets()
                ? new ChannelSocket(loop, this, client, serial)
                : new ChannelStream(loop, this, client, serial);
    }

    @Override
    public Publishing publishing() {
        return publisher;
    }

    @Override
    public Counts counts() {
        return tally.counts(publisher.dueMessages(System.nanoTime())).with(sockets.compressed());
    }

    @Override
    public boolean isNumbered() {
        return true;
    }

    /** Returns true if there is a client that may publish. */
    public boolean hasSenders() {
        return tally.readers > 0;
    }

    /** Publishes these messages from now on, and cancels the rest of the previous schedule. */
    public void publish(BurstSchedule schedule) {
        publisher.begin(schedule, System.nanoTime());
        loop.tick();
    }

    /** Prepares the check of bytes that were just read for this client. */
    void beginRead(int client) {
        identifier.set(plan.identifier(client));
        readNanos = System.nanoTime() - plan.stamps().aheadNanos();
    }

    /** Records a message that is complete and as expected. */
    void recordDelivery(MessageCheck message) {
        tally.messages++;
        tally.messageBytes += message.length();
        loop.timings().recordDelivery(readNanos - message.intended(), readNanos - message.sent());
    }

    /**
     * Puts the headers that identify the client to the server.
     *
     * @param serial distinguishes the connections of this event loop, so that a client with the number of a closed one
     *     is not taken for it
     */
    void putTracking(ByteBuffer out, int client, int serial) {
        out.put(trackingStart);
        Ascii.putDecimal(out, client);
        out.put((byte) '-');
        Ascii.putDecimal(out, serial);
        out.put((byte) '\r').put((byte) '\n');
    }

    /** Returns the number that the handshake key of a connection is made from. */
    long keyNumber(int serial) {
        return planNumber + serial;
    }
}
