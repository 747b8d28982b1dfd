package io.ceiling.load.socket;

import java.io.Serializable;

/**
 * Access to a server that the harness did not start.
 *
 * @param serverName server name as in the URL, for the Host header and the check of the certificate
 * @param tls true if the server speaks TLS
 * @param unchecked true if any certificate is accepted
 * @param headers further header lines of every request, each ended by CR LF
 */
public record Access(String serverName, boolean tls, boolean unchecked, String headers) implements Serializable {

    private static final long serialVersionUID = 1;

    /** Returns a text without the headers, whose values may be secrets. */
    @Override
    public String toString() {
        return "Access[%s, tls=%s, unchecked=%s, %d bytes of headers]"
                .formatted(serverName, tls, unchecked, headers.length());
    }
}
