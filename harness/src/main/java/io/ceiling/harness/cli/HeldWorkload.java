package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The option {@code --workload} of commands that need a workload with held connections. */
public final class HeldWorkload {

    private static final List<String> LABELS = Stream.of(
                    Workloads.KEEP_ALIVE, Workloads.WEBSOCKET, Workloads.HOLD_ASYNC, Workloads.HOLD_BLOCKING)
            .map(Workload::label)
            .toList();

    private HeldWorkload() {}

    public static void addOption(CommandSpec spec) {
        DimensionOptions.addOfOneValue(spec, Dimension.WORKLOAD, LABELS);
    }

    /** Returns the workload that was given, or keep-alive. */
    public static String of(Map<Dimension, String> given) {
        return given.getOrDefault(Dimension.WORKLOAD, Workloads.KEEP_ALIVE.label());
    }
}
