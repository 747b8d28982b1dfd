package io.ceiling.container.tomcatbio;

import io.ceiling.container.Connector;
import io.ceiling.container.ServletContainerContract;
import java.util.Map;

class TomcatBioIT extends ServletContainerContract {

    @Override
    protected Expected expected() {
        return new Expected(
                "tomcat",
                "8.0.53",
                TomcatBioMain.class.getName(),
                "javax",
                Map.of(Connector.BIO, "org.apache.tomcat.util.net.JIoEndpoint"),
                Connector.NIO,
                24,
                new Buffers(
                        Map.of(
                                "maxHttpHeaderSize", 2_048,
                                "socketBuffer", 1_024,
                                "upgradeAsyncWriteBufferSize", 1_024,
                                "org.apache.tomcat.websocket.textBufferSize", 1_024,
                                "org.apache.tomcat.websocket.binaryBufferSize", 1_024,
                                "org.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE", 1_024),
                        Map.of(
                                "maxHttpHeaderSize", 8_192,
                                "socketBuffer", 9_000,
                                "upgradeAsyncWriteBufferSize", 8_192,
                                "org.apache.tomcat.websocket.textBufferSize", 8_192,
                                "org.apache.tomcat.websocket.binaryBufferSize", 8_192,
                                "org.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE", 8_192)));
    }
}
