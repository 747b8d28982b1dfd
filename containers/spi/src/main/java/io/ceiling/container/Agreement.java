package io.ceiling.container;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares the settings requested of a container with those it runs with. */
public final class Agreement {

    private final List<String> differences = new ArrayList<>();

    private Agreement() {}

    /**
     * Compares all settings except the buffers, whose mapping only the container knows.
     *
     * @throws IllegalStateException with one line that names every setting that differs from the request
     */
    static void require(ContainerSettings asked, RunningSettings running) {
        Agreement agreement = new Agreement();
        if (asked.port() != 0) {
            agreement.compare("port", asked.port(), running.port());
        }
        agreement.compare("context path", asked.contextPath(), running.contextPath());
        agreement.compare(
                "connector",
                asked.connector().label(),
                running.container().connector().label());
        agreement.compare(
                "thread kind",
                asked.threadKind().label(),
                running.container().threadKind().label());
        ConnectorSettings sizes = asked.sizes();
        if (asked.threadKind() == ThreadKind.PLATFORM) {
            agreement.compare("max threads", sizes.maxThreads(), running.sizes().maxThreads());
        }
        agreement.compare(
                "max connections", sizes.maxConnections(), running.sizes().maxConnections());
        agreement.compare("accept count", sizes.acceptCount(), running.sizes().acceptCount());
        agreement.compare("tls", sizes.tls().protocol(), running.sizes().tls().protocol());
        agreement.compare(
                "deflate", sizes.deflate().label(), running.sizes().deflate().label());
        sizes.headerCacheNodes()
                .ifPresent(nodes -> agreement.compare(
                        "header cache nodes", Limit.of(nodes), running.sizes().headerCacheNodes()));
        agreement.compare(
                "idle timeout ms",
                asked.idleTimeout().isZero()
                        ? Limit.UNLIMITED
                        : Limit.of(asked.idleTimeout().toMillis()),
                running.sizes().idleTimeoutMillis());
        agreement.require();
    }

    /**
     * Compares requested values with those of the running container, both by name. A missing name was left to the
     * container.
     *
     * @throws IllegalStateException with one line that names every value that differs from the request
     */
    public static void require(Map<String, Integer> asked, Map<String, Integer> running) {
        Agreement agreement = new Agreement();
        asked.forEach((name, value) -> agreement.compare(name, value, running.getOrDefault(name, -1)));
        agreement.require();
    }

    private void compare(String what, Limit asked, Limit running) {
        if (!asked.isDefault()) {
            compare(what, (Object) asked, running);
        }
    }

    private void compare(String what, Object asked, Object running) {
        if (!asked.equals(running)) {
            differences.add("%s: asked %s, running %s".formatted(what, asked, running));
        }
    }

    private void require() {
        if (!differences.isEmpty()) {
            throw new IllegalStateException(String.join("; ", differences));
        }
    }
}
