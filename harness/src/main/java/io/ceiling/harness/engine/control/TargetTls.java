package io.ceiling.harness.engine.control;

import io.ceiling.harness.scenario.Target;
import io.ceiling.load.socket.TlsContext;
import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Opens TLS over a connection to an external server, with the certificate check that the user chose. */
public final class TargetTls {

    private TargetTls() {}

    /**
     * Wraps the connected socket in TLS and blocks until the handshake is complete.
     *
     * @throws IOException if the handshake fails, or the certificate is not trusted or belongs to another host
     */
    public static SSLSocket over(Target target, Socket connected) throws IOException {
        SSLSocket tls = (SSLSocket) TlsContext.of(target.endpoint().trustsAnyCertificate())
                .getSocketFactory()
                .createSocket(
                        connected,
                        target.endpoint().serverName(),
                        target.endpoint().port(),
                        true);
        if (!target.endpoint().trustsAnyCertificate()) {
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            tls.setSSLParameters(parameters);
        }
        tls.startHandshake();
        return tls;
    }
}
