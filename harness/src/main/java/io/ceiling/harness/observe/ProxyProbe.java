package io.ceiling.harness.observe;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.scenario.Proxy;
import java.util.List;

/**
 * Observes a proxy on this host: its processes, its settings and its sockets towards clients and towards the server behind it.
 *
 * <p>Not thread-safe. A reading takes milliseconds, and some microseconds more for each connection.
 */
public interface ProxyProbe {

    /** Returns the proxy with the settings that were read. */
    Proxy proxy();

    /** Returns the missing readings as text for the user. */
    List<String> blindSpots();

    boolean has(long pid);

    /** Returns the connections of clients that the proxy has not closed, as the kernel counts them. */
    Observation connections();

    /** Returns true if clients have at least that many connections to the proxy, without counting all. */
    boolean hasConnections(long least);

    /** Returns the connections of both hops at this moment, and its busiest thread since this was read before. */
    HopControl.Sockets sockets();

    /** Returns the state of this moment. */
    ProxyReading reading();

    /** Returns the lines that its error log has got since they were returned before; none if it cannot be read. */
    List<String> newErrors();
}
