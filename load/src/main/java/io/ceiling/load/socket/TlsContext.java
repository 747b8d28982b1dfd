package io.ceiling.load.socket;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Creates the TLS contexts of clients of external servers. */
public final class TlsContext {

    private TlsContext() {}

    /**
     * Returns a new context that trusts the certificates of this JVM.
     *
     * @param unchecked true to trust any certificate instead, whatever name it has
     */
    public static SSLContext of(boolean unchecked) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, unchecked ? new TrustManager[] {new TrustsAll()} : null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    /** Accepts every certificate, as the user asked for. */
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
