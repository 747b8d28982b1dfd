package io.ceiling.webapp;

import io.ceiling.protocol.Gauges;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ApplicationParameter;

/** The web application in an embedded Tomcat on 127.0.0.1. */
public final class TomcatFixture implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger("org.apache");

    private final Path base = Files.createTempDirectory("ceiling-tomcat");
    private final Tomcat tomcat = new Tomcat();
    private final HttpClient client = HttpClient.newHttpClient();
    private final ServletContext context;

    /** Starts it on a free port; the settings stand in for context parameters. */
    public TomcatFixture(int maxThreads, Map<String, String> settings) throws Exception {
        this(0, maxThreads, settings);
    }

    /** Starts it; the settings stand in for context parameters. */
    public TomcatFixture(int port, int maxThreads, Map<String, String> settings) throws Exception {
        LOG.setLevel(Level.WARNING);
        // A Tomcat that is stopped makes its folder once more now and then.
        base.toFile().deleteOnExit();
        tomcat.setBaseDir(base.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxThreads", Integer.toString(maxThreads));
        tomcat.setAddDefaultWebXmlToWebapp(false);
        Context webapp = tomcat.addWebapp(
                "/ceiling", Path.of("src/main/webapp").toAbsolutePath().toString());
        // Which classes of the class path are annotated takes most of a second to find out, and none is.
        webapp.getJarScanner().setJarScanFilter((type, jar) -> false);
        settings.forEach((name, value) -> {
            var parameter = new ApplicationParameter();
            parameter.setName(name);
            parameter.setValue(value);
            parameter.setOverride(false);
            webapp.addApplicationParameter(parameter);
        });
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            // Nobody closes what was not made.
            ExpandWar.delete(base.toFile());
            throw e;
        }
        context = webapp.getServletContext();
    }

    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    public HttpClient client() {
        return client;
    }

    public ServletContext context() {
        return context;
    }

    public Gauges gauges() {
        return Webapp.of(context).gauges();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + "/ceiling" + path);
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri(path))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Ends it, and deletes what it had below the temporary folder. */
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
