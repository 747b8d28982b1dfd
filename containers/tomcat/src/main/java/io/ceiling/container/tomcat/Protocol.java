package io.ceiling.container.tomcat;

import io.ceiling.container.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11Nio2Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.AbstractEndpoint;

/** Tomcat's HTTP/1.1 protocols, unchanged, with their endpoint in reach: what really runs is known there alone. */
interface Protocol {

    AbstractHttp11Protocol<?> handler();

    AbstractEndpoint<?, ?> endpoint();

    static Protocol of(Connector connector) {
        return connector == Connector.NIO2 ? new Nio2() : new Nio();
    }

    /** {@code org.apache.coyote.http11.Http11NioProtocol}. */
    final class Nio extends Http11NioProtocol implements Protocol {

        @Override
        public AbstractHttp11Protocol<?> handler() {
            return this;
        }

        @Override
        public AbstractEndpoint<?, ?> endpoint() {
            return getEndpoint();
        }
    }

    /** {@code org.apache.coyote.http11.Http11Nio2Protocol}. */
    final class Nio2 extends Http11Nio2Protocol implements Protocol {

        @Override
        public AbstractHttp11Protocol<?> handler() {
            return this;
        }

        @Override
        public AbstractEndpoint<?, ?> endpoint() {
            return getEndpoint();
        }
    }
}
