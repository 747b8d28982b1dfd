package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.container.Deflate;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.reading.RunningServer;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Suggestion;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.channels.ChannelTransport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One variable of the matrix: its name in options and files, its allowed values, and how a setting is read and applied.
 * Every list of settings comes from here.
 */
public enum Dimension implements ColumnKey {
    CONTAINER(
            "servlet container, or a reference (docs/platforms.md), which all leaves out",
            Values.words(Containers.names().toArray(String[]::new))
                    .withAll(Containers.all().stream().map(ContainerKind::name).toList()),
            Values.ALL,
            Setting.of("container", Scenario::container)
                    .runningValue("container", server -> server.identity().name())),
    CONTAINER_VERSION(
            "release of the container, resolved as Maven artifacts (docs/releases.md)",
            Values.matching("a release of %s, such as 11.0.24".formatted(Containers.releases()), text -> Release.of(
                                    text)
                            .map(Containers::haveRelease)
                            .orElse(false))
                    .or(Values.DEFAULT, "the one of this build"),
            Values.DEFAULT,
            Setting.of("asked_container_version", scenario -> scenario.isExternal() ? "" : release(scenario))
                    .put((server, value) -> server.release(Release.of(value)))
                    .runningValue(
                            "container version", server -> server.identity().version())),
    CONNECTOR(
            "connector of Tomcat; other servers have nio alone",
            labels(Connector.values(), Connector::label),
            Values.ALL,
            Setting.of("connector", scenario -> scenario.commonSoftware(Target.Software::connector)
                            .orElse(scenario.connector().label()))
                    .runningValue(
                            "connector", server -> server.identity().connector().label())),
    THREAD_KIND(
            "threads that serve requests",
            labels(ThreadKind.values(), ThreadKind::label),
            Values.ALL,
            Setting.ofStarted("thread_kind", scenario -> scenario.threadKind().label())
                    .runningValue(
                            "thread kind",
                            server -> server.identity().threadKind().label())),
    WORKLOAD(
            "what connections do (docs/workloads.md)",
            Values.words(Workloads.labels().toArray(String[]::new)),
            Values.ALL,
            Setting.of("workload", scenario -> scenario.work().label())),
    THREADS(
            "maximum number of request threads",
            Values.numbers(1, 1_000_000).orDefault(),
            Values.DEFAULT,
            Setting.of("max_threads", scenario -> scenario.sizes().maxThreads())
                    .put((server, value) -> server.maxThreads(limit(value)))
                    .runningValue("max threads", Dimension::poolOf)),
    BUFFER(
            "size of read and write buffers",
            Values.sizes(256, 16 << 20).orDefault(),
            Values.DEFAULT,
            Setting.of("buffer_bytes", scenario -> scenario.sizes().bufferBytes())
                    .put((server, value) -> server.bufferBytes(OptionalInt.of(Integer.parseInt(value))))),
    MAX_CONNECTIONS(
            "maximum number of connections of the server",
            Values.numbers(1, 10_000_000).or("-1", "no limit").orDefault(),
            Values.DEFAULT,
            Setting.of("max_connections", scenario -> scenario.sizes().maxConnections())
                    .put((server, value) -> server.maxConnections(limit(value)))
                    .runningValue("max connections", server -> server.sizes().maxConnections())),
    ACCEPT_COUNT(
            "length of the listen queue",
            Values.numbers(1, 65_535).orDefault(),
            Values.DEFAULT,
            Setting.of("accept_count", scenario -> scenario.sizes().acceptCount())
                    .put((server, value) -> server.acceptCount(limit(value)))
                    .runningValue("accept count", server -> server.sizes().acceptCount())),
    TLS(
            "TLS of all connections, with a certificate that the server makes for itself",
            labels(Tls.values(), Tls::label),
            Tls.OFF.label(),
            Setting.ofStarted("tls", scenario -> scenario.sizes().tls().label())
                    .put((server, value) -> server.tls(Tls.of(value)))
                    .runningValue(
                            "TLS",
                            scenario -> orNone(scenario.sizes().tls().protocol()),
                            server -> orNone(server.sizes().tls().protocol()))),
    DEFLATE(
            "compression of WebSocket messages that clients offer (permessage-deflate), with or without context takeover",
            labels(Deflate.values(), Deflate::label),
            Deflate.OFF.label(),
            Setting.ofStarted("deflate", scenario -> scenario.sizes().deflate().label())
                    .put((server, value) -> server.deflate(Deflate.of(value)))
                    .runningValue("deflate", server -> server.sizes().deflate().label())),
    HEADER_CACHE(
            "cache of header fields that Jetty keeps for each connection, in nodes of about 100 bytes; 0 for none",
            Values.numbers(0, 65_535).orDefault(),
            Values.DEFAULT,
            Setting.of("header_cache_nodes", scenario -> scenario.sizes().headerCacheNodes())
                    .put((server, value) -> server.headerCacheNodes(OptionalInt.of(Integer.parseInt(value))))
                    .runningValue("header cache", server -> server.sizes().headerCacheNodes())),
    HEAP(
            "maximum heap of the server (-Xmx)",
            Values.sizes(8L << 20, 1L << 40),
            "512m",
            Setting.of("heap_max_bytes", scenario -> scenario.jvm().heapMaxBytes())
                    .put((server, value) -> server.heapMaxBytes(Long.parseLong(value)))
                    .jvm(bytes -> "-Xmx" + bytes)
                    .runningValue("heap", (scenario, server) -> server.jvm()
                            .heapMaxBytesFor(scenario.jvm().heapMaxBytes()))),
    STACK(
            "stack of each thread (-Xss)",
            Values.sizes(64L << 10, 1L << 30).orDefault(),
            Values.DEFAULT,
            Setting.of("stack_bytes", scenario -> scenario.jvm().stackBytes())
                    .put((server, value) -> server.stackBytes(OptionalLong.of(Long.parseLong(value))))
                    .jvm(bytes -> "-Xss" + (Long.parseLong(bytes) >> 10) + "k")
                    .runningValue("stack", Dimension::wholeKibibytes, server -> server.jvm()
                            .stackBytes())),
    DIRECT_MEMORY(
            "maximum direct memory (-XX:MaxDirectMemorySize)",
            Values.sizes(1L << 20, 1L << 40).orDefault(),
            Values.DEFAULT,
            Setting.of("direct_memory_bytes", scenario -> scenario.jvm().directMemoryBytes())
                    .put((server, value) -> server.directMemoryBytes(OptionalLong.of(Long.parseLong(value))))
                    .jvm(bytes -> "-XX:MaxDirectMemorySize=" + bytes)
                    .runningValue("direct memory", server -> server.jvm().directMaxBytes())),
    GC(
            "garbage collector (default: G1, or Serial for 8 and more instances)",
            Values.words("G1", "Serial", "Parallel", "Z").orDefault(),
            Values.DEFAULT,
            Setting.of("garbage_collector", scenario -> scenario.jvm().garbageCollector())
                    .put(ServerSettings.Builder::garbageCollector)
                    .jvm("-XX:+Use%sGC"::formatted)
                    .runningValue("collector", server -> server.jvm().garbageCollector())),
    NOFILE(
            "open files of the server (ulimit -n)",
            Values.numbers(64, 1_000_000_000).or(Dimension.MAX, "the hard limit of this process"),
            "4096",
            Setting.of("nofile", Scenario::nofile).runningValue("nofile", RunningServer::maxDescriptors)),
    INSTANCES(
            "number of servers, among which connections are spread evenly; of a recursion, of its ring",
            Values.numbers(1, 256),
            "1",
            Setting.of("instances", Scenario::instances)
                    .put((server, value) -> server.instances(Integer.parseInt(value)))),
    TRANSPORT(
            "transport of the workload broadcast",
            labels(ChannelTransport.values(), ChannelTransport::label),
            Messaging.DEFAULT.transport(),
            Setting.of("transport", scenario -> of(scenario, Messaging::transport))),
    BROADCASTER(
            "broadcaster of the workload broadcast",
            Values.words("channel", "simple", "default"),
            Messaging.DEFAULT.broadcaster(),
            Setting.of("broadcaster", scenario -> of(scenario, Messaging::broadcaster))),
    CACHE(
            "messages that long polling keeps between two polls",
            Values.words("uuid", "none"),
            Messaging.DEFAULT.cache(),
            Setting.of("broadcaster_cache", scenario -> of(scenario, Messaging::cache))),
    JDK(
            "JDK of the server",
            Values.anyText("a JDK's folder, a feature number such as 21, or newest"),
            Dimension.NEWEST,
            Setting.of("jdk", scenario -> scenario.commonSoftware(Target.Software::jdk)
                            .orElse(scenario.jdk().version()))
                    .runningValue(
                            "JDK",
                            Dimension::feature,
                            server -> usedFeature(server.container().jdk()))),
    FORKS(
            "fresh servers for each row, 3 to 5 for figures that you publish",
            Values.numbers(1, 100),
            "1",
            Setting.of("fork", Scenario::fork));

    static final String MAX = "max";

    /** The word for the newest JDK that was found. */
    public static final String NEWEST = "newest";

    // These objects hold only pure functions, which their types do not show.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Values values;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Setting setting;

    private final String meaning;
    private final String defaultValue;

    Dimension(String meaning, Values values, String defaultValue, Setting setting) {
        this.meaning = meaning;
        this.values = values;
        this.defaultValue = defaultValue;
        this.setting = setting;
    }

    /** Returns the settings of a server and of its messages, in the order of the rows. */
    public static List<Dimension> settings() {
        List<Dimension> settings = Arrays.stream(values())
                .filter(dimension -> !dimension.selects() && dimension != FORKS)
                .collect(Collectors.toCollection(ArrayList::new));
        // In a matrix the last variable changes fastest; rows need not follow that order.
        settings.remove(JDK);
        settings.add(settings.indexOf(TRANSPORT), JDK);
        return List.copyOf(settings);
    }

    /** Returns the name in options and files, such as {@code max-connections}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the dimension of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Dimension of(String label) {
        return Arrays.stream(values())
                .filter(dimension -> dimension.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no setting has the name '%s'%s"
                        .formatted(
                                label,
                                Suggestion.text(
                                        label,
                                        Arrays.stream(values())
                                                .map(Dimension::label)
                                                .toList()))));
    }

    @Override
    public String column() {
        return setting.column();
    }

    /** Returns the requested value in a scenario, as text in files. */
    public String text(Scenario scenario) {
        return setting.text().apply(scenario);
    }

    /** Returns the default value. */
    public String defaultValue() {
        return defaultValue;
    }

    /** Sets a value in the settings of a server, unless it is the server's default. */
    void put(ServerSettings.Builder server, String value) {
        if (!value.equals(Values.DEFAULT)) {
            setting.put().accept(server, value);
        }
    }

    /** Returns the option of the JVM with the requested value; empty if there is none, or none is requested. */
    public Optional<String> jvmOption(Scenario scenario) {
        String value = text(scenario);
        return Optional.of(
                        value.equals(Values.DEFAULT) ? "" : setting.jvmOption().apply(value))
                .filter(option -> !option.isEmpty());
    }

    /** Returns the value that a server reports, in the form of the requested one; empty if it is not seen. */
    public String runningValue(Scenario scenario, RunningServer server) {
        return setting.runningValue().apply(scenario, server).toString();
    }

    /** Returns {@code name: asked X, used Y} if a value was requested and another one is seen. */
    public Optional<String> difference(Scenario scenario, RunningServer running) {
        String requestedValue = setting.requestedValue().apply(scenario);
        String runningValue = runningValue(scenario, running);
        return List.of("", Values.DEFAULT, runningValue).contains(requestedValue) || runningValue.isEmpty()
                ? Optional.empty()
                : Optional.of("%s: asked %s, used %s".formatted(setting.displayName(), requestedValue, runningValue));
    }

    /** Returns a short description of the dimension for the help. */
    public String meaning() {
        return meaning;
    }

    /** Describes the allowed values. */
    public String allowed() {
        return values.all().isEmpty() ? values.allowed() : values.allowed() + " or all";
    }

    /** Describes the allowed values of an option that accepts one value. */
    public String allowedValue() {
        return values.allowed();
    }

    /**
     * Returns true if the dimension selects among the cells of a preset; the values of other dimensions replace the
     * preset's.
     */
    boolean selects() {
        return this == CONTAINER || this == CONNECTOR || this == THREAD_KIND || this == WORKLOAD;
    }

    /**
     * Parses values, several in one text separated by commas, into their canonical spelling without duplicates.
     *
     * @param shown the user's name of this dimension, such as {@code --heap}, for the message
     * @throws IllegalArgumentException if a value is not allowed; the message has the name, what is allowed, and the
     *     value
     */
    public List<String> parse(String shown, List<String> texts) {
        List<String> parsed = new ArrayList<>();
        for (String text : texts) {
            for (String part : text.split(",", -1)) {
                String value = part.strip();
                if (value.equalsIgnoreCase(Values.ALL) && !values.all().isEmpty()) {
                    parsed.addAll(values.all());
                } else {
                    parsed.add(values.canonical()
                            .apply(value)
                            .orElseThrow(() -> new IllegalArgumentException("%s must be %s, was '%s'%s"
                                    .formatted(shown, allowed(), value, Suggestion.text(value, values.all())))));
                }
            }
        }
        return parsed.stream().distinct().toList();
    }

    // Returns the feature number of a version; nothing for a server without a JVM.
    private static String usedFeature(String version) {
        return version.isEmpty()
                ? ""
                : Integer.toString(Runtime.Version.parse(version).feature());
    }

    // Returns a limit; a negative number stands for none.
    private static Limit limit(String value) {
        return Limit.ofNegativeUnlimited(Long.parseLong(value));
    }

    // Returns the size of the pool; virtual threads have none.
    private static Limit poolOf(Scenario scenario, RunningServer server) {
        return scenario.threadKind() == ThreadKind.PLATFORM ? server.sizes().maxThreads() : Limit.NOT_SEEN;
    }

    // Returns the stack of a JVM, which takes whole kibibytes; empty for its own.
    private static String wholeKibibytes(Scenario scenario) {
        return Limit.ofNegativeNotSeen(scenario.jvm().stackBytes().orElse(-1) >> 10 << 10)
                .toString();
    }

    private static String feature(Scenario scenario) {
        boolean isProgram = Containers.nativeProgram(scenario.container()).isPresent();
        return isProgram ? "" : Integer.toString(scenario.jdk().feature());
    }

    private static String release(Scenario scenario) {
        return scenario.server().release().map(Release::text).orElse(Values.DEFAULT);
    }

    private static String of(Scenario scenario, Function<Messaging, String> part) {
        return scenario.messaging().map(part).orElse("");
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "none" : text;
    }

    private static <T> Values labels(T[] values, Function<T, String> label) {
        return Values.words(Arrays.stream(values).map(label).toArray(String[]::new));
    }
}
