package io.ceiling.webapp.access;

import io.ceiling.protocol.Json;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A block of IP addresses: {@code loopback}, an address, or an address and a prefix length ({@code 10.0.0.0/8}). */
public sealed interface Network {

    /** Matches every IPv6 address, with its zone if it has one, and some texts that are no address. */
    Pattern LIKE_IPV6 = Pattern.compile("[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(%[0-9A-Za-z._-]+)?");

    boolean contains(InetAddress address);

    /**
     * Parses a network.
     *
     * @throws IllegalArgumentException with one line that names the text and what is allowed
     */
    static Network parse(String text) {
        if (text.equals("loopback")) {
            return new Loopback();
        }
        int slash = text.indexOf('/');
        InetAddress address = literal(slash < 0 ? text : text.substring(0, slash));
        if (address == null || text.indexOf('%') >= 0) {
            throw bad(text);
        }
        int bits = Byte.SIZE * address.getAddress().length;
        int prefix = slash < 0 ? bits : number(text.substring(slash + 1));
        if (slash >= 0 && bits == 32 && text.indexOf(':') >= 0) {
            // ::ffff:10.0.0.0/104 is 10.0.0.0/8: Java reads a mapped address as the IPv4 address.
            prefix -= 96;
        }
        if (prefix < 0 || prefix > bits) {
            throw bad(text);
        }
        return new Block(address.getAddress(), prefix);
    }

    /** Returns the IP address in a text; null if it is none. Names are never looked up. */
    static @Nullable InetAddress literal(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > 100) {
            return null;
        }
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        try {
            byte[] quad = dottedQuad(bare);
            if (quad != null) {
                return InetAddress.getByAddress(quad);
            }
            // Java looks up a text with colons like a name unless it begins like an address.
            return LIKE_IPV6.matcher(bare).matches() ? InetAddress.getByName(bare) : null;
        } catch (UnknownHostException e) {
            return null;
        }
    }

    // Returns the bytes of an IPv4 address; null for any other text. Uses no pattern, because each request parses two
    // addresses.
    private static byte @Nullable [] dottedQuad(String text) {
        byte[] quad = new byte[4];
        int begin = 0;
        for (int i = 0; i < quad.length; i++) {
            int dot = i < 3 ? text.indexOf('.', begin) : text.length();
            int number = dot < 0 ? -1 : number(text.substring(begin, dot));
            if (number < 0 || number > 255) {
                return null;
            }
            quad[i] = (byte) number;
            begin = dot + 1;
        }
        return quad;
    }

    // Returns a number of at most three digits; -1 for any other text.
    private static int number(String text) {
        return isDigits(text, 3) && !text.isEmpty() ? Integer.parseInt(text) : -1;
    }

    /** Returns true if the text has only digits, and at most {@code most} of them. */
    static boolean isDigits(String text, int most) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() <= most;
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                "network must be 'loopback', an IP address or address/prefix such as 10.0.0.0/8, was '%s'"
                        .formatted(Json.echo(text)));
    }

    /** The addresses 127.0.0.0/8 and ::1. */
    record Loopback() implements Network {
        @Override
        public boolean contains(InetAddress address) {
            return address.isLoopbackAddress();
        }
    }

    /** All addresses that have the first {@code prefix} bits of {@code address}. */
    final class Block implements Network {

        private final byte[] address;
        private final int prefix;

        private Block(byte[] address, int prefix) {
            this.address = address;
            this.prefix = prefix;
        }

        @Override
        public boolean contains(InetAddress other) {
            byte[] bytes = other.getAddress();
            if (bytes.length != address.length) {
                return false;
            }
            int whole = prefix / Byte.SIZE;
            for (int i = 0; i < whole; i++) {
                if (bytes[i] != address[i]) {
                    return false;
                }
            }
            int rest = prefix % Byte.SIZE;
            return rest == 0 || ((bytes[whole] ^ address[whole]) & 0xFF) >> (Byte.SIZE - rest) == 0;
        }
    }
}
