package io.ceiling.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the connections of one event loop go, and from which local addresses in turn. */
final class Destination {

    private final InetSocketAddress remote;
    private final List<InetSocketAddress> sources;
    private int next;

    private Destination(InetSocketAddress remote, List<InetSocketAddress> sources, int first) {
        this.remote = remote;
        this.sources = sources;
        this.next = first;
    }

    /** @throws IllegalArgumentException if the plan's host has no address */
    static Destination of(LoadPlan plan, int first) {
        try {
            InetAddress host = InetAddress.getByName(plan.server().host());
            List<InetSocketAddress> sources = new ArrayList<>();
            byte[] address = host.getAddress();
            if (address.length == 4 && address[0] == 127) {
                for (int i = 0; i < plan.sourceAddresses(); i++) {
                    InetAddress source = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + i)});
                    sources.add(new InetSocketAddress(source, 0));
                }
            }
            return new Destination(new InetSocketAddress(host, plan.server().port()), sources, first);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "host %s has no address".formatted(plan.server().host()), e);
        }
    }

    InetSocketAddress remote() {
        return remote;
    }

    /** Null where the kernel shall choose. */
    @Nullable
    InetSocketAddress nextSource() {
        if (sources.isEmpty()) {
            return null;
        }
        InetSocketAddress source = sources.get(next % sources.size());
        next = (next + 1) % sources.size();
        return source;
    }
}
