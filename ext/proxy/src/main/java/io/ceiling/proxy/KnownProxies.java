package io.ceiling.proxy;

import io.ceiling.harness.observe.Proxies;
import io.ceiling.harness.observe.ProxyProbe;
import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds any proxy by its processes, and knows the settings of nginx, HAProxy, Apache and Envoy. */
public final class KnownProxies implements Proxies {

    static final Path PROC = Path.of("/proc");

    @Override
    public ProxyProbe open(Target clients, OptionalLong proxyPid, Target server) throws IOException {
        return ProcessesProbe.open(clients, proxyPid, server);
    }

    @Override
    public Optional<Target> behind(Target clients) throws InterruptedException {
        return new UpstreamSearch(clients).find();
    }

    @Override
    public Optional<String> leadsElsewhere(Target clients) throws InterruptedException {
        return new UpstreamSearch(clients).leadsElsewhere();
    }
}
