package io.ceiling.harness.engine.control;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.HttpsURLConnection;

/**
 * Sends a single request to a server that the harness started, over a connection that is closed at once. A pooling
 * client would keep a connection that the server then counts.
 */
public final class UnpooledRequest {

    private UnpooledRequest() {}

    /**
     * Sends a request without a body and returns the body of the response; blocks.
     *
     * @param path path below the URL of the application
     * @param patience time limit for the connect, and again for each read
     * @throws IOException if there is no response, or its status is 400 or higher
     */
    public static String send(String method, ApplicationUrl application, String path, Duration patience)
            throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(application.base() + path).toURL().openConnection();
        if (connection instanceof HttpsURLConnection secured) {
            application.tls().ifPresent(tls -> secured.setSSLSocketFactory(tls.getSocketFactory()));
        }
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
