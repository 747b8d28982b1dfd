package io.ceiling.load.socket;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Creates the TLS contexts of clients. */
public final class TlsContext {

    private TlsContext() {}

    /**
     * Returns a new context that trusts the certificates of this JVM.
     *
     * @param acceptsAnyCertificate true to trust any certificate instead, whatever name it has
     */
    public static SSLContext of(boolean acceptsAnyCertificate) {
        return trusting(acceptsAnyCertificate ? new AcceptingTrustManager() : null);
    }

    /**
     * Returns a new context that trusts this certificate and no other, whatever name it has.
     *
     * @param certificate the certificate, DER in base64
     */
    public static SSLContext trusting(String certificate) {
        SSLContext context = trusting(new PinnedTrustManager(Base64.getDecoder().decode(certificate)));
        // No session is resumed, and each cached one costs kilobytes; 0 would mean no bound.
        context.getClientSessionContext().setSessionCacheSize(1);
        return context;
    }

    private static SSLContext trusting(@Nullable TrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust == null ? null : new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    // Accepts only the certificate that the server reported over a trusted channel.
    private static final class PinnedTrustManager extends AcceptingTrustManager {

        private final byte[] certificate;

        PinnedTrustManager(byte[] certificate) {
            this.certificate = certificate;
        }

        @Override
        void check(X509Certificate[] chain) throws CertificateException {
            if (!Arrays.equals(certificate, chain[0].getEncoded())) {
                throw new CertificateException("the server has another certificate than the one that it reported");
            }
        }
    }

    // Accepts every certificate, as the user asked for.
    private static class AcceptingTrustManager extends X509ExtendedTrustManager {

        void check(X509Certificate[] chain) throws CertificateException {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
