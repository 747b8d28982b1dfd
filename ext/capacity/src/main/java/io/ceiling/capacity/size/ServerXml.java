package io.ceiling.capacity.size;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.text.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The settings as a Connector of Tomcat. Pure functions. */
final class ServerXml {

    /** Tomcat 8.0 takes 500 and less for no buffer at all. */
    private static final int MIN_OUTPUT = 512;

    private ServerXml() {}

    static List<String> lines(Sizing sizing) {
        Map<String, String> attributes = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>(List.of(comment(ConfigText.purpose(sizing))));
        boolean tls = ConfigText.isTls(sizing);
        attributes.put("port", tls ? "8443" : "8080");
        attributes.put("protocol", protocol(sizing.scenario().connector()));
        if (tls) {
            attributes.put("scheme", "https");
            attributes.put("secure", "true");
            attributes.put("SSLEnabled", "true");
            attributes.put("sslImplementationName", "org.apache.tomcat.util.net.jsse.JSSEImplementation");
            lines.add(comment("SSLEnabled: TLS of the JDK, as measured; " + ConfigText.YOUR_KEY));
        }
        add(attributes, lines, "maxConnections", sizing, SettingKey.MAX_CONNECTIONS);
        if (sizing.scenario().threadKind() == ThreadKind.VIRTUAL) {
            attributes.put("useVirtualThreads", "true");
            lines.add(comment("useVirtualThreads: as measured"));
        }
        add(attributes, lines, "maxThreads", sizing, SettingKey.MAX_THREADS);
        add(attributes, lines, "acceptCount", sizing, SettingKey.ACCEPT_COUNT);
        timeouts(attributes, lines, sizing);
        ConfigText.deflate(sizing).map(ServerXml::comment).ifPresent(lines::add);
        sizing.setting(SettingKey.BUFFER).ifPresent(buffer -> {
            buffers(sizing.scenario().connector(), buffer).forEach(attributes::put);
            lines.add(comment("buffers: " + buffer.reason()
                    + "; a request whose headers are larger than maxHttpRequestHeaderSize is refused"));
            lines.add(comment(String.format(
                    Locale.ROOT,
                    "WebSockets also need the context parameters org.apache.tomcat.websocket.textBufferSize and .binaryBufferSize of %d in web.xml",
                    buffer.value())));
        });
        lines.add("<Connector");
        List<String> written = attributes.entrySet().stream()
                .map(attribute ->
                        String.format(Locale.ROOT, "    %s=\"%s\"", attribute.getKey(), escaped(attribute.getValue())))
                .toList();
        lines.addAll(written.subList(0, written.size() - 1));
        lines.add(written.get(written.size() - 1) + (tls ? ">" : "/>"));
        if (tls) {
            lines.add(String.format(
                    Locale.ROOT,
                    "    <SSLHostConfig protocols=\"%s\">",
                    sizing.scenario().sizes().tls().protocol()));
            lines.add(
                    "        <Certificate certificateKeystoreFile=\"conf/keystore.p12\" certificateKeystorePassword=\"PASSWORD\"/>");
            lines.add("    </SSLHostConfig>");
            lines.add("</Connector>");
        }
        return List.copyOf(lines);
    }

    /** Adds the attributes that keep an idle connection open. */
    private static void timeouts(Map<String, String> attributes, List<String> lines, Sizing sizing) {
        attributes.put("keepAliveTimeout", "-1");
        lines.add(comment("keepAliveTimeout: " + ConfigText.IDLE + "; a time here closes it"));
        attributes.put("maxKeepAliveRequests", "-1");
        lines.add(comment("maxKeepAliveRequests: " + ConfigText.IDLE + ", however many requests it sends"));
        if (ConfigText.isAsynchronous(sizing)) {
            attributes.put("asyncTimeout", "-1");
            lines.add(
                    comment(
                            "asyncTimeout: an asynchronous request has no time limit, as when its cost was measured; usual are 30 s"));
        }
        if (sizing.scenario().connector() == Connector.BIO) {
            attributes.put("disableKeepAlivePercentage", "100");
            lines.add(
                    comment(
                            "disableKeepAlivePercentage: with fewer, keep-alive ends when that part of the threads is busy, and each connection keeps one"));
        }
    }

    private static void add(
            Map<String, String> attributes, List<String> lines, String name, Sizing sizing, SettingKey key) {
        sizing.setting(key).ifPresent(setting -> {
            attributes.put(name, Long.toString(setting.value()));
            lines.add(comment(name + ": " + setting.reason()));
        });
    }

    private static String protocol(Connector connector) {
        return switch (connector) {
            case NIO -> "org.apache.coyote.http11.Http11NioProtocol";
            case NIO2 -> "org.apache.coyote.http11.Http11Nio2Protocol";
            case BIO -> "org.apache.coyote.http11.Http11Protocol";
        };
    }

    private static Map<String, String> buffers(Connector connector, Setting buffer) {
        String bytes = Long.toString(buffer.value());
        String headers = Long.toString(ConfigText.headerBytes(buffer));
        Map<String, String> attributes = new LinkedHashMap<>();
        if (connector == Connector.BIO) {
            attributes.put("maxHttpHeaderSize", headers);
            attributes.put("socketBuffer", Long.toString(Math.max(MIN_OUTPUT, buffer.value())));
            return attributes;
        }
        attributes.put("socket.appReadBufSize", bytes);
        attributes.put("socket.appWriteBufSize", bytes);
        attributes.put("maxHttpRequestHeaderSize", headers);
        attributes.put("maxHttpResponseHeaderSize", headers);
        return attributes;
    }

    /** Returns a comment that no text can end: XML allows no two dashes in it, and none at its end. */
    static String comment(String text) {
        String line = OneLine.of(text);
        while (line.contains("--")) {
            line = line.replace("--", "- -");
        }
        return String.format(Locale.ROOT, "<!-- %s -->", line);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
