package io.ceiling.webapp.recursion;

import io.ceiling.webapp.access.Network;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Creates the calls from one level to the next. The address is the local address and port of the first request's own
 * connection, or the next instance of a ring; never the Host header, which a client can set to anything.
 */
public final class SelfCall {

    private final InetSocketAddress address;
    private final String head;
    private final String tail;

    private SelfCall(InetSocketAddress address, String head, String tail) {
        this.address = address;
        this.head = head;
        this.tail = tail;
    }

    /**
     * Returns the calls of a new chain.
     *
     * @param next address of the next instance; null if this server calls itself
     * @throws IOException if the request has no local IP address (a Unix domain socket)
     */
    static SelfCall of(
            HttpServletRequest request, String chainId, int limit, int stallMillis, @Nullable InetSocketAddress next)
            throws IOException {
        InetSocketAddress called = next == null ? local(request) : next;
        // The path of the context, not that of the request, whose spelling is up to the client.
        String path = encode(request.getServletContext().getContextPath() + request.getServletPath());
        return new SelfCall(
                called,
                "GET " + path + "?number=",
                "&limit=" + limit + "&stall-ms=" + stallMillis + " HTTP/1.1\r\nHost: " + host(called.getAddress()) + ":"
                        + called.getPort() + "\r\n" + Chains.HEADER + ": " + chainId + "\r\nConnection: close\r\n\r\n");
    }

    private static InetSocketAddress local(HttpServletRequest request) throws IOException {
        InetAddress local = Network.literal(request.getLocalAddr());
        if (local == null) {
            throw new IOException("the connection has no local IP address to call, was " + request.getLocalAddr());
        }
        return new InetSocketAddress(local, request.getLocalPort());
    }

    InetSocketAddress address() {
        return address;
    }

    byte[] request(int level) {
        return (head + level + tail).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the address in the form that URIs use. */
    public static String host(InetAddress address) {
        String literal = address.getHostAddress();
        int zone = literal.indexOf('%');
        String bare = zone < 0 ? literal : literal.substring(0, zone);
        return bare.indexOf(':') < 0 ? bare : "[" + bare + "]";
    }

    private static String encode(String path) throws IOException {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IOException("the context path cannot be called: " + path, e);
        }
    }
}
