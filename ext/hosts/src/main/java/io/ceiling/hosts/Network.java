package io.ceiling.hosts;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * A block of IP addresses in CIDR notation.
 *
 * @param address an address of the block
 * @param bits number of leading bits that all its addresses share
 */
record Network(String address, int bits) {

    // Only what is an address without any lookup.
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    /**
     * Parses a block such as {@code 198.18.0.0/15}, or a single address.
     *
     * @throws IllegalArgumentException if the text is no block; the message is one line
     */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        byte[] bytes = bytes(address);
        int most = 8 * bytes.length;
        try {
            int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
            if (bytes.length > 0 && bits >= 0 && bits <= most) {
                return new Network(address, bits);
            }
        } catch (NumberFormatException e) {
            // The message below says what is wrong.
        }
        throw new IllegalArgumentException(
                "must be IP addresses or networks such as 198.18.0.0/15, was '%s'".formatted(text));
    }

    /** Returns true if that is an IP address of this block; false for a name. */
    public boolean contains(String host) {
        byte[] other = bytes(host);
        byte[] own = bytes(address);
        int rest = 8 * own.length - bits;
        return other.length == own.length
                && own.length > 0
                && new BigInteger(1, other).shiftRight(rest).equals(new BigInteger(1, own).shiftRight(rest));
    }

    private static byte[] bytes(String literal) {
        try {
            return LITERAL.matcher(literal).matches()
                    ? InetAddress.getByName(literal).getAddress()
                    : new byte[0];
        } catch (UnknownHostException e) {
            return new byte[0];
        }
    }

    @Override
    public String toString() {
        return address + "/" + bits;
    }
}
