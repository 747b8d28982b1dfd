package io.ceiling.container.tomcatbio;

import java.net.Socket;
import org.apache.coyote.http11.Http11Protocol;
import org.apache.tomcat.util.net.AbstractEndpoint;

/**
 * {@code org.apache.coyote.http11.Http11Protocol}, unchanged, with its endpoint in reach: what really runs is known
 * there alone. Public, because Tomcat makes it by its name.
 */
public final class BioProtocol extends Http11Protocol {

    AbstractEndpoint<Socket> endpoint() {
        return endpoint;
    }
}
