package io.ceiling.load.socket;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** TLS as the connections of one event loop speak it, by the JDK: its context, and scratch space. */
final class TlsClient {

    private static final String CHECK_NAME = "HTTPS";
    /** A few records of the largest size. */
    private static final int SCRATCH_BYTES = 80 * 1024;

    /** Encrypted bytes, read and about to be written. */
    final ByteBuffer in = ByteBuffer.allocateDirect(SCRATCH_BYTES);

    final ByteBuffer out = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    private final SSLContext context;
    private final Access access;
    private final int port;

    private TlsClient(SSLContext context, Access access, int port) {
        this.context = context;
        this.access = access;
        this.port = port;
    }

    /** Returns how one event loop speaks TLS with that server; null if the server speaks it not. */
    static @Nullable TlsClient of(ServerAddress server) {
        Access access = server.access();
        return access == null || !access.tls()
                ? null
                : new TlsClient(TlsContext.of(access.unchecked()), access, server.port());
    }

    SSLEngine newEngine() {
        SSLEngine engine = context.createSSLEngine(access.serverName(), port);
        engine.setUseClientMode(true);
        if (!access.unchecked()) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm(CHECK_NAME);
            engine.setSSLParameters(parameters);
        }
        return engine;
    }
}
