package io.ceiling.livepage;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;

/** The page of an application that consists of nothing but numbers, in an embedded Tomcat on 127.0.0.1. */
final class Served implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger("org.apache");

    /** The numbers of the application; a test changes them. */
    final Map<String, Long> numbers = new ConcurrentHashMap<>();

    final AtomicInteger refused = new AtomicInteger();
    final HttpClient client = HttpClient.newHttpClient();
    private final Path base = Files.createTempDirectory("ceiling-live-page");
    private final Tomcat tomcat = new Tomcat();

    Served(int viewers) throws Exception {
        LOG.setLevel(Level.WARNING);
        base.toFile().deleteOnExit();
        tomcat.setBaseDir(base.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxThreads", "50");
        tomcat.addContext("/ceiling", base.toString())
                .addServletContainerInitializer((types, application) -> start(application, viewers), null);
        tomcat.start();
    }

    private void start(ServletContext application, int viewers) {
        application.setAttribute(
                "ceiling.readings",
                Map.<String, LongSupplier>of("ASYNC_HOLDS", () -> numbers.getOrDefault("ASYNC_HOLDS", 0L)));
        application.setAttribute("ceiling.settings", Map.of("ceiling.live.viewers", Integer.toString(viewers)));
        application.setAttribute("ceiling.atmosphere", "3.1.0");
        application.setAttribute("ceiling.refused", (Runnable) refused::incrementAndGet);
        new LivePage().contextInitialized(new ServletContextEvent(application));
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/ceiling" + path);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        return client.send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    BufferedReader events() throws IOException, InterruptedException {
        HttpResponse<InputStream> answer =
                client.send(HttpRequest.newBuilder(uri("/live")).build(), HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("/live answered " + answer.statusCode());
        }
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws LifecycleException {
        try {
            tomcat.stop();
            tomcat.destroy();
        } finally {
            ExpandWar.delete(base.toFile());
        }
    }
}
