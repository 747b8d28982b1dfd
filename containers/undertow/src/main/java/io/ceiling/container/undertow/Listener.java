package io.ceiling.container.undertow;

import io.undertow.Undertow;
import io.undertow.connector.ByteBufferPool;
import io.undertow.server.OpenListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.xnio.Option;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;

/** The running listener and its channel, which Undertow does not expose. */
final class Listener {

    // Undertow's default backlog (Undertow.start).
    private static final int BACKLOG = 1_000;

    private final XnioWorker worker;
    private final AcceptingChannel<?> channel;
    private final OpenListener http;
    private final int backlog;
    private final Object handle;
    private final Field count;

    private Listener(XnioWorker worker, AcceptingChannel<?> channel, OpenListener http, int backlog) {
        this.worker = worker;
        this.channel = channel;
        this.http = http;
        this.backlog = backlog;
        Object server = value(plain(channel), "realServer");
        handle = ((Object[]) value(server, "handles"))[0];
        count = field(handle, "count");
    }

    static Listener of(Undertow undertow) {
        Undertow.ListenerInfo info = undertow.getListenerInfo().get(0);
        // A socket does not report its backlog; Undertow takes it from these options.
        OptionMap socketOptions = (OptionMap) value(undertow, "socketOptions");
        return new Listener(
                undertow.getWorker(),
                (AcceptingChannel<?>) value(info, "channel"),
                (OpenListener) value(info, "openListener"),
                socketOptions.get(Options.BACKLOG, BACKLOG));
    }

    private static Object plain(AcceptingChannel<?> channel) {
        return channel.getClass().getSimpleName().equals("UndertowAcceptingSslChannel")
                ? value(channel, "tcpServer")
                : channel;
    }

    XnioWorker worker() {
        return worker;
    }

    ByteBufferPool buffers() {
        return http.getBufferPool();
    }

    int port() {
        return channel.getLocalAddress(InetSocketAddress.class).getPort();
    }

    Class<?> endpointClass() {
        return channel.getClass();
    }

    int backlog() {
        return backlog;
    }

    /** Returns the value of an option that each connection is opened with, or the given one if there is none. */
    int httpOption(Option<Integer> option, int without) {
        return http.getUndertowOptions().get(option, without);
    }

    /** Returns -1 without a limit. */
    int maxConnections() {
        try {
            Integer most = channel.getOption(Options.CONNECTION_HIGH_WATER);
            return most == null || most == Integer.MAX_VALUE ? -1 : most;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does not use XNIO's MBean, which waits for the accepting thread; at a ceiling it may never answer. */
    int connectionCount() {
        try {
            return Math.max(0, count.getInt(handle));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("this XNIO does not tell its connections", e);
        }
    }

    private static Object value(Object owner, String name) {
        try {
            return Objects.requireNonNull(field(owner, name).get(owner));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("this Undertow does not tell its " + name, e);
        }
    }

    private static Field field(Object owner, String name) {
        try {
            Field field = owner.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this Undertow does not tell its " + name, e);
        }
    }
}
