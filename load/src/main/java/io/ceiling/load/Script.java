package io.ceiling.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What the connections of one event loop have in common: the texts they send and expect, and scratch space. */
final class Script {

    final LoadPlan plan;
    final ResponseHead head;
    final SplittableRandom random;
    /** Body of every length: byte i is 'a' + i % 26. */
    final byte[] letters;

    private static final byte[] END_OF_HEAD = Ascii.bytes("\r\n");

    private final byte[] requestStart;
    private final byte[] requestEnd;
    private final @Nullable ChannelScript channels;
    private final @Nullable CustomScript custom;
    private final @Nullable TlsClient tls;

    Script(LoadPlan plan, int loopIndex) {
        this.plan = plan;
        this.head = new ResponseHead(plan.custom() != null);
        this.random = new SplittableRandom(plan.seed() + loopIndex);
        this.letters = new byte[plan.bodies().maxBytes()];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) ('a' + i % 26);
        }
        Access access = plan.server().access();
        String name = access == null ? plan.server().host() : access.serverName();
        String host = name.contains(":") ? "[" + name + "]" : name;
        this.requestStart = Ascii.bytes("GET " + plan.server().contextPath() + path(plan));
        this.requestEnd = (" HTTP/1.1\r\nHost: %s:%d\r\n"
                                .formatted(host, plan.server().port())
                        + (access == null ? "" : access.headers()))
                .getBytes(StandardCharsets.ISO_8859_1);
        this.tls = access == null || !access.tls()
                ? null
                : TlsClient.of(access, plan.server().port());
        this.custom = plan.custom() == null ? null : new CustomScript(plan.custom());
        this.channels = plan.channels() == null ? null : new ChannelScript(plan.channels());
    }

    private static String path(LoadPlan plan) {
        return switch (plan.workload()) {
            case KEEP_ALIVE -> "/length?length=";
            case HOLD_BLOCKING -> "/hold/blocking";
            case HOLD_ASYNC -> "/hold/async";
            case WEBSOCKET -> "/ws/upper";
            case CHANNELS -> ChannelScript.path(Objects.requireNonNull(plan.channels()));
            case CUSTOM -> Objects.requireNonNull(plan.custom()).path();
        };
    }

    /** @param place how many connections this agent opened before */
    Connection newConnection(LoadLoop loop, int place) {
        return switch (plan.workload()) {
            case KEEP_ALIVE -> new KeepAliveConnection(loop, this);
            case HOLD_BLOCKING, HOLD_ASYNC -> new HeldConnection(loop, this);
            case WEBSOCKET -> new WebSocketConnection(loop, this);
            case CHANNELS -> channels().newConnection(loop, this, place);
            case CUSTOM -> custom().newConnection(loop, this);
        };
    }

    /** Of the workload CUSTOM alone. */
    CustomScript custom() {
        return Objects.requireNonNull(custom);
    }

    /** The socket as the server speaks on it: with TLS around it, or as it is. */
    Wire secured(Wire wire) {
        return tls == null ? wire : new TlsWire(wire, tls);
    }

    /** Of the workload CHANNELS alone. */
    ChannelScript channels() {
        return Objects.requireNonNull(channels);
    }

    /** Puts the request line up to where a last parameter belongs. */
    void putRequestStart(ByteBuffer out) {
        out.put(requestStart);
    }

    /** Puts the rest of the request line and the headers that every request has. */
    void putRequestEnd(ByteBuffer out) {
        out.put(requestEnd).put(END_OF_HEAD);
    }

    /** The same with further header lines. */
    void putRequestEnd(ByteBuffer out, byte[] headers) {
        out.put(requestEnd).put(headers).put(END_OF_HEAD);
    }

    /** Puts the rest of the request line and the first header; further ones and the end of the head are up to the caller. */
    void putRequestMiddle(ByteBuffer out) {
        out.put(requestEnd);
    }

    static void putEndOfHead(ByteBuffer out) {
        out.put(END_OF_HEAD);
    }
}
