package io.ceiling.container.tomcat;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.ServerCertificate;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.container.catalina.TomcatEndpoint;
import java.lang.reflect.Field;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11Nio2Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.Nio2Endpoint;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat's NIO or NIO2 connector. */
final class NonBlockingEndpoint implements TomcatEndpoint {

    // System property: interval in milliseconds at which the connector checks all connections for timeouts; Tomcat's
    // default is one second.
    private static final String TIMEOUT_INTERVAL = "ceiling.tomcat.timeout-interval-ms";

    private final Connector connector;
    private final AbstractHttp11Protocol<?> protocol;
    private final AbstractEndpoint<?, ?> endpoint;
    private final Map<?, ?> connections;

    private NonBlockingEndpoint(AbstractHttp11Protocol<?> protocol, AbstractEndpoint<?, ?> endpoint) {
        this.protocol = protocol;
        this.endpoint = endpoint;
        this.connections = connections(endpoint);
        connector = new Connector(protocol);
        connector.setThrowOnFailure(true);
    }

    static NonBlockingEndpoint of(io.ceiling.container.Connector connector) {
        if (connector == io.ceiling.container.Connector.NIO2) {
            Nio2 nio2 = new Nio2();
            return new NonBlockingEndpoint(nio2, nio2.endpoint());
        }
        Nio nio = new Nio();
        return new NonBlockingEndpoint(nio, nio.endpoint());
    }

    // org.apache.coyote.http11.Http11NioProtocol, unchanged, with its endpoint in reach.
    private static final class Nio extends Http11NioProtocol {

        AbstractEndpoint<?, ?> endpoint() {
            return getEndpoint();
        }
    }

    // org.apache.coyote.http11.Http11Nio2Protocol, unchanged, with its endpoint in reach.
    private static final class Nio2 extends Http11Nio2Protocol {

        AbstractEndpoint<?, ?> endpoint() {
            return getEndpoint();
        }
    }

    // Tomcat's own count is one too high while Tomcat waits to accept, and there is none without a limit. Its public
    // view of this map is a copy.
    private static Map<?, ?> connections(AbstractEndpoint<?, ?> endpoint) {
        try {
            Field connections = AbstractEndpoint.class.getDeclaredField("connections");
            connections.setAccessible(true);
            return (Map<?, ?>) connections.get(endpoint);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Tomcat does not tell its connections", e);
        }
    }

    @Override
    public void set(ContainerSettings settings) {
        endpoint.setUseVirtualThreads(settings.threadKind() == ThreadKind.VIRTUAL);
        settings.sizes().acceptCount().ifNumber(count -> protocol.setAcceptCount((int) count));
        settings.sizes().bufferBytes().ifPresent(bytes -> Buffers.set(protocol, endpoint, bytes));
        Integer interval = Integer.getInteger(TIMEOUT_INTERVAL);
        if (interval != null && !protocol.setProperty("socket.timeoutInterval", interval.toString())) {
            throw new IllegalStateException("tomcat does not know socket.timeoutInterval");
        }
    }

    @Override
    public void secure(Tls tls, ServerCertificate certificate) {
        SSLHostConfig host = new SSLHostConfig();
        host.setProtocols(tls.protocol());
        SSLHostConfigCertificate own = new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.EC);
        own.setCertificateKeystore(certificate.keys());
        own.setCertificateKeystorePassword(certificate.password());
        host.addCertificate(own);
        connector.setSecure(true);
        connector.setScheme("https");
        protocol.setSSLEnabled(true);
        protocol.addSslHostConfig(host);
    }

    @Override
    public Connector connector() {
        return connector;
    }

    @Override
    public AbstractHttp11Protocol<?> protocol() {
        return protocol;
    }

    @Override
    public io.ceiling.container.Connector running() {
        if (endpoint.getClass() == NioEndpoint.class) {
            return io.ceiling.container.Connector.NIO;
        }
        if (endpoint.getClass() == Nio2Endpoint.class) {
            return io.ceiling.container.Connector.NIO2;
        }
        throw new IllegalStateException(
                "unknown endpoint " + endpoint.getClass().getName());
    }

    @Override
    public Class<?> endpointClass() {
        return endpoint.getClass();
    }

    @Override
    public int acceptCount() {
        return endpoint.getAcceptCount();
    }

    @Override
    public Map<String, Integer> buffersAsked(int bytes) {
        return Buffers.asked(bytes);
    }

    @Override
    public Map<String, Integer> buffersRunning() {
        return Buffers.running(protocol, endpoint);
    }

    @Override
    public long connectionCount() {
        return connections.size();
    }
}
