package io.ceiling.harness.run;

import io.ceiling.harness.model.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a server once before anything is measured; every method blocks for ten seconds at most. */
final class TargetCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";

    private TargetCheck() {}

    /**
     * Requires that somebody listens.
     *
     * @throws TargetException if nobody does
     */
    static void requireListening(Target target) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(target.address(), target.port()), Math.toIntExact(PATIENCE.toMillis()));
        } catch (IOException e) {
            throw new TargetException("%s cannot be reached: %s".formatted(target.url(), e.getMessage()));
        }
    }

    /**
     * Requires the web application of this project at that URL, by an answer that only it gives.
     *
     * @throws TargetException if it is not there
     */
    static void requireWebApplication(Target target) throws InterruptedException {
        ApplicationUrl application = ApplicationUrl.of(target);
        String path = "/length?length=" + ALPHABET.length();
        try {
            HttpResponse<String> response = application
                    .client()
                    .connectTimeout(PATIENCE)
                    .build()
                    .send(
                            application.request(path).timeout(PATIENCE).GET().build(),
                            HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200 || !response.body().equals(ALPHABET)) {
                throw new TargetException(
                        "%s is not the web application of this project (GET %s was answered with HTTP %d%s). Hint: deploy ceiling.war and give its context root, or ask your own with --get, --hold, --sse or --websocket"
                                .formatted(
                                        target.url(),
                                        path,
                                        response.statusCode(),
                                        response.statusCode() == 403
                                                ? ": set its ceiling.allow, or send its token with --header"
                                                : ""));
            }
        } catch (IOException e) {
            throw new TargetException("%s%s: %s%s"
                    .formatted(
                            target.url(),
                            path,
                            e,
                            target.tls() && !target.unchecked()
                                    ? ". Hint: --insecure, if its certificate is not to be checked"
                                    : ""));
        }
    }
}
