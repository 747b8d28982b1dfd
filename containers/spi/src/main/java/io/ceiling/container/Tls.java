package io.ceiling.container;

import java.util.Locale;

/** The version of TLS that a connector speaks. */
public enum Tls {
    /** Plain TCP. */
    OFF(""),
    /** TLS 1.3 and no other version, with a certificate that the server makes for itself when it starts. */
    TLS13("TLSv1.3");

    private final String protocol;

    Tls(String protocol) {
        this.protocol = protocol;
    }

    /** Returns the name in commands, files and tables, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the protocol in the JDK, such as {@code TLSv1.3}; empty for plain TCP. */
    public String protocol() {
        return protocol;
    }

    public boolean isOn() {
        return this != OFF;
    }

    /**
     * Returns the version with this label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Tls of(String label) {
        return Labels.parse("tls", label, values(), Tls::label);
    }
}
