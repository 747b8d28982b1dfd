package io.ceiling.load.socket;

/**
 * Access to a server that needs more than plain HTTP: TLS, headers, or an offer of compression.
 *
 * @param serverName server name as in the URL, for the Host header and the check of the certificate
 * @param tls true if the server speaks TLS
 * @param acceptsAnyCertificate true if any certificate is accepted
 * @param headers further header lines of every request, each ended by CR LF
 * @param certificate the only accepted certificate, whatever its name, DER in base64; empty for all certificates that
 *     this JVM trusts
 * @param compression compression of messages that WebSockets offer
 */
public record Access(
        String serverName,
        boolean tls,
        boolean acceptsAnyCertificate,
        String headers,
        String certificate,
        Compression compression) {

    /** Creates an access without a pinned certificate and without compression. */
    public Access(String serverName, boolean tls, boolean unchecked, String headers) {
        this(serverName, tls, unchecked, headers, "", Compression.NONE);
    }

    /** Returns true if only one certificate is accepted. */
    boolean pinned() {
        return !certificate.isEmpty();
    }

    /** Returns a text without the headers, whose values may be secrets. */
    @Override
    public String toString() {
        return "Access[%s, tls=%s, unchecked=%s, %d bytes of headers]"
                .formatted(serverName, tls, acceptsAnyCertificate, headers.length());
    }
}
