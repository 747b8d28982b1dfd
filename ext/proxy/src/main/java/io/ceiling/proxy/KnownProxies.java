package io.ceiling.proxy;

import io.ceiling.harness.observe.Proxies;
import io.ceiling.harness.observe.ProxyProbe;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Finds any proxy by its processes, and knows the settings of nginx, HAProxy, Apache and Envoy. */
public final class KnownProxies implements Proxies {

    static final Path PROC = Path.of("/proc");

    @Override
    public ProxyProbe open(Target clients, OptionalLong given, Target server) throws IOException {
        return ProcessesProbe.open(clients, given, server);
    }

    @Override
    public List<Long> listening(InetAddress address, int port) {
        return ProxyProcesses.listening(PROC, new ListeningSockets(PROC, address, port)).stream()
                .flatMap(found -> Stream.concat(Stream.of(found.master()), found.workers().stream()))
                .distinct()
                .toList();
    }
}
