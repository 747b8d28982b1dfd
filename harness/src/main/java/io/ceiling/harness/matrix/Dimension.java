package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.container.Deflate;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.reading.RunningServer;
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
import java.util.stream.Stream;

/**
 * One variable of the matrix: its name in options and files, its allowed values, and, of a setting, where it comes from and goes
 * to. Everything that lists settings takes them from here.
 */
public enum Dimension {
    CONTAINER(
            "servlet container, or a reference (docs/platforms.md), which all leaves out",
            Setting.of(
                            Values.words(Containers.names().toArray(String[]::new))
                                    .withAll(Containers.all().stream()
                                            .map(ContainerKind::name)
                                            .toList()),
                            Dimension.ALL)
                    .column("container", Scenario::container)
                    .used("container", used -> used.container().container().name())),
    CONTAINER_VERSION(
            "release of the container, resolved as Maven artifacts (docs/releases.md)",
            Setting.of(
                            Values.matching(
                                            "a release of %s, such as 11.0.24".formatted(Containers.releases()),
                                            text -> Release.of(text)
                                                    .map(Containers::haveRelease)
                                                    .orElse(false))
                                    .or(Values.DEFAULT, "the one of this build"),
                            Values.DEFAULT)
                    .column("asked_container_version", asked -> asked.isExternal() ? "" : release(asked))
                    .put((server, value) -> server.release(Release.of(value)))
                    .used(
                            "container version",
                            used -> used.container().container().version())),
    CONNECTOR(
            "connector of Tomcat; other servers have nio alone",
            Setting.of(Values.words(labels(Arrays.stream(Connector.values()).map(Connector::label))), Dimension.ALL)
                    .column("connector", asked -> asked.reported(Target.Software::connector)
                            .orElse(asked.connector().label()))
                    .used(
                            "connector",
                            used -> used.container().container().connector().label())),
    THREAD_KIND(
            "threads that serve requests",
            Setting.of(Values.words(labels(Arrays.stream(ThreadKind.values()).map(ThreadKind::label))), Dimension.ALL)
                    .column(
                            "thread_kind",
                            asked ->
                                    asked.isExternal() ? "" : asked.threadKind().label())
                    .used(
                            "thread kind",
                            used -> used.container().container().threadKind().label())),
    WORKLOAD(
            "what connections do (docs/workloads.md)",
            Setting.of(Values.words(labels(Workloads.labels().stream())), Dimension.ALL)
                    .column("workload", asked -> asked.work().label())),
    THREADS(
            "maximum number of request threads",
            Setting.of(Values.numbers(1, 1_000_000).orDefault(), Values.DEFAULT)
                    .column("max_threads", asked -> asked.sizes().maxThreads())
                    .put((server, value) -> server.maxThreads(limit(value)))
                    // Virtual threads have no pool.
                    .usedAs(
                            "max threads",
                            (asked, used) -> asked.threadKind() == ThreadKind.PLATFORM
                                    ? used.container().sizes().maxThreads()
                                    : Limit.NOT_SEEN)),
    BUFFER(
            "size of read and write buffers",
            Setting.of(Values.sizes(256, 16 << 20).orDefault(), Values.DEFAULT)
                    .column("buffer_bytes", asked -> asked.sizes().bufferBytes())
                    .put((server, value) -> server.bufferBytes(OptionalInt.of(Integer.parseInt(value))))),
    MAX_CONNECTIONS(
            "maximum number of connections of the server",
            Setting.of(Values.numbers(1, 10_000_000).or("-1", "no limit").orDefault(), Values.DEFAULT)
                    .column("max_connections", asked -> asked.sizes().maxConnections())
                    .put((server, value) -> server.maxConnections(limit(value)))
                    .used("max connections", used -> used.container().sizes().maxConnections())),
    ACCEPT_COUNT(
            "length of the listen queue",
            Setting.of(Values.numbers(1, 65_535).orDefault(), Values.DEFAULT)
                    .column("accept_count", asked -> asked.sizes().acceptCount())
                    .put((server, value) -> server.acceptCount(limit(value)))
                    .used("accept count", used -> used.container().sizes().acceptCount())),
    TLS(
            "TLS of all connections, with a certificate that the server makes for itself",
            Setting.of(Values.words(labels(Arrays.stream(Tls.values()).map(Tls::label))), Tls.OFF.label())
                    .column(
                            "tls",
                            asked -> asked.isExternal()
                                    ? ""
                                    : asked.sizes().tls().label())
                    .put((server, value) -> server.tls(Tls.of(value)))
                    .used(
                            "TLS",
                            asked -> orNone(asked.sizes().tls().protocol()),
                            used -> orNone(used.container().sizes().tls().protocol()))),
    DEFLATE(
            "compression of WebSocket messages that clients offer (permessage-deflate), with or without context takeover",
            Setting.of(Values.words(labels(Arrays.stream(Deflate.values()).map(Deflate::label))), Deflate.OFF.label())
                    .column(
                            "deflate",
                            asked -> asked.isExternal()
                                    ? ""
                                    : asked.sizes().deflate().label())
                    .put((server, value) -> server.deflate(Deflate.of(value)))
                    .used("deflate", used -> used.container().sizes().deflate().label())),
    HEAP(
            "maximum heap of the server (-Xmx)",
            Setting.of(Values.sizes(8L << 20, 1L << 40), "512m")
                    .column("heap_max_bytes", asked -> asked.jvm().heapMaxBytes())
                    .put((server, value) -> server.heapMaxBytes(Long.parseLong(value)))
                    .jvm(bytes -> "-Xmx" + bytes)
                    .usedAs("heap", (asked, used) -> used.jvm()
                            .heapMaxBytesFor(asked.jvm().heapMaxBytes()))),
    STACK(
            "stack of each thread (-Xss)",
            Setting.of(Values.sizes(64L << 10, 1L << 30).orDefault(), Values.DEFAULT)
                    .column("stack_bytes", asked -> asked.jvm().stackBytes())
                    .put((server, value) -> server.stackBytes(OptionalLong.of(Long.parseLong(value))))
                    .jvm(bytes -> "-Xss" + (Long.parseLong(bytes) >> 10) + "k")
                    .used(
                            "stack",
                            // A JVM takes whole kibibytes.
                            asked -> Limit.ofNegativeNotSeen(
                                            asked.jvm().stackBytes().orElse(-1) >> 10 << 10)
                                    .toString(),
                            used -> used.jvm().stackBytes())),
    DIRECT_MEMORY(
            "maximum direct memory (-XX:MaxDirectMemorySize)",
            Setting.of(Values.sizes(1L << 20, 1L << 40).orDefault(), Values.DEFAULT)
                    .column("direct_memory_bytes", asked -> asked.jvm().directMemoryBytes())
                    .put((server, value) -> server.directMemoryBytes(OptionalLong.of(Long.parseLong(value))))
                    .jvm(bytes -> "-XX:MaxDirectMemorySize=" + bytes)
                    .used("direct memory", used -> used.jvm().directMaxBytes())),
    GC(
            "garbage collector (default: G1, or Serial for 8 and more instances)",
            Setting.of(Values.words("G1", "Serial", "Parallel", "Z").orDefault(), Values.DEFAULT)
                    .column("garbage_collector", asked -> asked.jvm().garbageCollector())
                    .put(ServerSettings.Builder::garbageCollector)
                    .jvm("-XX:+Use%sGC"::formatted)
                    .used("collector", used -> used.jvm().garbageCollector())),
    NOFILE(
            "file descriptors of the server (ulimit -n)",
            Setting.of(Values.numbers(64, 1_000_000_000).or(Dimension.MAX, "the hard limit of this process"), "4096")
                    .column("nofile", Scenario::nofile)
                    .used("nofile", RunningServer::maxDescriptors)),
    INSTANCES(
            "number of servers, among which connections are spread evenly; of a recursion, of its ring",
            Setting.of(Values.numbers(1, 256), "1")
                    .column("instances", Scenario::instances)
                    .put((server, value) -> server.instances(Integer.parseInt(value)))),
    ATMOSPHERE(
            "major version of Atmosphere",
            Setting.of(Values.words("3", "4").orDefault(), Values.DEFAULT)
                    .column("atmosphere_version", asked -> asked.server().atmosphereVersion())),
    TRANSPORT(
            "transport of the workload broadcast",
            Setting.of(
                            Values.words(labels(
                                    Arrays.stream(ChannelTransport.values()).map(ChannelTransport::label))),
                            Messaging.USUAL.transport())
                    .column("transport", asked -> of(asked, Messaging::transport))),
    BROADCASTER(
            "broadcaster of the workload broadcast",
            Setting.of(Values.words("channel", "simple", "default"), Messaging.USUAL.broadcaster())
                    .column("broadcaster", asked -> of(asked, Messaging::broadcaster))),
    CACHE(
            "messages that long polling keeps between two polls",
            Setting.of(Values.words("uuid", "none"), Messaging.USUAL.cache())
                    .column("broadcaster_cache", asked -> of(asked, Messaging::cache))),
    JDK(
            "JDK of the server",
            Setting.of(Values.anyText("a JDK's folder, a feature number such as 21, or newest"), Dimension.NEWEST)
                    .column("jdk", asked -> asked.reported(Target.Software::jdk)
                            .orElse(asked.jdk().version()))
                    .used(
                            "JDK",
                            asked -> Containers.program(asked.container()).isPresent()
                                    ? ""
                                    : Integer.toString(asked.jdk().feature()),
                            used -> Runtime.Version.parse(used.container().jdk())
                                    .feature())),
    FORKS("fresh servers for each row, 3 to 5 for figures that you publish", Setting.of(Values.numbers(1, 100), "1"));

    static final String MAX = "max";

    private static final String ALL = "all";

    /** The word for the newest JDK that was found. */
    public static final String NEWEST = "newest";

    // A Setting object holds only pure functions, which its type does not show.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Setting setting;

    private final String meaning;

    Dimension(String meaning, Setting setting) {
        this.meaning = meaning;
        this.setting = setting;
    }

    /** Returns the settings of a server and of its messages, in the order in which rows tell them. */
    public static List<Dimension> settings() {
        List<Dimension> settings = Arrays.stream(values())
                .filter(dimension -> !dimension.selects() && dimension != FORKS)
                .collect(Collectors.toCollection(ArrayList::new));
        // The last one of a matrix changes fastest, which no line has to follow.
        settings.remove(JDK);
        settings.add(settings.indexOf(ATMOSPHERE), JDK);
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

    /** Returns the name of the column of the requested value; empty for a dimension that is no setting. */
    public String column() {
        return setting.column().name();
    }

    /** Returns the requested value in a scenario, as text in files. */
    public String text(Scenario scenario) {
        return setting.column().value().apply(scenario);
    }

    /** Returns the value unless another one is given. */
    public String usual() {
        return setting.usual();
    }

    /** Puts a value into the settings of a server, unless it is the server's own. */
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
    public String used(Scenario asked, RunningServer used) {
        return setting.readback().used().apply(asked, used).toString();
    }

    /** Returns {@code name: asked X, used Y} if a value was requested and another one is seen. */
    public Optional<String> difference(Scenario scenario, RunningServer running) {
        String asked = setting.readback().asked().apply(scenario);
        String used = used(scenario, running);
        return List.of("", Values.DEFAULT, used).contains(asked) || used.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%s: asked %s, used %s".formatted(setting.readback().words(), asked, used));
    }

    /** Returns a short description of the dimension for the help. */
    public String meaning() {
        return meaning;
    }

    /** Describes the allowed values. */
    public String allowed() {
        return setting.values().all().isEmpty()
                ? setting.values().allowed()
                : setting.values().allowed() + " or all";
    }

    /** Describes the allowed values of an option that accepts one value. */
    public String allowedValue() {
        return setting.values().allowed();
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
                if (value.equalsIgnoreCase("all") && !setting.values().all().isEmpty()) {
                    parsed.addAll(setting.values().all());
                } else {
                    parsed.add(setting.values()
                            .canonical()
                            .apply(value)
                            .orElseThrow(() -> new IllegalArgumentException("%s must be %s, was '%s'%s"
                                    .formatted(
                                            shown,
                                            allowed(),
                                            value,
                                            Suggestion.text(
                                                    value, setting.values().all())))));
                }
            }
        }
        return parsed.stream().distinct().toList();
    }

    /** Returns a limit; a negative number stands for none. */
    private static Limit limit(String value) {
        return Limit.ofNegativeUnlimited(Long.parseLong(value));
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

    private static String[] labels(Stream<String> labels) {
        return labels.toArray(String[]::new);
    }
}
