package io.ceiling.harness.run.external;

import io.ceiling.harness.model.Target;
import io.ceiling.harness.run.control.ControlConnection;
import io.ceiling.harness.run.control.DeadlineSocket;
import io.ceiling.harness.run.control.TargetTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** Asks a server once before anything is measured; every method blocks for ten seconds at most until it is connected, and as long for its answer. */
final class ExternalCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";

    private ExternalCheck() {}

    /**
     * Requires that somebody listens, and speaks TLS with a certificate that is trusted if the URL says so.
     *
     * @throws TargetException if nobody does
     */
    static void requireListening(Target target) {
        try (DeadlineSocket socket = new DeadlineSocket()) {
            socket.connect(
                    new InetSocketAddress(
                            target.endpoint().address(), target.endpoint().port()),
                    Math.toIntExact(PATIENCE.toMillis()));
            if (target.endpoint().tls()) {
                requireTls(target, socket);
            }
        } catch (IOException e) {
            throw new ExternalServerException(
                    "%s cannot be reached: %s".formatted(target.endpoint().url(), e.getMessage()));
        }
    }

    private static void requireTls(Target target, DeadlineSocket socket) throws IOException {
        socket.allow(PATIENCE);
        try {
            SSLSocket ignored = TargetTls.over(target, socket);
        } catch (SSLException e) {
            if (e.getCause() instanceof CertificateException refused) {
                throw new ExternalServerException(
                        "%s has a certificate that is not trusted: %s. Hint: --insecure, if it is not to be checked, or have Java trust it, with JDK_JAVA_OPTIONS=-Djavax.net.ssl.trustStore=FILE"
                                .formatted(target.endpoint().url(), innermost(refused)));
            }
            throw new ExternalServerException(
                    "%s does not speak TLS: %s".formatted(target.endpoint().url(), e.getMessage()));
        }
    }

    private static String innermost(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    /**
     * Why a recursion cannot be measured there; empty if it can. It calls its server the way that a local connection can: behind
     * whatever ends TLS for it that works, in a server that does so itself it does not.
     */
    static Optional<String> whyNoRecursion(Target target) {
        if (!target.endpoint().tls()) {
            return Optional.empty();
        }
        try {
            String answer = ask(target, "/recursive?number=1&limit=2").body();
            return answer.contains("\"reached\":2")
                    ? Optional.empty()
                    : Optional.of("a recursion calls its own server without TLS, and this port takes nothing else: "
                            + answer.strip());
        } catch (IOException e) {
            return Optional.of("its first level was not answered: " + e);
        }
    }

    /** Over a connection that is closed again: what comes after it may have no room for one that is idle. */
    private static ControlConnection.Answer ask(Target target, String path) throws IOException {
        try (ControlConnection connection = new ControlConnection(target)) {
            return connection.ask("GET", path, PATIENCE);
        }
    }

    /**
     * Requires the web application of this project at that URL, by an answer that only it gives.
     *
     * @throws TargetException if it is not there
     */
    static void requireWebApplication(Target target) {
        String path = "/length?length=" + ALPHABET.length();
        try {
            ControlConnection.Answer response = ask(target, path);
            if (response.status() != 200 || !response.body().equals(ALPHABET)) {
                throw new ExternalServerException(
                        "%s is not the web application of this project (GET %s was answered with HTTP %d%s). Hint: deploy ceiling.war and give its context root, or ask your own with --get, --hold, --sse or --websocket"
                                .formatted(
                                        target.endpoint().url(),
                                        path,
                                        response.status(),
                                        response.status() == 403
                                                ? ": set its ceiling.allow, or send its token with --header"
                                                : ""));
            }
        } catch (IOException e) {
            throw new ExternalServerException(
                    "%s%s: %s".formatted(target.endpoint().url(), path, e));
        }
    }
}
