package io.ceiling.container.catalina;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.ServerCertificate;
import io.ceiling.container.Tls;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;

/** The connector of one version of Tomcat: the settings that this version has alone, and what really runs. */
public interface TomcatEndpoint {

    Connector connector();

    AbstractHttp11Protocol<?> protocol();

    /** Sets what versions call by different names: virtual threads, the listen queue, the buffers. */
    void set(ContainerSettings settings);

    /** Has the connector speak TLS with this certificate; versions that cannot have refused the settings. */
    void secure(Tls tls, ServerCertificate certificate);

    /**
     * Returns the connector that runs.
     *
     * @throws IllegalStateException if it is not what this version was asked for
     */
    io.ceiling.container.Connector running();

    /** Returns the class that owns the server socket. */
    Class<?> endpointClass();

    int acceptCount();

    /** Returns what {@link #set} asks for with that size of buffers, by name. */
    Map<String, Integer> buffersAsked(int bytes);

    /** Returns the sizes of the running connector's buffers, by name. */
    Map<String, Integer> buffersRunning();

    /** Returns the connections that are open; -1 if this version does not count them. */
    long connectionCount();
}
