package io.ceiling.harness.report;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.RunState;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Writes the state of a run as OpenMetrics 1.0 text. What was not seen has no line, since a 0 would be a reading. A pure
 * function; an instance is used for one text.
 */
public final class OpenMetrics {

    /** Media type of the text. */
    public static final String TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private static final String PREFIX = "ceiling_";

    private final StringBuilder text = new StringBuilder();

    private OpenMetrics() {}

    /**
     * Returns the text.
     *
     * @param run name of the run; empty before its folder exists
     * @param uses use of each limit of the present scenario
     * @param ageSeconds age of the newest reading, in seconds; empty if there is none
     */
    public static String of(String run, RunState state, List<LimitUse> uses, OptionalDouble ageSeconds) {
        OpenMetrics metrics = new OpenMetrics();
        metrics.run(run, state);
        metrics.scenario(state);
        metrics.limits(uses);
        state.readings().last().ifPresent(sample -> metrics.server(sample.server()));
        metrics.gauge(
                "server_used_processors",
                "processors",
                "Processors that the server used between the newest two readings, on average.",
                state.readings().processors());
        metrics.gauge(
                "reading_age_seconds",
                "seconds",
                "Age of the newest reading; a run reads at most once a second, and not while a server starts.",
                ageSeconds);
        return metrics.text.append("# EOF\n").toString();
    }

    private void run(String run, RunState state) {
        if (!run.isEmpty()) {
            info("run", "The run, by the name of its folder.", "run", run);
        }
        if (state.plan().scenarios() > 0) {
            gauge(
                    "run_planned_rows",
                    "rows",
                    "Scenarios of the run.",
                    Seen.of(state.plan().scenarios()));
        }
        family("run_done_rows", "rows", "Scenarios that have a row, by their verdict.");
        Map<String, Integer> rows = new TreeMap<>(state.rows());
        List.of("reached", "at-least", "invalid", "skipped").forEach(verdict -> rows.putIfAbsent(verdict, 0));
        rows.forEach((verdict, count) -> sample("run_done_rows", "verdict", verdict, Integer.toString(count)));
    }

    private void scenario(RunState state) {
        if (state.scenario().isEmpty()) {
            return;
        }
        info(
                "scenario",
                "The scenario that is measured.",
                "scenario",
                state.scenario().get().name());
        gauge(
                "done_steps",
                "steps",
                "Steps of the scenario that have ended.",
                Seen.of(state.steps().done()));
        gauge(
                "wanted_connections",
                "connections",
                "Connections that the present step is to hold.",
                state.steps().wanted().isPresent()
                        ? Seen.of(state.steps().wanted().getAsInt())
                        : Seen.NOT);
        gauge("held_connections", "connections", "Connections that are held, of a recursion its levels.", state.held());
        Seen failed = state.readings()
                .last()
                .map(Sample::load)
                .map(load -> Seen.of(load.failures().total()))
                .orElse(Seen.NOT);
        gauge("failed_connections", "connections", "Connections of the scenario that failed.", failed);
    }

    private void limits(List<LimitUse> uses) {
        if (uses.isEmpty()) {
            return;
        }
        family(
                "limit_use_ratio",
                "ratio",
                "Used share of a limit, 1 if it is reached; the heap as the last full collection left it.");
        uses.forEach(use -> sample("limit_use_ratio", "limit", use.factor().label(), number(use.share())));
    }

    private void server(ServerReading server) {
        gauge("server_accepted_connections", "connections", "Connections of the connector.", server.connections());
        gauge("server_busy_threads", "threads", "Request threads that are busy.", server.busyThreads());
        gauge("server_platform_threads", "threads", "Platform threads of the process.", server.threads());
        gauge("server_open_descriptors", "descriptors", "Open descriptors.", server.openDescriptors());
        gauge("server_limit_descriptors", "descriptors", "Limit of open descriptors.", seen(server.maxDescriptors()));
        gauge("server_heap_used_bytes", "bytes", "Used heap, garbage included.", server.heapUsedBytes());
        gauge("server_heap_limit_bytes", "bytes", "Limit of the heap.", seen(server.heapMaxBytes()));
        gauge("server_direct_bytes", "bytes", "Direct buffers.", server.directBytes());
        gauge("server_resident_bytes", "bytes", "Resident set of the process (RSS).", server.rssBytes());
    }

    private static Seen seen(Limit limit) {
        return limit.number().isPresent() ? Seen.of(limit.number().getAsLong()) : Seen.NOT;
    }

    private void gauge(String name, String unit, String help, Seen value) {
        if (value.isSeen()) {
            family(name, unit, help);
            sample(name, Long.toString(value.orElse(0)));
        }
    }

    private void gauge(String name, String unit, String help, OptionalDouble value) {
        if (value.isPresent()) {
            family(name, unit, help);
            sample(name, number(value.getAsDouble()));
        }
    }

    /** Adds the lines about a family of gauges. OpenMetrics wants the unit at the end of the name. */
    private void family(String name, String unit, String help) {
        if (!name.endsWith("_" + unit)) {
            throw new IllegalArgumentException("%s must end with _%s".formatted(name, unit));
        }
        text.append("# TYPE ").append(PREFIX).append(name).append(" gauge\n");
        text.append("# UNIT ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(unit)
                .append('\n');
        text.append("# HELP ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(escaped(help))
                .append('\n');
    }

    private void info(String name, String help, String label, String value) {
        text.append("# TYPE ").append(PREFIX).append(name).append(" info\n");
        text.append("# HELP ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(escaped(help))
                .append('\n');
        sample(name + "_info", label, value, "1");
    }

    private void sample(String name, String value) {
        text.append(PREFIX).append(name).append(' ').append(value).append('\n');
    }

    private void sample(String name, String label, String labelValue, String value) {
        text.append(PREFIX)
                .append(name)
                .append('{')
                .append(label)
                .append("=\"")
                .append(escaped(labelValue))
                .append("\"} ")
                .append(value)
                .append('\n');
    }

    private static String number(double value) {
        return Double.toString(value);
    }

    /** Returns the text with the three characters escaped that would end a value or a line. */
    static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
