package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import java.nio.ByteBuffer;

/**
 * The text of a channel's identifier, a decimal number. One per event loop, set anew for each connection that is read.
 */
public final class Identifier {

    static final int MAX_DIGITS = 10;

    final byte[] digits = new byte[MAX_DIGITS];
    int length;
    private final ByteBuffer buffer = ByteBuffer.wrap(digits);

    public void set(int number) {
        Ascii.putDecimal(buffer.clear(), number);
        length = buffer.position();
    }

    @Override
    public String toString() {
        return Ascii.text(digits, 0, length);
    }
}
