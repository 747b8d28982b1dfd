package io.ceiling.load.socket;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The destination of the connections of one event loop: the server, the local addresses to use, and TLS if any.
 * Addresses that the user names are used in turn. Of the addresses of loopback, only the first is used for a few
 * hundred connections, so that a limit per client address acts as on a single client; more connections use all of them
 * in turn. Not thread-safe.
 */
public final class Destination {

    /** Maximum of concurrent connections from the first address alone; its ports are enough for many event loops. */
    static final int MAX_FROM_FIRST = 250;

    /** Maximum of connections in all from the first address alone: closed ones keep their ports for a minute. */
    static final int MAX_TOTAL_FROM_FIRST = 1_000;

    private final InetSocketAddress remote;
    private final @Nullable TlsClient tls;
    private final List<InetSocketAddress> sources;
    private final boolean hasNamedSources;
    private int next;
    private int usedFromFirst;

    private Destination(InetSocketAddress remote, @Nullable TlsClient tls, List<InetSocketAddress> sources, int first) {
        this.remote = remote;
        this.tls = tls;
        this.sources = sources;
        this.hasNamedSources = !remote.getAddress().isLoopbackAddress();
        this.next = first;
    }

    /**
     * Resolves the server's host. Blocks for the name lookup.
     *
     * @param sources local addresses to use
     * @param first index of the local address of the first connection
     * @throws IllegalArgumentException if the server's host or a source has no address
     */
    public static Destination of(ServerAddress server, Sources sources, int first) {
        try {
            InetAddress host = InetAddress.getByName(server.host());
            return new Destination(
                    new InetSocketAddress(host, server.port()), TlsClient.of(server), sources.of(host), first);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("host %s has no address".formatted(server.host()), e);
        }
    }

    /** Returns the socket with TLS around it if the server speaks TLS, else the socket itself. */
    public Wire withTls(Wire wire) {
        return tls == null ? wire : new TlsWire(wire, tls);
    }

    public InetSocketAddress remote() {
        return remote;
    }

    /**
     * Returns the local address of the next connection; null if the kernel chooses it.
     *
     * @param alive connections of the event loop that are served now
     */
    @Nullable
    public InetSocketAddress nextSource(long alive) {
        if (sources.isEmpty()) {
            return null;
        }
        if (!hasNamedSources && alive < MAX_FROM_FIRST && usedFromFirst < MAX_TOTAL_FROM_FIRST) {
            usedFromFirst++;
            return sources.get(0);
        }
        InetSocketAddress source = sources.get(next % sources.size());
        next = (next + 1) % sources.size();
        return source;
    }
}
