package io.ceiling.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server as it is distributed, and which form of the WAR it takes. */
enum StockKind {
    TOMCAT_11("Tomcat 11", "tomcat-11", "ceiling.war"),
    TOMCAT_10("Tomcat 10.1", "tomcat-10.1", "ceiling.war"),
    TOMCAT_9("Tomcat 9", "tomcat-9", "ceiling-javax.war"),
    TOMCAT_8("Tomcat 8.5", "tomcat-8.5", "ceiling-javax.war"),
    JETTY_EE11("Jetty 12.1 ee11", "jetty-12.1", "ceiling.war"),
    JETTY_EE10("Jetty 12.1 ee10", "jetty-12.1", "ceiling.war");

    private static final Path ROOT = Path.of(System.getProperty("ceiling.root", "."));
    private static final Pattern TOMCAT_PORT =
            Pattern.compile("Starting ProtocolHandler \\[\"http-nio-auto-\\d+-(\\d+)\"]");
    private static final Pattern TOMCAT_TLS_PORT =
            Pattern.compile("Starting ProtocolHandler \\[\"https-jsse-nio-auto-\\d+-(\\d+)\"]");
    private static final Pattern JETTY_PORT =
            Pattern.compile("Started \\S*ServerConnector@\\S*\\{[^}]*}\\{[^}]*:(\\d+)}");

    private final String label;
    private final String folder;
    private final String war;

    StockKind(String label, String folder, String war) {
        this.label = label;
        this.folder = folder;
        this.war = war;
    }

    String label() {
        return label;
    }

    boolean isJetty() {
        return folder.startsWith("jetty");
    }

    /** {@code ee11}; of a Jetty alone. */
    String environment() {
        return label.substring(label.lastIndexOf(' ') + 1);
    }

    String warName() {
        return war;
    }

    Path war() {
        return ROOT.resolve("webapp/target").resolve(war).toAbsolutePath().normalize();
    }

    /** Where the build unpacked it. */
    Path home() throws IOException {
        Path unpacked = target().resolve("stock").resolve(folder);
        try (Stream<Path> children = Files.list(unpacked)) {
            return children.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    /** {@code 11.0.24}. */
    String version() throws IOException {
        String name = String.valueOf(home().getFileName());
        return name.substring(name.lastIndexOf('-') + 1);
    }

    static Path target() {
        return ROOT.resolve("it/target").toAbsolutePath().normalize();
    }

    /** How the log tells the port, once the server is started. */
    Pattern port() {
        return isJetty() ? JETTY_PORT : TOMCAT_PORT;
    }

    /** The same of a connector with TLS, which only a Tomcat is given. */
    Pattern tlsPort() {
        return TOMCAT_TLS_PORT;
    }

    /** What the log says when everything is deployed. */
    Pattern started() {
        return Pattern.compile(isJetty() ? "Started oejs\\.Server@" : "Server startup in ");
    }

    /** The modules that the WAR needs. */
    List<String> modules() {
        String ee = environment();
        return List.of("http", ee + "-deploy", ee + "-annotations", ee + "-websocket-jakarta");
    }
}
