package io.ceiling.harness.observe;

import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;

/** Finds the proxies of this host. This is an extension point; without an extension no proxy is found. */
public interface Proxies {

    /** No proxy is known. */
    Proxies NONE = new Proxies() {
        @Override
        public ProxyProbe open(Target clients, OptionalLong given, Target server) throws IOException {
            throw new IOException(
                    "--upstream needs the extension proxy, whose jar is not there. Hint: put ceiling-proxy.jar beside ceiling-harness.jar");
        }

        @Override
        public Optional<Target> behind(Target clients) {
            return Optional.empty();
        }

        @Override
        public Optional<String> leadsElsewhere(Target clients) {
            return Optional.empty();
        }
    };

    /** Returns the extension on the class path; {@link #NONE} without one. */
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
     * Returns the server behind the listener of an address of this host, if that is a proxy for a single one of this host.
     * Blocks for some requests, each 5 s at most, and as long in between.
     */
    Optional<Target> behind(Target clients) throws InterruptedException;

    /**
     * Returns the beginning of a sentence that names the program, such as a tunnel, which passes requests of an
     * address on to another host; empty if none is seen. Blocks for two requests, each 5 s at most.
     */
    Optional<String> leadsElsewhere(Target clients) throws InterruptedException;
}
