package io.ceiling.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** CATALINA_BASE of a stock Tomcat: its own configuration on a free port, and settings of the WAR in a Context file. */
final class TomcatBase {

    /** TLS by the JDK, as docs/drop-in.md has it. */
    private static final String TLS_CONNECTOR =
            """
            <Connector port="0" protocol="org.apache.coyote.http11.Http11NioProtocol" SSLEnabled="true"
                       sslImplementationName="org.apache.tomcat.util.net.jsse.JSSEImplementation">
              <SSLHostConfig><Certificate certificateKeystoreFile="%s" certificateKeystorePassword="%s" type="EC"/></SSLHostConfig>
            </Connector>
            """;

    private TomcatBase() {}

    static StockBase make(StockKind kind, Path javaHome, StockSetup setup) throws IOException {
        Path base = StockBase.empty(kind, javaHome, setup);
        for (String folder : List.of("conf", "logs", "temp", "webapps", "work")) {
            Files.createDirectories(base.resolve(folder));
        }
        try (Stream<Path> files = Files.list(kind.home().resolve("conf"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, base.resolve("conf").resolve(file.getFileName()));
            }
        }
        Path server = base.resolve("conf/server.xml");
        String threads = setup.maxThreads().map(" maxThreads=\"%d\""::formatted).orElse("");
        String tls = setup.certificate()
                .map(store -> TLS_CONNECTOR.formatted(store, SelfSigned.PASSWORD))
                .orElse("");
        Files.writeString(
                server,
                Files.readString(server)
                        .replace("<Server port=\"8005\"", "<Server port=\"-1\"")
                        .replace("<Connector port=\"8080\"", "<Connector port=\"0\"" + threads)
                        .replace(
                                "connectionTimeout=\"20000\"",
                                "connectionTimeout=\"%d\""
                                        .formatted(setup.idleMillis().orElse(20_000)))
                        .replace("<Engine name=", tls + "<Engine name="));
        Files.copy(kind.war(), base.resolve("webapps/ceiling.war"));
        if (!setup.settings().isEmpty()) {
            Path context = Files.createDirectories(base.resolve("conf/Catalina/localhost"))
                    .resolve("ceiling.xml");
            Files.writeString(context, context(setup.settings()));
        }
        Path gauges = StockBase.gaugesIn(base);
        return new StockBase(
                base,
                List.of("sh", kind.home().resolve("bin/catalina.sh").toString(), "run"),
                Map.of(
                        "JAVA_HOME", javaHome.toString(),
                        "CATALINA_HOME", kind.home().toString(),
                        "CATALINA_BASE", base.toString(),
                        "CATALINA_OPTS",
                                StockBase.OPTIONS + " -Dceiling.gauges=" + gauges + " "
                                        + String.join(" ", setup.jvmOptions())),
                gauges);
    }

    private static String context(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(each -> "  <Parameter name=\"%s\" value=\"%s\" override=\"false\"/>\n"
                        .formatted(each.getKey(), each.getValue()))
                .collect(Collectors.joining("", "<Context>\n", "</Context>\n"));
    }
}
