package io.ceiling.harness.engine.control;

import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.socket.TlsContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The URL of an application, with the headers and the TLS check of the requests that the harness itself sends to it.
 *
 * @param base URL of the application, without a trailing slash
 * @param headers headers of every request, each {@code Name: value}
 * @param unchecked true to accept any certificate
 * @param certificate the only accepted certificate, DER in base64; empty to accept what this JVM trusts
 */
public record ApplicationUrl(String base, List<String> headers, boolean unchecked, String certificate) {

    /** Returns the URL of the application in a scenario's server, or in the first of several external servers. */
    public static ApplicationUrl of(Scenario scenario, StartedServer server) {
        return scenario.firstTarget()
                .map(ApplicationUrl::of)
                .orElseGet(() -> new ApplicationUrl(
                        "%s://%s:%d%s"
                                .formatted(
                                        server.running().sizes().tls().isOn() ? "https" : "http",
                                        server.place().address(),
                                        server.running().port(),
                                        server.running().contextPath()),
                        List.of(),
                        false,
                        server.running().sizes().tls().certificate()));
    }

    public static ApplicationUrl of(Target target) {
        return new ApplicationUrl(
                target.endpoint().url(),
                target.endpoint().headers(),
                target.endpoint().trustsAnyCertificate(),
                "");
    }

    public HttpClient.Builder client() {
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        return tls().map(builder::sslContext).orElse(builder);
    }

    /** Returns a TLS context for a certificate that this JVM does not trust; empty if the default is enough. */
    Optional<SSLContext> tls() {
        if (!certificate.isEmpty()) {
            return Optional.of(TlsContext.trusting(certificate));
        }
        return unchecked ? Optional.of(TlsContext.of(true)) : Optional.empty();
    }

    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        for (String header : headers) {
            int colon = header.indexOf(':');
            request.header(
                    header.substring(0, colon), header.substring(colon + 1).strip());
        }
        return request;
    }
}
