package io.ceiling.harness.scenario;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.Deflate;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The settings of the server of a scenario.
 *
 * @param container {@code tomcat} or {@code jetty}; empty for a server that does not report it
 * @param connector connector of the container
 * @param threadKind kind of its request threads
 * @param sizes sizes of the connector
 * @param jvm settings of the JVM
 * @param nofile soft and hard limit of open descriptors of the process; not seen for a server that does not report it
 * @param instances number of such servers, among which connections are spread evenly, or round which a recursion goes
 * @param versions requested releases of container and libraries
 */
public record ServerSettings(
        String container,
        Connector connector,
        ThreadKind threadKind,
        ConnectorSettings sizes,
        JvmSettings jvm,
        Limit nofile,
        int instances,
        Versions versions) {

    /**
     * The releases of what a server consists of.
     *
     * @param container release of the container; empty for the one of this build, and for an external server
     * @param atmosphere version in the deployed WAR; empty for an external server
     */
    public record Versions(String container, String atmosphere) {}

    public ServerSettings {
        if (instances < 1) {
            throw new IllegalArgumentException("instances must be >= 1, was %d".formatted(instances));
        }
    }

    /** Returns the requested release of the container; empty for the one of this build, and for an external server. */
    public Optional<Release> release() {
        return Release.of(versions.container());
    }

    /** Returns the version of Atmosphere in the deployed WAR; empty for an external server. */
    public String atmosphereVersion() {
        return versions.atmosphere();
    }

    // Number of instances from which on they are kept small; see isOneOfMany.
    private static final int MANY = 8;

    /** Returns true if so many of these servers share a host that each JVM is kept small (docs/scale.md). */
    public boolean sharesHost() {
        return isSharedHost(instances);
    }

    /** Returns true if that many servers on one host are kept small. */
    public static boolean isSharedHost(int instances) {
        return instances >= MANY;
    }

    /** Returns a builder of a server with the defaults of a matrix for all other settings. */
    public static Builder builder(String container, Connector connector, ThreadKind threadKind, Jdk jdk) {
        return new Builder(container, connector, threadKind, jdk);
    }

    public Builder toBuilder() {
        return new Builder(container, connector, threadKind, jvm.jdk())
                .sizes(sizes)
                .heapMaxBytes(jvm.heapMaxBytes())
                .stackBytes(jvm.stackBytes())
                .directMemoryBytes(jvm.directMemoryBytes())
                .garbageCollector(jvm.garbageCollector())
                .oneCompiler(jvm.oneCompiler())
                .nofile(nofile)
                .instances(instances)
                .release(release())
                .atmosphereVersion(atmosphereVersion());
    }

    /** Collects the settings of a server; not thread-safe. */
    public static final class Builder {

        private final String container;
        private final Connector connector;
        private final ThreadKind threadKind;
        private Jdk jdk;
        private ConnectorSettings sizes = ConnectorSettings.DEFAULT;
        private Limit heapMaxBytes = Limit.of(512L << 20);
        private OptionalLong stackBytes = OptionalLong.empty();
        private OptionalLong directMemoryBytes = OptionalLong.empty();
        private String garbageCollector = "G1";
        private boolean oneCompiler;
        private Limit nofile = Limit.of(4_096);
        private int instances = 1;
        private Optional<Release> release = Optional.empty();
        private String atmosphereVersion = "";

        private Builder(String container, Connector connector, ThreadKind threadKind, Jdk jdk) {
            this.container = container;
            this.connector = connector;
            this.threadKind = threadKind;
            this.jdk = jdk;
        }

        public Builder jdk(Jdk value) {
            jdk = value;
            return this;
        }

        public Builder sizes(ConnectorSettings value) {
            sizes = value;
            return this;
        }

        public Builder maxThreads(Limit value) {
            return sizes(sizes.withMaxThreads(value));
        }

        public Builder maxConnections(Limit value) {
            return sizes(sizes.withMaxConnections(value));
        }

        public Builder acceptCount(Limit value) {
            return sizes(sizes.withAcceptCount(value));
        }

        public Builder bufferBytes(OptionalInt value) {
            return sizes(sizes.withBufferBytes(value));
        }

        public Builder tls(Tls value) {
            return sizes(sizes.with(value));
        }

        public Builder deflate(Deflate value) {
            return sizes(sizes.with(value));
        }

        public Builder headerCacheNodes(OptionalInt value) {
            return sizes(sizes.withHeaderCacheNodes(value));
        }

        public Builder heapMaxBytes(Limit value) {
            heapMaxBytes = value;
            return this;
        }

        public Builder heapMaxBytes(long value) {
            return heapMaxBytes(Limit.of(value));
        }

        public Builder stackBytes(OptionalLong value) {
            stackBytes = value;
            return this;
        }

        public Builder directMemoryBytes(OptionalLong value) {
            directMemoryBytes = value;
            return this;
        }

        public Builder garbageCollector(String value) {
            garbageCollector = value;
            return this;
        }

        public Builder oneCompiler(boolean value) {
            oneCompiler = value;
            return this;
        }

        public Builder nofile(Limit value) {
            nofile = value;
            return this;
        }

        public Builder nofile(int value) {
            return nofile(Limit.of(value));
        }

        public Builder instances(int value) {
            instances = value;
            return this;
        }

        public Builder release(Optional<Release> value) {
            release = value;
            return this;
        }

        public Builder atmosphereVersion(String value) {
            atmosphereVersion = value;
            return this;
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public ServerSettings build() {
            JvmSettings jvm =
                    new JvmSettings(jdk, heapMaxBytes, stackBytes, directMemoryBytes, garbageCollector, oneCompiler);
            return new ServerSettings(
                    container,
                    connector,
                    threadKind,
                    sizes,
                    jvm,
                    nofile,
                    instances,
                    new Versions(release.map(Release::text).orElse(""), atmosphereVersion));
        }
    }
}
