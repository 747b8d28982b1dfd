package io.ceiling.harness.run;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Target;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Where the harness itself asks an application, beside what the load agents ask.
 *
 * @param base URL of the application, without a slash at its end
 * @param headers of every request, each {@code Name: value}
 * @param unchecked whether any certificate will do
 */
record ApplicationUrl(String base, List<String> headers, boolean unchecked) {

    /** That of a scenario's server. */
    static ApplicationUrl of(Scenario scenario, RunningSettings running) {
        return scenario.target()
                .map(ApplicationUrl::of)
                .orElseGet(() -> new ApplicationUrl(
                        "http://127.0.0.1:%d%s".formatted(running.port(), running.contextPath()), List.of(), false));
    }

    static ApplicationUrl of(Target target) {
        return new ApplicationUrl(target.url(), target.headers(), target.unchecked());
    }

    HttpClient.Builder client() {
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        return unchecked ? builder.sslContext(trustingAll()) : builder;
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        for (String header : headers) {
            int colon = header.indexOf(':');
            request.header(
                    header.substring(0, colon), header.substring(colon + 1).strip());
        }
        return request;
    }

    private static SSLContext trustingAll() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustsAll()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    /** The user has said that any certificate will do. */
    private static final class TrustsAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
