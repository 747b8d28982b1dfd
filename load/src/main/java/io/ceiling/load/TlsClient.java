package io.ceiling.load;

import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

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

    static TlsClient of(Access access, int port) {
        return new TlsClient(context(access.unchecked()), access, port);
    }

    /**
     * A context with the certificates that this JVM trusts.
     *
     * @param unchecked trusts any certificate instead, whatever name is in it
     */
    private static SSLContext context(boolean unchecked) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, unchecked ? new TrustManager[] {new TrustsAll()} : null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
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

    /** The user has said that any certificate will do. */
    private static final class TrustsAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
