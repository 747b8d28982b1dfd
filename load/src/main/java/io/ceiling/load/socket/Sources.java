package io.ceiling.load.socket;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * The local addresses from which connections are opened. Each has ports of its own for every server.
 *
 * @param loopbackCount number of addresses to use, from 127.0.0.2 upwards, for a server in 127.0.0.0/8; 0 lets the kernel
 *     choose
 * @param addresses IP addresses of this host to use for any other server, separated by commas; empty lets the kernel
 *     choose
 */
public record Sources(int loopbackCount, String addresses) {

    /** The kernel chooses. */
    public static final Sources ANY = new Sources(0, "");

    public Sources {
        if (loopbackCount < 0 || loopbackCount > 250) {
            throw new IllegalArgumentException("source addresses must be 0..250, were %d".formatted(loopbackCount));
        }
    }

    /** Returns the addresses to use for a server; none lets the kernel choose. */
    List<InetSocketAddress> of(InetAddress server) throws UnknownHostException {
        byte[] address = server.getAddress();
        List<InetSocketAddress> sources = new ArrayList<>();
        if (address.length == 4 && address[0] == 127) {
            for (int i = 0; i < loopbackCount; i++) {
                InetAddress source = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + i)});
                sources.add(new InetSocketAddress(source, 0));
            }
        } else if (!addresses.isEmpty()) {
            for (String source : addresses.split(",")) {
                sources.add(new InetSocketAddress(InetAddress.getByName(source), 0));
            }
        }
        return sources;
    }
}
