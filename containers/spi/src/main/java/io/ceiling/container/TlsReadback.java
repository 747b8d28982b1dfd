package io.ceiling.container;

/**
 * TLS of a running connector, read back by a handshake with it.
 *
 * @param protocol protocol of the handshake, such as {@code TLSv1.3}; empty for plain TCP
 * @param cipherSuite cipher suite of the handshake
 * @param key kind of the certificate's key, such as {@code EC secp256r1}
 * @param certificate certificate of the server, DER in base64
 */
public record TlsReadback(String protocol, String cipherSuite, String key, String certificate) {

    /** Plain TCP, or a server that does not report its TLS. */
    public static final TlsReadback OFF = new TlsReadback("", "", "", "");

    public boolean isOn() {
        return !protocol.isEmpty();
    }
}
