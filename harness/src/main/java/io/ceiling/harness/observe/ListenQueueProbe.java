package io.ceiling.harness.observe;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading.ListenQueue;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Reads the queue of the port on which one server of this host listens. The kernel counts overflows only for all
 * ports together.
 *
 * <p>Thread-safe.
 */
public final class ListenQueueProbe {

    private final Supplier<Observation> waiting;
    private final Limit backlog;

    private ListenQueueProbe(Supplier<Observation> waiting, Limit backlog) {
        this.waiting = waiting;
        this.backlog = backlog;
    }

    /** Creates a probe of a server whose queue cannot be seen, since it is on another host. */
    static ListenQueueProbe ofNone() {
        return new ListenQueueProbe(() -> Observation.NOT_SEEN, Limit.NOT_SEEN);
    }

    /** Creates a probe of a port of the loopback address on which a server listens already. Blocks while the command ss runs. */
    public static ListenQueueProbe ofPort(int port) {
        return ofPort(InetAddress.getLoopbackAddress(), port);
    }

    /** Creates a probe of a port of an address of this host on which a server listens already. Blocks while the command ss runs. */
    public static ListenQueueProbe ofPort(InetAddress address, int port) {
        return of(ListeningSockets.ofRunning(Path.of("/proc"), address, port));
    }

    static ListenQueueProbe of(ListeningSockets sockets) {
        return new ListenQueueProbe(sockets::waiting, sockets.backlog());
    }

    /** Returns the queue of this moment. Blocks for a read of one page of the kernel's table. */
    public ListenQueue reading() {
        return new ListenQueue(waiting.get(), backlog);
    }
}
