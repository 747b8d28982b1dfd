package io.ceiling.harness.report.html.chart;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.workload.Workloads;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Phrases for settings and figures in a sentence. Pure functions. */
public final class Phrases {

    private static final Map<String, String> TRANSPORTS = Map.of(
            "websocket", "WebSocket",
            "sse", "SSE",
            "long-polling", "long-polling");

    private Phrases() {}

    /**
     * Returns the name of a server, such as {@code Tomcat 11.0.25 NIO with virtual threads}; {@code The server} if it
     * does not report its name.
     */
    public static String server(CsvRow row) {
        String container = row.text(Dimension.CONTAINER);
        if (container.isEmpty()) {
            return "The server";
        }
        Optional<ContainerKind> known = Containers.find(container);
        // The name of a container's only connector adds nothing.
        boolean alone = known.map(kind -> kind.connectors().size() == 1).orElse(false);
        String connector = alone ? "" : row.text(Dimension.CONNECTOR).toUpperCase(Locale.ROOT);
        String threads = row.text(Dimension.THREAD_KIND).equals("virtual") ? "with virtual threads" : "";
        return joined(container(row), row.text(Keys.CONTAINER_VERSION), connector, threads);
    }

    /** Returns the name of the container of a server, such as {@code Tomcat}; its label if this version does not know it. */
    public static String title(CsvRow row) {
        String container = row.text(Dimension.CONTAINER);
        return Containers.find(container).map(ContainerKind::title).orElse(container);
    }

    /** Returns the name of the container of a server; {@code The server} if it does not report its name. */
    public static String container(CsvRow row) {
        String container = row.text(Dimension.CONTAINER);
        return container.isEmpty()
                ? "The server"
                : Containers.find(container).map(ContainerKind::title).orElse(capital(container));
    }

    /**
     * Returns the first of the alternatives of a relief, such as {@code raise maxThreads (now 200)}. Those in parentheses belong to
     * the one before them.
     */
    public static String firstRelief(String relief) {
        int depth = 0;
        for (int i = 0; i < relief.length(); i++) {
            char c = relief.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0 && (c == ';' || relief.startsWith(", or ", i) || relief.startsWith(" or ", i))) {
                return relief.substring(0, i);
            }
        }
        return relief;
    }

    /** Returns the noun for what a scenario counts, such as {@code WebSockets} or {@code requests in flight (in-flight /orders)}. */
    public static String countedNoun(CsvRow row) {
        String workload = row.text(Dimension.WORKLOAD);
        String transport = row.text(Dimension.TRANSPORT);
        String where = row.amount(Dimension.INSTANCES.asNumber()) <= 1
                ? ""
                : (Workloads.find(workload).map(Workload::isRecursive).orElse(false)
                                ? "in a ring of %s servers"
                                : "of %s servers")
                        .formatted(row.text(Dimension.INSTANCES));
        String noun = Workloads.find(workload)
                .filter(known -> !known.isUserApplication())
                .map(Workload::heldNoun)
                .orElseGet(() -> "%s (%s)".formatted(Summary.unit(row), workload));
        return joined(TRANSPORTS.getOrDefault(transport, transport), noun, where);
    }

    /**
     * Returns the phrase of a limiting factor, such as {@code file descriptors}; its label if this version does not
     * know it.
     */
    public static String factor(String label) {
        return LimitingFactor.find(label).map(LimitingFactor::phrase).orElse(label);
    }

    /** Returns the group that decides the colour of a limiting factor in charts. */
    public static String family(String label) {
        return LimitingFactor.find(label)
                .map(LimitingFactor::family)
                .orElse(LimitingFactor.Family.UNKNOWN)
                .label();
    }

    /** Returns a size such as {@code 13.4 KiB}; empty if the slope is not known or less than two standard errors. */
    public static String cost(OptionalDouble value, OptionalDouble standardError) {
        boolean known =
                value.isPresent() && value.getAsDouble() > 0 && value.getAsDouble() >= 2 * standardError.orElse(0);
        return known ? bytes(value.getAsDouble()) : "";
    }

    /** Returns a size such as {@code 13.4 KiB}. */
    public static String bytes(double value) {
        return Figures.bytes(OptionalDouble.of(value), OptionalDouble.empty());
    }

    /** Returns two sizes, such as {@code 71.0 → 14.6 KiB}, with a unit that both have once. */
    public static String bytes(double before, double after) {
        String first = bytes(before);
        String second = bytes(after);
        String unit = second.substring(second.lastIndexOf(' '));
        return "%s → %s"
                .formatted(first.endsWith(unit) ? first.substring(0, first.length() - unit.length()) : first, second);
    }

    public static String count(long value) {
        return Figures.count(value);
    }

    public static String count(double value) {
        return Figures.count(Math.round(value));
    }

    /** Returns a time such as {@code 4.4 ms} or {@code 1.2 s}. */
    public static String time(double nanos) {
        if (nanos >= 1e9) {
            return Figures.number(nanos / 1e9, 1) + " s";
        }
        return Figures.number(nanos / 1e6, nanos < 1e7 ? 1 : 0) + " ms";
    }

    public static String capital(String word) {
        return word.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** Returns a count with its noun, such as {@code 1 scenario} or {@code 2 scenarios}. */
    public static String count(long count, String noun) {
        return Figures.count(count) + " " + Plural.noun(count, noun);
    }

    public static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    }

    public static String list(List<String> parts) {
        int last = parts.size() - 1;
        return last < 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }
}
