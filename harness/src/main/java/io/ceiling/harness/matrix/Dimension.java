package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.container.Deflate;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Suggestion;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.channels.ChannelTransport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One variable of the matrix with its name in options and files, and its allowed values. */
public enum Dimension {
    CONTAINER(
            "servlet container, or a reference (docs/platforms.md), which all leaves out",
            Values.words(Containers.names().toArray(String[]::new))
                    .withAll(Containers.all().stream().map(ContainerKind::name).toList())),
    CONTAINER_VERSION(
            "release of the container, resolved as Maven artifacts (docs/releases.md)",
            Values.matching("a release of %s, such as 11.0.24".formatted(Containers.releases()), text -> Release.of(
                                    text)
                            .map(Containers::haveRelease)
                            .orElse(false))
                    .or(Values.DEFAULT, "the one of this build")),
    CONNECTOR(
            "connector of Tomcat; other servers have nio alone",
            Values.words(labels(Arrays.stream(Connector.values()).map(Connector::label)))),
    THREAD_KIND(
            "threads that serve requests",
            Values.words(labels(Arrays.stream(ThreadKind.values()).map(ThreadKind::label)))),
    WORKLOAD("what connections do (docs/workloads.md)", Values.words(labels(Workloads.labels().stream()))),
    THREADS("maximum number of request threads", Values.numbers(1, 1_000_000).orDefault()),
    BUFFER("size of read and write buffers", Values.sizes(256, 16 << 20).orDefault()),
    MAX_CONNECTIONS(
            "maximum number of connections of the server",
            Values.numbers(1, 10_000_000).or("-1", "no limit").orDefault()),
    ACCEPT_COUNT("length of the listen queue", Values.numbers(1, 65_535).orDefault()),
    TLS(
            "TLS of all connections, with a certificate that the server makes for itself",
            Values.words(labels(Arrays.stream(Tls.values()).map(Tls::label)))),
    DEFLATE(
            "compression of WebSocket messages that clients offer (permessage-deflate), with or without context takeover",
            Values.words(labels(Arrays.stream(Deflate.values()).map(Deflate::label)))),
    HEAP("maximum heap of the server (-Xmx)", Values.sizes(8L << 20, 1L << 40)),
    STACK("stack of each thread (-Xss)", Values.sizes(64L << 10, 1L << 30).orDefault()),
    DIRECT_MEMORY(
            "maximum direct memory (-XX:MaxDirectMemorySize)",
            Values.sizes(1L << 20, 1L << 40).orDefault()),
    GC(
            "garbage collector (default: G1, or Serial for 8 and more instances)",
            Values.words("G1", "Serial", "Parallel", "Z").orDefault()),
    NOFILE(
            "file descriptors of the server (ulimit -n)",
            Values.numbers(64, 1_000_000_000).or(Dimension.MAX, "the hard limit of this process")),
    INSTANCES(
            "number of servers, among which connections are spread evenly; of a recursion, of its ring",
            Values.numbers(1, 256)),
    ATMOSPHERE("major version of Atmosphere", Values.words("3", "4").orDefault()),
    TRANSPORT(
            "transport of the workload broadcast",
            Values.words(labels(Arrays.stream(ChannelTransport.values()).map(ChannelTransport::label)))),
    BROADCASTER("broadcaster of the workload broadcast", Values.words("channel", "simple", "default")),
    CACHE("messages that long polling keeps between two polls", Values.words("uuid", "none")),
    JDK("JDK of the server", Values.anyText("a JDK's folder, a feature number such as 21, or newest")),
    FORKS("fresh servers for each row, 3 to 5 for figures that you publish", Values.numbers(1, 100));

    static final String MAX = "max";

    /** The word for the newest JDK that was found. */
    public static final String NEWEST = "newest";

    // A Values object holds only pure functions, which its type does not show.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Values values;

    private final String meaning;

    Dimension(String meaning, Values values) {
        this.meaning = meaning;
        this.values = values;
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
                if (value.equalsIgnoreCase("all") && !values.all().isEmpty()) {
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

    private static String[] labels(Stream<String> labels) {
        return labels.toArray(String[]::new);
    }
}
