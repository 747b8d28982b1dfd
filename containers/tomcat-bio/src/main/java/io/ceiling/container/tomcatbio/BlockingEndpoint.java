package io.ceiling.container.tomcatbio;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.ServerCertificate;
import io.ceiling.container.SettingsCheck;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.container.VirtualThreads;
import io.ceiling.container.catalina.TomcatEndpoint;
import java.lang.reflect.Field;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.JIoEndpoint;
import org.apache.tomcat.util.threads.LimitLatch;

/** The blocking connector of the last Tomcat that has one. */
final class BlockingEndpoint implements TomcatEndpoint {

    private static final int ALWAYS = 100;

    private final Connector connector;
    private final BioProtocol protocol;

    private BlockingEndpoint(Connector connector, BioProtocol protocol) {
        this.connector = connector;
        this.protocol = protocol;
    }

    static BlockingEndpoint create() {
        Connector connector = new Connector(BioProtocol.class.getName());
        if (!(connector.getProtocolHandler() instanceof BioProtocol protocol)) {
            throw new IllegalStateException("tomcat made no blocking protocol; see the log above");
        }
        return new BlockingEndpoint(connector, protocol);
    }

    @Override
    public void set(ContainerSettings settings) {
        if (settings.threadKind() == ThreadKind.VIRTUAL) {
            protocol.setExecutor(VirtualThreads.newExecutor());
        }
        settings.sizes().acceptCount().ifNumber(count -> protocol.setBacklog((int) count));
        settings.sizes().bufferBytes().ifPresent(bytes -> Buffers.set(protocol, bytes));
        // Otherwise Tomcat ends keep-alive when three quarters of the threads are busy, and with it one thread per
        // connection.
        protocol.setDisableKeepAlivePercentage(ALWAYS);
    }

    @Override
    public void secure(Tls tls, ServerCertificate certificate) {
        throw new IllegalStateException("this Tomcat is older than %s".formatted(tls.protocol()));
    }

    @Override
    public Connector connector() {
        return connector;
    }

    @Override
    public AbstractHttp11Protocol<?> protocol() {
        return protocol;
    }

    /** From Tomcat 8.5 on the same protocol name stands for NIO. */
    @Override
    public io.ceiling.container.Connector running() {
        if (endpointClass() != JIoEndpoint.class) {
            throw new IllegalStateException(
                    "asked for a blocking endpoint, running " + endpointClass().getName());
        }
        SettingsCheck.require(
                Map.of("disableKeepAlivePercentage", ALWAYS),
                Map.of("disableKeepAlivePercentage", protocol.getDisableKeepAlivePercentage()));
        return io.ceiling.container.Connector.BIO;
    }

    @Override
    public Class<?> endpointClass() {
        return protocol.endpoint().getClass();
    }

    @Override
    public int acceptCount() {
        return protocol.endpoint().getBacklog();
    }

    @Override
    public Map<String, Integer> buffersAsked(int bytes) {
        return Buffers.asked(bytes);
    }

    @Override
    public Map<String, Integer> buffersRunning() {
        return Buffers.running(protocol);
    }

    /**
     * Returns -1 without a limit, because Tomcat then does not count. The latch also counts the acceptor, unless the
     * acceptor waits for it.
     */
    @Override
    public long connectionCount() {
        try {
            Field field = AbstractEndpoint.class.getDeclaredField("connectionLimitLatch");
            field.setAccessible(true);
            return field.get(protocol.endpoint()) instanceof LimitLatch latch
                    ? Math.max(0, latch.getCount() - (latch.hasQueuedThreads() ? 0 : 1))
                    : -1;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Tomcat does not tell its connections", e);
        }
    }
}
