package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.ceiling.container.Deflate;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ConfigFormatTest {

    private static final Sizing TOMCAT = Sizings.sizing(
            5_000, Sizings.server("tomcat", ThreadKind.PLATFORM, Workloads.WEBSOCKET, OptionalInt.of(1_024)));
    private static final Sizing JETTY = Sizings.sizing(
            50_000, Sizings.server("jetty", ThreadKind.PLATFORM, Workloads.KEEP_ALIVE, OptionalInt.of(4_096)));

    private static final Sizing UNDERTOW = Sizings.sizing(
            5_000, Sizings.server("undertow", ThreadKind.PLATFORM, Workloads.KEEP_ALIVE, OptionalInt.of(1_024)));
    private static final Sizing TLS = tls();

    private static Sizing tls() {
        Scenario plain = Sizings.tomcat();
        return Sizings.sizing(
                5_000,
                plain.with(plain.server().toBuilder()
                        .sizes(plain.sizes().with(Tls.TLS13).with(Deflate.NO_TAKEOVER))
                        .build()));
    }

    private static Sizing withoutHeaderCache() {
        Scenario plain = Sizings.server("jetty", ThreadKind.PLATFORM, Workloads.KEEP_ALIVE, OptionalInt.empty());
        return Sizings.sizing(
                5_000,
                plain.with(plain.server().toBuilder()
                        .headerCacheNodes(OptionalInt.of(0))
                        .build()));
    }

    private static Sizing held(String container) {
        return Sizings.sizing(
                5_000, Sizings.server(container, ThreadKind.PLATFORM, Workloads.HOLD_ASYNC, OptionalInt.empty()));
    }

    static Stream<Arguments> goldenFiles() {
        return Stream.of(
                Arguments.of("tomcat-server.xml", ConfigFormat.SERVER_XML, TOMCAT),
                Arguments.of("tomcat-application.properties", ConfigFormat.PROPERTIES, TOMCAT),
                Arguments.of("tomcat-systemd.conf", ConfigFormat.SYSTEMD, TOMCAT),
                Arguments.of("tomcat-pod.yaml", ConfigFormat.POD, TOMCAT),
                Arguments.of("tomcat-sysctl.sh", ConfigFormat.SYSCTL, TOMCAT),
                Arguments.of("jetty-start.ini", ConfigFormat.START_D, JETTY),
                Arguments.of("jetty-application.properties", ConfigFormat.PROPERTIES, JETTY),
                Arguments.of("jetty-sysctl.sh", ConfigFormat.SYSCTL, JETTY),
                Arguments.of("tls-server.xml", ConfigFormat.SERVER_XML, TLS),
                Arguments.of("hold-async-server.xml", ConfigFormat.SERVER_XML, held("tomcat")),
                Arguments.of("hold-async-start.ini", ConfigFormat.START_D, held("jetty")),
                Arguments.of("undertow-application.properties", ConfigFormat.PROPERTIES, UNDERTOW));
    }

    @ParameterizedTest
    @MethodSource("goldenFiles")
    void isAsInTheGoldenFileInAnyLocale(String file, ConfigFormat format, Sizing sizing) throws IOException {
        Locale original = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-SA-u-nu-arab"));
        try {
            assertThat(String.join("\n", format.lines(sizing)) + "\n")
                    .isEqualTo(Files.readString(
                            Path.of("src", "test", "resources", "golden", "size", file), StandardCharsets.UTF_8));
        } finally {
            Locale.setDefault(original);
        }
    }

    @Test
    void theHeaderCacheOfJettyIsAPropertyOfItsModuleAndNoneOfSpringBoot() {
        assertThat(ConfigFormat.START_D.lines(withoutHeaderCache()))
                .contains("--module=http-config", "jetty.httpConfig.headerCacheSize=0");
        assertThat(ConfigFormat.PROPERTIES.lines(withoutHeaderCache()))
                .contains("# Spring Boot has no property for a header cache of 0 nodes: set it in a customizer of the"
                        + " connector");
        assertThat(ConfigFormat.START_D.lines(held("jetty"))).doesNotContain("--module=http-config");
    }

    @Test
    void serverTakesOnlyItsOwnFormats() {
        assertThat(ConfigFormat.of(TOMCAT.scenario()))
                .containsExactly(
                        ConfigFormat.SERVER_XML,
                        ConfigFormat.PROPERTIES,
                        ConfigFormat.SYSTEMD,
                        ConfigFormat.POD,
                        ConfigFormat.SYSCTL);
        assertThat(ConfigFormat.of(JETTY.scenario()))
                .contains(ConfigFormat.START_D)
                .doesNotContain(ConfigFormat.SERVER_XML);
    }

    private static Element xml(Sizing sizing) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(String.join("\n", ConfigFormat.SERVER_XML.lines(sizing)))))
                .getDocumentElement();
    }

    private static Properties properties(List<String> lines) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(String.join("\n", lines)));
        return properties;
    }

    @Test
    void xmlParserFindsTheAttributesOfAConnector() throws Exception {
        Element connector = xml(TOMCAT);

        assertThat(connector.getTagName()).isEqualTo("Connector");
        assertThat(connector.getAttribute("maxConnections")).isEqualTo("5033");
        assertThat(connector.getAttribute("socket.appReadBufSize")).isEqualTo("1024");
        assertThat(connector.getAttribute("maxHttpRequestHeaderSize")).isEqualTo("2048");
    }

    @Test
    void javaReadsTheProperties() throws IOException {
        assertThat(properties(ConfigFormat.PROPERTIES.lines(TOMCAT)))
                .containsEntry("server.tomcat.max-connections", "5033")
                .containsEntry("server.tomcat.threads.max", "40")
                .containsEntry("server.tomcat.accept-count", "625");
        assertThat(properties(ConfigFormat.PROPERTIES.lines(JETTY)))
                .containsEntry("server.jetty.max-connections", "50258")
                .containsEntry("server.jetty.connection-idle-timeout", "0")
                .hasSize(3);
    }

    @Test
    void yamlParserFindsTheLimits() throws IOException {
        JsonNode pod = new YAMLMapper().readTree(String.join("\n", ConfigFormat.POD.lines(TOMCAT)));

        String memory = pod.at("/resources/limits/memory").asText();
        assertThat(memory).isEqualTo(TOMCAT.value(SettingKey.CONTAINER_MEMORY) / (1 << 20) + "Mi");
        assertThat(pod.at("/resources/requests/memory").asText()).isEqualTo(memory);
        assertThat(pod.at("/env/0/value").asText())
                .contains("-Xmx%dm".formatted(TOMCAT.value(SettingKey.HEAP) / (1 << 20)), "-XX:MaxDirectMemorySize=4m");
    }

    @Test
    void limitsOfAUnitAreNeverBelowThoseOfSystemd() {
        assertThat(ConfigFormat.SYSTEMD.lines(TOMCAT)).contains("LimitNOFILE=524288", "TasksMax=4915");
        SizingGoal busy = new SizingGoal(
                1_000_000, OptionalLong.empty(), OptionalDouble.of(2_000), OptionalLong.of(5_000_000_000L));
        Sizing many = Sizer.answer(busy, Sizings.tomcat(), Sizings.costs()).sizing();
        assertThat(ConfigFormat.SYSTEMD.lines(many))
                .contains(
                        "LimitNOFILE=%d".formatted(many.value(SettingKey.NOFILE)),
                        "TasksMax=%d".formatted(many.value(SettingKey.TASKS)));
        assertThat(many.value(SettingKey.TASKS)).isGreaterThan(10_000);
    }

    @Test
    void heapWithAllMemoryOfTheUserIsAComment() {
        Sizing roomy = Sizer.answer(Sizings.inMemory(5_000, 2L << 30), Sizings.tomcat(), Sizings.costs())
                .sizing();

        assertThat(ConfigFormat.SYSTEMD.lines(roomy))
                .anyMatch(line -> line.startsWith("# -Xmx%dm: the other sizes are the edge"
                        .formatted(roomy.value(SettingKey.HEAP_WITH_ALL_MEMORY) >> 20)));
    }

    /** The settings of a kernel are those of all processes of its host. */
    @ParameterizedTest
    @CsvSource({"1, 4096, 1 1 1", "3000000, 3000000, 9000000 9000000 9000000"})
    void scriptOfTheKernelLowersNothing(String has, String expected, String pages, @TempDir Path folder)
            throws Exception {
        Path sysctl = Files.writeString(
                folder.resolve("sysctl"),
                """
                #!/bin/sh
                case "$*" in
                    "-n net.ipv4.tcp_mem") echo "%s" ;;
                    "-n net.netfilter.nf_conntrack_max") exit 1 ;;
                    -n*) echo %s ;;
                    *) echo "$2" >> "%s" ;;
                esac
                """
                        .formatted(pages, has, folder.resolve("set")));
        assertThat(sysctl.toFile().setExecutable(true)).isTrue();
        Path script = Files.write(folder.resolve("script"), ConfigFormat.SYSCTL.lines(JETTY));
        ProcessBuilder builder = new ProcessBuilder(
                "sh", script.toString(), folder.resolve("kept").toString());
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        Process shell = builder.redirectErrorStream(true).start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(shell.waitFor()).as(said).isZero();
        List<String> set = Files.exists(folder.resolve("set")) ? Files.readAllLines(folder.resolve("set")) : List.of();
        if (has.equals("1")) {
            assertThat(set)
                    .contains("net.core.somaxconn=" + expected, "net.ipv4.tcp_mem=100517 100517 100517")
                    .noneMatch(line -> line.contains("conntrack") || line.contains("file-max"));
            assertThat(Files.readAllLines(folder.resolve("kept"))).contains("net.core.somaxconn = " + expected);
        } else {
            assertThat(set).as(said).isEmpty();
        }
        assertThat(said).contains("net.netfilter.nf_conntrack_max: not on this host");
    }

    @Test
    void virtualThreadsAreSwitchedOn() throws Exception {
        Sizing virtual = Sizings.sizing(
                5_000, Sizings.server("tomcat", ThreadKind.VIRTUAL, Workloads.WEBSOCKET, OptionalInt.empty()));

        assertThat(xml(virtual).getAttribute("useVirtualThreads")).isEqualTo("true");
        assertThat(xml(virtual).hasAttribute("maxThreads")).isFalse();
        assertThat(properties(ConfigFormat.PROPERTIES.lines(virtual)))
                .containsEntry("spring.threads.virtual.enabled", "true");
    }

    /** Text that comes from outside ends no comment, whatever it is. */
    @Property
    void anyReasonStaysInItsComment(@ForAll String reason) throws Exception {
        Scenario server = TOMCAT.scenario();
        Sizing foreign = new Sizing(
                server,
                TOMCAT.settings().stream()
                        .map(setting -> new Setting(setting.key(), setting.value(), setting.needed(), xmlSafe(reason)))
                        .toList(),
                TOMCAT.needed());

        assertThat(xml(foreign).getAttributes().getLength())
                .isEqualTo(xml(TOMCAT).getAttributes().getLength());
        assertThat(properties(ConfigFormat.PROPERTIES.lines(foreign)))
                .isEqualTo(properties(ConfigFormat.PROPERTIES.lines(TOMCAT)));
        assertThat(ConfigFormat.SYSTEMD.lines(foreign).stream().filter(line -> !line.startsWith("#")))
                .containsExactlyElementsOf(ConfigFormat.SYSTEMD.lines(TOMCAT).stream()
                        .filter(line -> !line.startsWith("#"))
                        .toList());
    }

    /** XML has no characters above the basic plane in halves, and neither has a terminal. */
    private static String xmlSafe(String text) {
        return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD]", "?");
    }
}
