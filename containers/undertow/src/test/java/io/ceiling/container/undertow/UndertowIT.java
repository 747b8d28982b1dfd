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

    /** Eight for each thread that waits for sockets, of which there is one for each processor. */
    @Override
    protected int defaultMaxThreads() {
        return 8 * Math.max(2, Runtime.getRuntime().availableProcessors());
    }

    /** A constant of its AsyncContextImpl. */
    @Override
    protected int asyncTimeoutMillis() {
        return 30_000;
    }
}
