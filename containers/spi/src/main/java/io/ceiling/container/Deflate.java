package io.ceiling.container;

import java.util.Locale;

/** The compression of WebSocket messages (permessage-deflate, RFC 7692) that clients offer and a server accepts. */
public enum Deflate {
    /** No compression. */
    OFF,
    /** Each end may refer to its earlier messages, and keeps their last 32 KiB. */
    TAKEOVER,
    /** Each message is compressed for itself. */
    NO_TAKEOVER;

    /** Returns the name in commands, files and tables, in the form {@code no-takeover}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public boolean isOn() {
        return this != OFF;
    }

    /**
     * Returns the compression with this label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Deflate of(String label) {
        return Labels.parse("deflate", label, values(), Deflate::label);
    }
}
