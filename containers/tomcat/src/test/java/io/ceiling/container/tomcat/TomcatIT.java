package io.ceiling.container.tomcat;

import io.ceiling.container.Connector;
import io.ceiling.container.ServletContainerContract;
import java.util.Map;

class TomcatIT extends ServletContainerContract {

    @Override
    protected Expected expected() {
        return new Expected(
                "tomcat",
                "11.0.25",
                TomcatMain.class.getName(),
                "jakarta",
                Map.of(
                        Connector.NIO, "org.apache.tomcat.util.net.NioEndpoint",
                        Connector.NIO2, "org.apache.tomcat.util.net.Nio2Endpoint"),
                Connector.BIO,
                21,
                new Buffers(
                        Map.of(
                                "socket.appReadBufSize", 1_024,
                                "socket.appWriteBufSize", 1_024,
                                "maxHttpRequestHeaderSize", 2_048,
                                "maxHttpResponseHeaderSize", 2_048,
                                "org.apache.tomcat.websocket.textBufferSize", 1_024,
                                "org.apache.tomcat.websocket.binaryBufferSize", 1_024,
                                "org.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE", 1_024),
                        Map.of(
                                "socket.appReadBufSize", 8_192,
                                "socket.appWriteBufSize", 8_192,
                                "maxHttpRequestHeaderSize", 8_192,
                                "maxHttpResponseHeaderSize", 8_192,
                                "org.apache.tomcat.websocket.textBufferSize", 8_192,
                                "org.apache.tomcat.websocket.binaryBufferSize", 8_192,
                                "org.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE", 8_192)));
    }
}
