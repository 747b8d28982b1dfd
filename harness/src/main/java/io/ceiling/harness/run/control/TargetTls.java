package io.ceiling.harness.run.control;

import io.ceiling.harness.model.Target;
import io.ceiling.load.socket.TlsContext;
import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** TLS with a target, as its user has said that certificates are to be checked. */
public final class TargetTls {

    private TargetTls() {}

    /**
     * The given connection from now on in TLS; blocks until the two have agreed.
     *
     * @throws IOException if they do not, or the certificate is not trusted or is another host's
     */
    public static SSLSocket over(Target target, Socket connected) throws IOException {
        SSLSocket tls = (SSLSocket) TlsContext.of(target.endpoint().unchecked())
                .getSocketFactory()
                .createSocket(
                        connected,
                        target.endpoint().serverName(),
                        target.endpoint().port(),
                        true);
        if (!target.endpoint().unchecked()) {
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            tls.setSSLParameters(parameters);
        }
        tls.startHandshake();
        return tls;
    }
}
