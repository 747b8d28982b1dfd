package io.ceiling.container.jetty;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ServletContainerContract;
import java.util.Map;

class JettyIT extends ServletContainerContract {

    @Override
    protected Expected expected() {
        return new Expected(
                "jetty",
                "12.1.12",
                JettyMain.class.getName(),
                "jakarta",
                Map.of(Connector.NIO, "org.eclipse.jetty.server.ServerConnector"),
                Connector.NIO2,
                21,
                new Buffers(
                        Map.of(
                                "inputBufferSize", 1_024,
                                "outputBufferSize", 1_024,
                                "outputAggregationSize", 1_024,
                                "requestHeaderSize", 2_048,
                                "responseHeaderSize", 2_048,
                                "bufferPoolStep", 1_024),
                        Map.of(
                                "inputBufferSize", 8_192,
                                "outputBufferSize", 32_768,
                                "outputAggregationSize", 8_192,
                                "requestHeaderSize", 8_192,
                                "responseHeaderSize", 8_192,
                                "bufferPoolStep", 4_096)));
    }

    @Override
    protected Limit defaultHeaderCacheNodes() {
        return Limit.of(1_024);
    }
}
