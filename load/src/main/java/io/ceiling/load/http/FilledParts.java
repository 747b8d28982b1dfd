package io.ceiling.load.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request with placeholders. It is put as a whole, since its length depends on their values. Confined to
 * one event loop.
 *
 * @param start request line up to the end of the path
 * @param middle rest of the request line and the headers
 * @param middleWithCookies the same, ending within the header Cookie
 * @param body the body, with the values of all parts
 */
record FilledParts(Placeholders start, Placeholders middle, Placeholders middleWithCookies, Body body) {

    private static final byte[] LENGTH = Ascii.bytes("Content-Length: ");
    private static final byte[] LINE_END = Ascii.bytes("\r\n");

    /**
     * A body and the values of placeholders.
     *
     * @param hasLength true if the request has a Content-Length
     * @param scratch holds the body until its length is known
     */
    record Body(
            Placeholders text,
            boolean hasLength,
            Map<String, String> files,
            PlaceholderValues values,
            ByteBuffer scratch) {

        Body(String text, boolean hasLength, Map<String, String> files, PlaceholderValues values) {
            this(
                    Placeholders.of(text, files),
                    hasLength,
                    files,
                    values,
                    ByteBuffer.allocate(
                            HttpRequest.MAX_PUT_BYTES + HttpRequest.MAX_PLACEHOLDERS * Placeholders.MAX_VALUE_BYTES));
        }

        /** Returns all parts of a request, given the bytes of its head. */
        FilledParts with(byte[] start, byte[] middle, byte[] middleWithCookies) {
            return new FilledParts(part(start), part(middle), part(middleWithCookies), this);
        }

        private Placeholders part(byte[] bytes) {
            return Placeholders.of(new String(bytes, StandardCharsets.ISO_8859_1), files);
        }
    }

    /**
     * Puts the next request of a connection, with new values.
     *
     * @param headers header lines, each ended by CR LF
     * @param cookies cookies of the client; null for none
     */
    void put(ByteBuffer out, byte[] headers, byte @Nullable [] cookies, long connection) {
        PlaceholderValues values = body.values();
        ByteBuffer scratch = body.scratch();
        values.nextRequest(connection);
        body.text().put(scratch.clear(), values);
        scratch.flip();
        start.put(out, values);
        (cookies == null ? middle : middleWithCookies).put(out, values);
        if (cookies != null) {
            out.put(cookies).put(LINE_END);
        }
        if (body.hasLength()) {
            out.put(LENGTH);
            Ascii.putDecimal(out, scratch.remaining());
            out.put(LINE_END);
        }
        out.put(headers).put(LINE_END).put(scratch);
    }
}
