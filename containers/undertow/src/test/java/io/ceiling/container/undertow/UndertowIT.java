package io.ceiling.container.undertow;

import io.ceiling.container.Connector;
import io.ceiling.container.ServletContainerContract;
import java.util.Map;

class UndertowIT extends ServletContainerContract {

    @Override
    protected Expected expected() {
        return new Expected(
                "undertow",
                "2.3.24.Final",
                UndertowMain.class.getName(),
                "jakarta",
                Map.of(Connector.NIO, "org.xnio.nio.QueuedNioTcpServer2"),
                Connector.NIO2,
                21,
                new Buffers(Map.of("bufferSize", 1_024), Map.of("bufferSize", 16_364)));
    }
}
