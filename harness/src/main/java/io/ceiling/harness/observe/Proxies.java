package io.ceiling.harness.observe;

import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.OptionalLong;
import java.util.ServiceLoader;

/** Finds the proxies of this host: the extension point for what knows them. Without an extension none is found. */
public interface Proxies {

    /** No proxy is known. */
    Proxies NONE = new Proxies() {
        @Override
        public ProxyProbe open(Target clients, OptionalLong given, Target server) throws IOException {
            throw new IOException(
                    "--upstream needs the extension proxy, whose jar is not there. Hint: put ceiling-proxy.jar beside ceiling-harness.jar");
        }

        @Override
        public List<Long> listening(InetAddress address, int port) {
            return List.of();
        }
    };

    /** Returns what the class path has. */
    static Proxies installed() {
        return ServiceLoader.load(Proxies.class, Proxies.class.getClassLoader())
                .findFirst()
                .orElse(NONE);
    }

    /**
     * Opens a probe of the proxy that listens at an address of this host.
     *
     * @param clients the address to which clients connect
     * @param given process id of the proxy, its master's or a worker's; empty to find it by its port
     * @param server the server behind it
     * @throws IOException if its process is not seen; the message is one line
     */
    ProxyProbe open(Target clients, OptionalLong given, Target server) throws IOException;

    /**
     * Returns the processes of the proxy that listens on a port, the master first; none if the processes that listen there
     * are not those of one proxy, or none is seen.
     */
    List<Long> listening(InetAddress address, int port);
}
