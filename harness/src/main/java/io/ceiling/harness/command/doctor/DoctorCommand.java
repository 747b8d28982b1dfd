package io.ceiling.harness.command.doctor;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.estimate.Bound;
import io.ceiling.harness.estimate.CountedBounds;
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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command {@code ceiling doctor}: shows this host's limits, and which of those that are counted binds first. With nodes it
 * shows the limits of their hosts as well. It starts no process.
 */
@Command(
        name = "doctor",
        description = "Shows this machine's limits, and which of those that are counted binds first.",
        footer = {
            "  ceiling doctor                               of a server with the limits of this machine",
            "  ceiling doctor --nofile=4096 --threads=500   of one with these settings"
        })
public final class DoctorCommand extends ParsedCommand {

    private static final List<Dimension> SETTINGS =
            List.of(Dimension.NOFILE, Dimension.INSTANCES, Dimension.THREADS, Dimension.MAX_CONNECTIONS);

    // Ratio below which an estimate cannot tell two bounds apart.
    private static final double CLOSE = 1.3;

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
        Map<Dimension, List<String>> given = DimensionOptions.parseSingleValues(parsed());
        HostLimits limits = context.limits().get();
        List<Scenario> scenarios = scenarios(given);
        List<String> lines = new ArrayList<>(TextTable.aligned(LimitsTable.rows(limits)));
        lines.add("");
        lines.add("JDKs, newest first; servers run on the first:");
        for (Jdk jdk : context.jdks().find()) {
            lines.add("  %s  %s%s"
                    .formatted(jdk.version(), jdk.home(), jdk.hasVirtualThreads() ? "" : "  (no virtual threads)"));
        }
        lines.add("");
        Scenario any = scenarios.get(0);
        lines.add("Connections that the lowest counted limit allows, with nofile=%s%s%s; nothing was started:"
                .formatted(
                        any.nofile(),
                        given.containsKey(Dimension.NOFILE) ? "" : " (the hard limit here)",
                        any.instances() > 1 ? " for each of %d servers".formatted(any.instances()) : ""));
        List<Scenario> shown = shown(scenarios);
        lines.addAll(TextTable.aligned(table(shown, limits)));
        lines.add(
                "Memory may end them before. What a connection takes is measured: ceiling predict (docs/predict.md).");
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

    private List<Scenario> scenarios(Map<Dimension, List<String>> given) {
        Map<Dimension, List<String>> values = new EnumMap<>(Dimension.class);
        values.put(Dimension.NOFILE, List.of("max"));
        values.put(Dimension.THREADS, List.of("default"));
        values.put(Dimension.BUFFER, List.of("default"));
        values.put(Dimension.FORKS, List.of("1"));
        values.putAll(given);
        return CommandException.checkArguments(() -> Preset.FULL
                .matrix(context.nofileHard())
                .narrow(values)
                .expand(SingleScenario.matrixHost(context), OptionalInt.empty()));
    }

    // Leaves out NIO2, which has the same bounds as NIO.
    private static List<Scenario> shown(List<Scenario> scenarios) {
        return scenarios.stream()
                .filter(scenario -> scenario.connector() != Connector.NIO2)
                .filter(scenario ->
                        scenario.connector() != Connector.BIO || scenario.threadKind() == ThreadKind.PLATFORM)
                .toList();
    }

    // Returns each limit that binds first in any scenario, and the one after it, with the option that raises it.
    private static List<List<String>> raises(List<Scenario> shown, HostLimits limits) {
        Map<String, String> raises = new TreeMap<>();
        for (Scenario scenario : shown) {
            if (Scenarios.skipReason(scenario).isEmpty()) {
                CountedBounds.of(scenario, limits).stream()
                        .limit(2)
                        .forEach(bound -> raises.put(bound.limit(), bound.raise()));
            }
        }
        return raises.entrySet().stream()
                .map(entry -> List.of("  " + entry.getKey(), entry.getValue()))
                .toList();
    }

    private static List<List<String>> table(List<Scenario> shown, HostLimits limits) {
        List<String> ways = shown.stream().map(DoctorCommand::way).distinct().toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("workload"));
        header.addAll(ways);
        rows.add(header);
        for (Workload workload : Workloads.ofWebApplication()) {
            List<String> row = new ArrayList<>(List.of(workload.label()));
            for (String way : ways) {
                row.add(shown.stream()
                        .filter(scenario ->
                                scenario.workload() == workload && way(scenario).equals(way))
                        .findFirst()
                        .map(scenario -> cell(scenario, limits))
                        .orElse("-"));
            }
            rows.add(row);
        }
        return rows;
    }

    private static String cell(Scenario scenario, HostLimits limits) {
        if (Scenarios.skipReason(scenario).isPresent()) {
            return "needs JDK 21";
        }
        List<Bound> bounds = CountedBounds.of(scenario, limits);
        Bound first = bounds.get(0);
        return "~%d %s%s"
                .formatted(
                        first.connections(),
                        first.limit(),
                        bounds.stream()
                                .skip(1)
                                .filter(second -> second.connections() <= CLOSE * first.connections())
                                .findFirst()
                                .map(second -> ", then " + second.limit())
                                .orElse(""));
    }

    private static String way(Scenario scenario) {
        return "%s %s %s"
                .formatted(
                        scenario.container(),
                        scenario.connector().label(),
                        scenario.threadKind().label());
    }
}
