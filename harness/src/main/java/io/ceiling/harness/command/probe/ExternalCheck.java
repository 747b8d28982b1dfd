package io.ceiling.harness.command.probe;

import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.engine.control.DeadlineSocket;
import io.ceiling.harness.engine.control.TargetTls;
import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * Checks an external server once before anything is measured. Every method blocks for at most ten seconds to connect,
 * and as long again for the response.
 */
public final class ExternalCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";
    private static final String LENGTH = "/length?length=" + ALPHABET.length();

    private ExternalCheck() {}

    /**
     * Requires that the port accepts connections and, if the URL says https, speaks TLS with a trusted certificate.
     *
     * @throws ExternalServerException if it does not
     */
    public static void requireListening(Target target) {
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
        socket.setDeadline(PATIENCE);
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
     * Returns the reason why a recursion cannot be measured on this server; empty if it can. A recursion calls its own
     * server without TLS. That works behind a proxy that terminates TLS, but not on a port where the server itself
     * requires TLS.
     */
    static Optional<String> recursionObstacle(Target target) {
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

    // Closes the connection after the response: the server may have no room for an idle one.
    private static ControlConnection.HttpAnswer ask(Target target, String path) throws IOException {
        try (ControlConnection connection = new ControlConnection(target)) {
            return connection.send("GET", path, PATIENCE);
        }
    }

    /** Returns true if ceiling.war is deployed at the URL: it answers as only it does, or with its own refusal. */
    static boolean isWebApplication(Target target) {
        try {
            ControlConnection.HttpAnswer response = ask(target, LENGTH);
            boolean deniesAccess = response.status() == 403 && response.body().contains("ceiling.allow");
            return deniesAccess || (response.status() == 200 && response.body().equals(ALPHABET));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Requires that this project's web application is deployed at the URL.
     *
     * @throws ExternalServerException if it is not there
     */
    static void requireWebApplication(Target target) {
        try {
            ControlConnection.HttpAnswer response = ask(target, LENGTH);
            if (response.status() != 200 || !response.body().equals(ALPHABET)) {
                throw new ExternalServerException(
                        "%s is not the web application of this project (GET %s was answered with HTTP %d%s). Hint: ask your own with --get, --in-flight, --hold-request, --sse or --websocket, or deploy ceiling.war and give its context root"
                                .formatted(
                                        target.endpoint().url(),
                                        LENGTH,
                                        response.status(),
                                        response.status() == 403
                                                ? ": set its ceiling.allow, or send its token with --header"
                                                : ""));
            }
        } catch (IOException e) {
            throw new ExternalServerException(
                    "%s%s: %s".formatted(target.endpoint().url(), LENGTH, e));
        }
    }
}
