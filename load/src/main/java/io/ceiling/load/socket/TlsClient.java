package io.ceiling.load.socket;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** The TLS context of the connections of one event loop, with scratch buffers that they share. Not thread-safe. */
final class TlsClient {

    private static final String CHECK_NAME = "HTTPS";
    // Room for a few records of the maximum size.
    private static final int SCRATCH_BYTES = 80 * 1024;

    /**
     * Scratch buffers for encrypted bytes: {@code in} for bytes that were read, {@code out} for bytes about to be
     * written.
     */
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

    /** Returns the TLS context for a server; null if the server does not speak TLS. */
    static @Nullable TlsClient of(ServerAddress server) {
        Access access = server.access();
        return access == null || !access.tls() ? null : new TlsClient(context(access), access, server.port());
    }

    private static SSLContext context(Access access) {
        return access.pinned()
                ? TlsContext.trusting(access.certificate())
                : TlsContext.of(access.acceptsAnyCertificate());
    }

    SSLEngine newEngine() {
        if (access.pinned()) {
            // An engine without the name of its peer resumes no session, so that each connection costs a full
            // handshake.
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(true);
            return engine;
        }
        SSLEngine engine = context.createSSLEngine(access.serverName(), port);
        engine.setUseClientMode(true);
        if (!access.acceptsAnyCertificate()) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm(CHECK_NAME);
            engine.setSSLParameters(parameters);
        }
        return engine;
    }
}
