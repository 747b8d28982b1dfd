package io.ceiling.harness.command.doctor;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RunFolders;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.forecast.CostTable;
import io.ceiling.harness.forecast.Forecast;
import io.ceiling.harness.forecast.ForecastLimit;
import io.ceiling.harness.forecast.MeasuredCosts;
import io.ceiling.harness.forecast.RecordedCosts;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.report.console.TextTable;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code ceiling doctor}: shows this host's limits and which of them will bind first. With nodes it
 * shows the limits of their hosts as well. It starts no process.
 */
@Command(
        name = "doctor",
        description = "Shows this machine's limits and which of them will bind first.",
        footer = {
            "  ceiling doctor                           of a server with the limits of this machine",
            "  ceiling doctor --heap=2g --threads=500   of one with these settings",
            "  ceiling doctor --from=latest             with costs of a run of yours"
        })
public final class DoctorCommand extends ParsedCommand {

    private static final List<Dimension> SETTINGS = List.of(
            Dimension.NOFILE,
            Dimension.INSTANCES,
            Dimension.HEAP,
            Dimension.THREADS,
            Dimension.BUFFER,
            Dimension.MAX_CONNECTIONS);

    /** Part of the memory that a JVM takes for its heap by default: a quarter. */
    private static final int HEAP_PART = 4;

    /** Ratio below which an estimate cannot tell two bounds apart. */
    private static final double CLOSE = 1.3;

    @Heading.Under(Heading.MEASURE)
    @Heading.First
    @Option(
            names = "--from",
            paramLabel = "FOLDER",
            description =
                    "takes what a connection costs from a run of yours, such as latest, for each server that it measured"
                            + " (default: the runs in results/reference)")
    private @Nullable String from;

    @Mixin
    private final RunFolders folders = new RunFolders();

    private DoctorCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new DoctorCommand(context));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), SETTINGS);
        RunOption.add(commandLine.getCommandSpec(), "doctor");
        return commandLine;
    }

    @Override
    public Integer call() {
        Map<Dimension, List<String>> given = DimensionOptions.oneOfEach(parsed());
        HostLimits limits = context.limits().get();
        List<Scenario> scenarios = scenarios(given, limits);
        List<String> lines = new ArrayList<>(TextTable.aligned(LimitsTable.rows(limits)));
        lines.add("");
        lines.add("JDKs, newest first; servers run on the first:");
        for (Jdk jdk : context.jdks().find()) {
            lines.add("  %s  %s%s"
                    .formatted(jdk.version(), jdk.home(), jdk.hasVirtualThreads() ? "" : "  (no virtual threads)"));
        }
        lines.add("");
        Scenario any = scenarios.get(0);
        lines.add(
                "Connections at which the first limit binds, with nofile=%s%s heap=%dm%s%s; an estimate, nothing was started:"
                        .formatted(
                                any.nofile(),
                                given.containsKey(Dimension.NOFILE) ? "" : " (the hard limit here)",
                                any.jvm().heapMaxBytes().orElse(0) >> 20,
                                given.containsKey(Dimension.HEAP) ? "" : " (a quarter of the memory)",
                                any.instances() > 1 ? " for each of %d servers".formatted(any.instances()) : ""));
        List<Scenario> shown = shown(scenarios);
        DoctorSources sources = new DoctorSources();
        CostTable costs = costs();
        lines.addAll(TextTable.aligned(forecast(shown, limits, costs, sources)));
        lines.add("");
        lines.add("Where the figures come from; limits were read now, costs in the servers named here:");
        lines.addAll(sources.lines());
        lines.add("ceiling predict measures them in a server of yours (docs/predict.md).");
        lines.add("");
        lines.add("How to raise them:");
        lines.addAll(TextTable.aligned(raises(shown, limits)));
        lines.forEach(context.out()::println);
        hosts().ifPresent(this::others);
        return ExitCode.OK;
    }

    private void others(OtherHosts hosts) {
        try (OtherHosts.OpenHosts opened = hosts.open(HostFacts.ofThisHost(), context.home(), context.out())) {
            opened.environments().forEach((name, environment) -> {
                context.out().println("");
                context.out()
                        .println("Host %s, %d processors, %d MiB:"
                                .formatted(
                                        name,
                                        environment.machine().cpuCount(),
                                        environment.machine().memoryTotalBytes() >> 20));
                TextTable.aligned(LimitsTable.rows(environment.limits())).forEach(context.out()::println);
                context.out()
                        .println("JDKs, newest first: "
                                + environment.jdks().stream().map(Jdk::version).collect(Collectors.joining(", ")));
            });
        }
    }

    /** Returns the scenarios, with the JVM's defaults on this host for limits that are not set. */
    private List<Scenario> scenarios(Map<Dimension, List<String>> given, HostLimits limits) {
        Map<Dimension, List<String>> values = new EnumMap<>(Dimension.class);
        values.put(Dimension.NOFILE, List.of("max"));
        long memory =
                limits.memoryBytes().orElse(HEAP_PART * Runtime.getRuntime().maxMemory());
        values.put(Dimension.HEAP, List.of(Long.toString(memory / HEAP_PART)));
        values.put(Dimension.THREADS, List.of("default"));
        values.put(Dimension.BUFFER, List.of("default"));
        values.put(Dimension.FORKS, List.of("1"));
        values.putAll(given);
        return CommandException.checked(() -> Preset.FULL
                .matrix(context.nofileHard())
                .narrow(values)
                .expand(SingleScenario.matrixHost(context), OptionalInt.empty()));
    }

    /** Leaves out NIO2, which has the same bounds as NIO. */
    private static List<Scenario> shown(List<Scenario> scenarios) {
        return scenarios.stream()
                .filter(scenario -> scenario.connector() != Connector.NIO2)
                .filter(scenario ->
                        scenario.connector() != Connector.BIO || scenario.threadKind() == ThreadKind.PLATFORM)
                .toList();
    }

    /** Returns each limit that binds first in any scenario, and the one after it, with the option that raises it. */
    private static List<List<String>> raises(List<Scenario> shown, HostLimits limits) {
        Map<String, String> raises = new TreeMap<>();
        for (Scenario scenario : shown) {
            if (Scenarios.skipReason(scenario).isEmpty()) {
                Forecast.bounds(scenario, limits).stream()
                        .limit(2)
                        .forEach(bound -> raises.put(bound.limit(), bound.raise()));
            }
        }
        return raises.entrySet().stream()
                .map(entry -> List.of("  " + entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Returns a row for each workload, with a column for each container, connector and thread kind. */
    private static List<List<String>> forecast(
            List<Scenario> shown, HostLimits limits, CostTable costs, DoctorSources sources) {
        List<String> ways = shown.stream().map(DoctorCommand::way).distinct().toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("workload"));
        header.addAll(ways);
        rows.add(header);
        for (Workload workload : Workloads.ofTheWar()) {
            List<String> row = new ArrayList<>(List.of(workload.label()));
            for (String way : ways) {
                row.add(shown.stream()
                        .filter(scenario ->
                                scenario.workload() == workload && way(scenario).equals(way))
                        .findFirst()
                        .map(scenario -> cell(scenario, limits, costs, sources))
                        .orElse("-"));
            }
            rows.add(row);
        }
        return rows;
    }

    private static String cell(Scenario scenario, HostLimits limits, CostTable costs, DoctorSources sources) {
        return Scenarios.skipReason(scenario).isPresent()
                ? "needs JDK 21"
                : text(Forecast.limits(scenario, limits, costs), sources);
    }

    /** Returns the first limit with its interval and its source, and the second one if it is close. */
    private static String text(List<ForecastLimit> limits, DoctorSources sources) {
        if (limits.isEmpty()) {
            return "no limit is known";
        }
        ForecastLimit first = limits.get(0);
        String next = limits.stream()
                .skip(1)
                .filter(second ->
                        second.bound().connections() <= CLOSE * first.bound().connections())
                .findFirst()
                .map(second -> ", then " + second.bound().limit())
                .orElse("");
        return "~%d%s %s%s [%d]"
                .formatted(
                        first.bound().connections(),
                        interval(first),
                        first.bound().limit(),
                        next,
                        sources.number(first.source()));
    }

    private static String interval(ForecastLimit limit) {
        long low = (long) Math.max(0, Math.floor(limit.interval().low()));
        long high = (long) Math.ceil(limit.interval().high());
        return !limit.interval().isKnown() ? " (no interval)" : low == high ? "" : " (%d..%d)".formatted(low, high);
    }

    /** Returns the costs of this project, and before them those of the folder that was given. */
    private CostTable costs() {
        if (from == null) {
            return Forecast.reference();
        }
        Path folder = folders.find(context.home(), List.of(from)).get(0);
        List<MeasuredCosts> own = RecordedCosts.read(folder, folder.toString(), false);
        if (own.isEmpty()) {
            throw CommandException.badArguments(
                    "--from must be the folder of a run with rows of servers that it started, of the releases of this build, was '%s'"
                            .formatted(from));
        }
        return Forecast.reference().with(own);
    }

    private static String way(Scenario scenario) {
        return "%s %s %s"
                .formatted(
                        scenario.container(),
                        scenario.connector().label(),
                        scenario.threadKind().label());
    }
}
