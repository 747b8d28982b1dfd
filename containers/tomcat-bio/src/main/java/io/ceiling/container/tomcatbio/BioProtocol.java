package io.ceiling.container.tomcatbio;

import java.net.Socket;
import org.apache.coyote.http11.Http11Protocol;
import org.apache.tomcat.util.net.AbstractEndpoint;

/**
 * {@code org.apache.coyote.http11.Http11Protocol}, unchanged, with access to its endpoint, which alone knows the
 * settings in use. Public, because Tomcat creates it by name.
 */
public final class BioProtocol extends Http11Protocol {

    AbstractEndpoint<Socket> endpoint() {
        return endpoint;
    }
}
