package io.ceiling.container;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares the settings requested of a container with those it runs with. */
public final class SettingsCheck {

    private final List<String> differences = new ArrayList<>();

    private SettingsCheck() {}

    /**
     * Compares all settings except the buffers, whose mapping only the container knows.
     *
     * @throws IllegalStateException with one line that names every setting that differs from the request
     */
    static void require(ContainerSettings requestedSettings, RunningSettings runningSettings) {
        SettingsCheck agreement = new SettingsCheck();
        if (requestedSettings.port() != 0) {
            agreement.compare("port", requestedSettings.port(), runningSettings.port());
        }
        agreement.compare("context path", requestedSettings.contextPath(), runningSettings.contextPath());
        agreement.compare(
                "connector",
                requestedSettings.connector().label(),
                runningSettings.container().connector().label());
        agreement.compare(
                "thread kind",
                requestedSettings.threadKind().label(),
                runningSettings.container().threadKind().label());
        ConnectorSettings sizes = requestedSettings.sizes();
        if (requestedSettings.threadKind() == ThreadKind.PLATFORM) {
            agreement.compare(
                    "max threads", sizes.maxThreads(), runningSettings.sizes().maxThreads());
        }
        agreement.compare(
                "max connections",
                sizes.maxConnections(),
                runningSettings.sizes().maxConnections());
        agreement.compare(
                "accept count", sizes.acceptCount(), runningSettings.sizes().acceptCount());
        agreement.compare(
                "tls", sizes.tls().protocol(), runningSettings.sizes().tls().protocol());
        agreement.compare(
                "deflate",
                sizes.deflate().label(),
                runningSettings.sizes().deflate().label());
        sizes.headerCacheNodes()
                .ifPresent(nodes -> agreement.compare(
                        "header cache nodes",
                        Limit.of(nodes),
                        runningSettings.sizes().headerCacheNodes()));
        agreement.compare(
                "idle timeout ms",
                requestedSettings.idleTimeout().isZero()
                        ? Limit.UNLIMITED
                        : Limit.of(requestedSettings.idleTimeout().toMillis()),
                runningSettings.sizes().idleTimeoutMillis());
        agreement.require();
    }

    /**
     * Compares requested values with those of the running container, both by name. A missing name was left to the
     * container.
     *
     * @throws IllegalStateException with one line that names every value that differs from the request
     */
    public static void require(Map<String, Integer> requestedSettings, Map<String, Integer> runningSettings) {
        SettingsCheck agreement = new SettingsCheck();
        requestedSettings.forEach(
                (name, value) -> agreement.compare(name, value, runningSettings.getOrDefault(name, -1)));
        agreement.require();
    }

    private void compare(String setting, Limit requestedValue, Limit runningValue) {
        if (!requestedValue.isDefault()) {
            compare(setting, (Object) requestedValue, runningValue);
        }
    }

    private void compare(String setting, Object requestedValue, Object runningValue) {
        if (!requestedValue.equals(runningValue)) {
            differences.add("%s: asked %s, running %s".formatted(setting, requestedValue, runningValue));
        }
    }

    private void require() {
        if (!differences.isEmpty()) {
            throw new IllegalStateException(String.join("; ", differences));
        }
    }
}
