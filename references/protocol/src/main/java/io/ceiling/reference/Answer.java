package io.ceiling.reference;

import java.nio.charset.StandardCharsets;

/**
 * The answer to an HTTP request, which a server sends with its length.
 *
 * @param status HTTP status
 * @param contentType value of the header Content-Type
 * @param header further header, {@code name: value}; empty if there is none
 * @param body array that begins with the body, which nobody may change
 * @param length length of the body in bytes
 */
@SuppressWarnings("ArrayRecordComponent") // The longest body is shared by all answers, and compared by nobody.
public record Answer(int status, String contentType, String header, byte[] body, int length) {

    static Answer json(int status, String header, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return new Answer(status, "application/json", header, body, body.length);
    }

    /** Returns the name of the further header; empty if there is none. */
    public String headerName() {
        return header.isEmpty() ? "" : header.substring(0, header.indexOf(':'));
    }

    /** Returns the value of the further header; empty if there is none. */
    public String headerValue() {
        return header.isEmpty() ? "" : header.substring(header.indexOf(':') + 2);
    }
}
