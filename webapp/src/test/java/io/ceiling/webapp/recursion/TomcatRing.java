package io.ceiling.webapp.recursion;

import io.ceiling.protocol.Gauge;
import io.ceiling.webapp.TomcatFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.catalina.LifecycleException;

/** Several Tomcats with the web application, of which each calls the next one and the last one the first. */
final class TomcatRing implements AutoCloseable {

    private final List<TomcatFixture> instances = new ArrayList<>();

    /**
     * Starts them.
     *
     * @param maxThreads of each instance; as many as there are numbers
     */
    TomcatRing(Map<String, String> settings, int... maxThreads) throws Exception {
        List<Socket> reserved = new ArrayList<>();
        try {
            for (int i = 0; i < maxThreads.length; i++) {
                reserved.add(reserve());
            }
            for (int i = 0; i < maxThreads.length; i++) {
                Map<String, String> own = new HashMap<>(settings);
                int next = reserved.get((i + 1) % maxThreads.length).getLocalPort();
                own.put(NextInstance.NAME, "127.0.0.1:" + next);
                instances.add(new TomcatFixture(reserved.get(i).getLocalPort(), maxThreads[i], own));
            }
        } catch (Exception | Error e) {
            close();
            throw e;
        } finally {
            for (Socket socket : reserved) {
                socket.close();
            }
        }
    }

    /** A port that nobody else is given while the socket is open; a server that reuses addresses can listen on it. */
    private static Socket reserve() throws IOException {
        Socket socket = new Socket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    /** The instance whose number that is, 1 for the first. */
    TomcatFixture instance(int number) {
        return instances.get(number - 1);
    }

    /** Stops the last instance, which the one before it goes on calling. */
    void stopLast() throws LifecycleException {
        instances.remove(instances.size() - 1).close();
    }

    long deepestLevel() {
        return instances.stream()
                .mapToLong(instance -> instance.gauges().value(Gauge.DEEPEST_LEVEL))
                .max()
                .orElseThrow();
    }

    long levelsInFlight() {
        return instances.stream()
                .mapToLong(instance -> instance.gauges().value(Gauge.LEVELS_IN_FLIGHT))
                .sum();
    }

    @Override
    public void close() throws LifecycleException {
        for (TomcatFixture instance : instances) {
            instance.close();
        }
    }
}
