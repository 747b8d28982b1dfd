package io.ceiling.load.channels;

import io.ceiling.load.bayeux.BayeuxMessage;
import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;

/**
 * The requests of the members of one event loop to a Bayeux server, and the names of its rooms: {@code POST /cometd}
 * with an array of one message. One for all members, overwritten by each request; confined to the thread of its event
 * loop.
 *
 * <p>Every member sends its own cookie, as browsers do: the server accepts a client identifier only with the cookie of
 * its handshake, and lets one client per cookie wait for messages.
 */
final class BayeuxRequests {

    private static final String ROOMS = "/rooms/";

    private static final byte[] HANDSHAKE = Ascii.bytes(
            "[{\"channel\":\"/meta/handshake\",\"version\":\"1.0\",\"supportedConnectionTypes\":[\"long-polling\"]}]");
    private static final byte[] CONNECT = Ascii.bytes(
            "[{\"channel\":\"/meta/connect\",\"connectionType\":\"long-polling\",\"advice\":{\"timeout\":0}");
    private static final byte[] POLL =
            Ascii.bytes("[{\"channel\":\"/meta/connect\",\"connectionType\":\"long-polling\"");
    private static final byte[] SUBSCRIBE =
            Ascii.bytes("[{\"channel\":\"/meta/subscribe\",\"subscription\":\"" + ROOMS);
    private static final byte[] PUBLISH = Ascii.bytes("[{\"channel\":\"" + ROOMS);
    private static final byte[] ELEMENTS = Ascii.bytes("\",\"data\":{\"elements\":\"");
    private static final byte[] END_OF_ELEMENTS = Ascii.bytes("\"}");
    private static final byte[] QUOTE = Ascii.bytes("\"");
    private static final byte[] CLIENT = Ascii.bytes(",\"clientId\":\"");
    private static final byte[] END = Ascii.bytes("\"}]");
    private static final byte[] LENGTH = Ascii.bytes("\r\nContent-Length: ");
    private static final byte[] END_OF_LINE = Ascii.bytes("\r\n");

    // Enough for the longest elements and all that is around them.
    private static final int MAX_BODY_BYTES = 10 * 1024;

    final RequestTemplate request;
    private final byte[] headers;
    private final ByteBuffer body = ByteBuffer.allocate(MAX_BODY_BYTES);
    private final byte[] room = Ascii.bytes(ROOMS + "0".repeat(Identifier.MAX_DIGITS));

    /** @param run number that no other plan has, since a server remembers the clients of earlier plans */
    BayeuxRequests(ServerAddress server, long run) {
        request = RequestTemplate.post(server, "/cometd");
        headers = Ascii.bytes("Content-Type: application/json\r\nCookie: BAYEUX_BROWSER=%016x-".formatted(run));
    }

    /** Puts the first request of a member, which is answered with its client identifier. */
    void putHandshake(ByteBuffer out, BayeuxMember member) {
        body.clear().put(HANDSHAKE);
        put(out, member);
    }

    /** Puts the request after which the server counts a member as connected; it is answered at once. */
    void putConnect(ByteBuffer out, BayeuxMember member) {
        body.clear().put(CONNECT);
        putClient(member);
        put(out, member);
    }

    /** Puts the request for the messages of a room. */
    void putSubscribe(ByteBuffer out, BayeuxMember member, Identifier identifier) {
        body.clear().put(SUBSCRIBE).put(identifier.digits, 0, identifier.length).put(QUOTE);
        putClient(member);
        put(out, member);
    }

    /** Puts the request that is answered with the next messages. */
    void putPoll(ByteBuffer out, BayeuxMember member) {
        body.clear().put(POLL);
        putClient(member);
        put(out, member);
    }

    /** Puts a message that a member publishes in a room. */
    void putPublish(ByteBuffer out, BayeuxMember member, PublishText text) {
        body.clear().put(PUBLISH);
        Ascii.putDecimal(body, text.identifier());
        body.put(ELEMENTS);
        text.putElements(body);
        body.put(END_OF_ELEMENTS);
        putClient(member);
        put(out, member);
    }

    private void putClient(BayeuxMember member) {
        body.put(CLIENT).put(member.clientId()).put(END);
    }

    private void put(ByteBuffer out, BayeuxMember member) {
        request.putStart(out);
        request.putMiddle(out);
        out.put(headers);
        Ascii.putDecimal(out, member.client);
        out.put((byte) '-');
        Ascii.putDecimal(out, member.serial);
        out.put(LENGTH);
        Ascii.putDecimal(out, body.position());
        out.put(END_OF_LINE);
        RequestTemplate.putEndOfHead(out);
        out.put(body.flip());
    }

    void requireRoom(BayeuxMessage message, Identifier identifier) throws AnswerException {
        System.arraycopy(identifier.digits, 0, room, ROOMS.length(), identifier.length);
        if (!message.isOn(room, ROOMS.length() + identifier.length)) {
            throw message.unexpected("'%s%s'".formatted(ROOMS, identifier));
        }
    }
}
