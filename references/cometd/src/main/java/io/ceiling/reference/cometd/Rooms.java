package io.ceiling.reference.cometd;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.cometd.bayeux.ChannelId;
import org.cometd.bayeux.server.BayeuxServer;
import org.cometd.bayeux.server.ConfigurableServerChannel;
import org.cometd.bayeux.server.ServerChannel;
import org.cometd.bayeux.server.ServerMessage;
import org.cometd.bayeux.server.ServerSession;
import org.cometd.server.ServerSessionImpl;

/**
 * The rooms: channels {@code /rooms/N} of CometD, to which members publish. Each message gets its number within its
 * room and its time before CometD delivers it, so that its data are the message of the web application. Thread-safe;
 * nothing blocks.
 *
 * <p>CometD keeps no order between messages of different publishers: two messages published in a room at the same
 * moment may be delivered against the order of their numbers.
 */
final class Rooms
        implements ServerChannel.MessageListener,
                BayeuxServer.ChannelListener,
                BayeuxServer.SessionListener,
                BayeuxServer.SubscriptionListener,
                ServerSession.DeQueueListener {

    private static final String ALL = "/rooms/*";
    private static final ChannelId ROOMS = new ChannelId(ALL);
    // Attribute of a room: number of its last message. It is removed with the room when the last member leaves.
    private static final String REQUESTS = "requests";

    private static final String ELEMENTS = "elements";

    private final Gauges gauges;

    private Rooms(Gauges gauges) {
        this.gauges = gauges;
    }

    /** Adds the rooms to a started server. */
    static void open(BayeuxServer bayeux, Gauges gauges) {
        Rooms rooms = new Rooms(gauges);
        bayeux.createChannelIfAbsent(ALL, channel -> {
            channel.setPersistent(true);
            channel.addListener(rooms);
        });
        bayeux.addListener(rooms);
    }

    private static boolean isRoom(ChannelId channel) {
        return ROOMS.matches(channel) && !channel.isWild();
    }

    @Override
    public void configureChannel(ConfigurableServerChannel channel) {
        if (isRoom(channel.getChannelId())) {
            channel.setAttribute(REQUESTS, new AtomicLong());
            gauges.increment(Gauge.CHANNELS);
        }
    }

    @Override
    public void channelRemoved(String channelId) {
        if (isRoom(new ChannelId(channelId))) {
            gauges.decrement(Gauge.CHANNELS);
        }
    }

    /** Numbers a message; one without elements is refused. */
    @Override
    public boolean onMessage(ServerSession sender, ServerChannel channel, ServerMessage.Mutable message) {
        Map<String, Object> published = message.getDataAsMap();
        if (published == null
                || !(published.get(ELEMENTS) instanceof String elements)
                || !(channel.getAttribute(REQUESTS) instanceof AtomicLong requests)) {
            return false;
        }
        int members = channel.getSubscribers().size();
        if (members > 0) {
            gauges.increment(Gauge.PUBLISHED);
            gauges.add(Gauge.DELIVERIES_DUE, members);
        }
        // Keeps the order of the fields, on which members rely.
        Map<String, Object> numbered = new LinkedHashMap<>();
        numbered.put("request", requests.incrementAndGet());
        numbered.put("timestamp", System.currentTimeMillis());
        numbered.put("identifier", channel.getChannelId().getSegment(1));
        numbered.put(ELEMENTS, elements);
        message.setData(numbered);
        return true;
    }

    @Override
    public void sessionAdded(ServerSession session, ServerMessage message) {
        gauges.increment(Gauge.CHANNEL_CLIENTS);
        session.addListener(this);
    }

    /** Counts the messages that a member has left behind; a member that did not poll in time counts as slow. */
    @Override
    public void sessionRemoved(ServerSession session, ServerMessage message, boolean timeout) {
        gauges.decrement(Gauge.CHANNEL_CLIENTS);
        if (timeout) {
            gauges.increment(Gauge.SLOW_CLIENTS);
        }
        if (session instanceof ServerSessionImpl removed) {
            removed.getLock().lock();
            try {
                gauges.add(Gauge.DELIVERIES_DROPPED, messages(removed.getQueue()));
            } finally {
                removed.getLock().unlock();
            }
        }
    }

    /** Counts the messages that are written now, as the answer to a poll or to a message. */
    @Override
    public void deQueue(ServerSession session, Queue<ServerMessage> queue) {
        gauges.add(Gauge.DELIVERIES_WRITTEN, messages(queue));
    }

    private static long messages(Queue<ServerMessage> queue) {
        long messages = 0;
        for (ServerMessage message : queue) {
            if (!message.isMeta()) {
                messages++;
            }
        }
        return messages;
    }

    @Override
    public void subscribed(ServerSession session, ServerChannel channel, ServerMessage message) {
        gauges.increment(Gauge.SUBSCRIPTIONS);
    }

    @Override
    public void unsubscribed(ServerSession session, ServerChannel channel, ServerMessage message) {
        gauges.decrement(Gauge.SUBSCRIPTIONS);
    }
}
