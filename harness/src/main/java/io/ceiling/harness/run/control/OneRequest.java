package io.ceiling.harness.run.control;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Sends one request to a server of the harness's own, over a connection that is closed at once: a client with a pool keeps one of those that are counted. */
public final class OneRequest {

    private OneRequest() {}

    /**
     * Returns the body of the answer; blocks.
     *
     * @param patience for the connection, and again for each part of the answer
     * @throws IOException if there is none, or its status is not 200
     */
    public static String send(String method, String url, Duration patience) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setRequestMethod(method);
        connection.setRequestProperty("Connection", "close");
        connection.setConnectTimeout((int) patience.toMillis());
        connection.setReadTimeout((int) patience.toMillis());
        try (InputStream answer = connection.getInputStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            connection.disconnect();
        }
    }
}
