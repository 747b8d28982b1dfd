package io.ceiling.capacity.size;

import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.os.MemoryGroup;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Measures the costs of a connection in one server, which holds eight levels in turn. Not thread-safe.
 *
 * <p>Lines are fitted to the upper five, in which the server is warm ({@link CostLines}).
 */
final class CostMeasurer {

    private static final double LOWEST_SHARE = 0.2;

    private static final double GROWTH = 1.26;
    private static final double TOLERANCE = 0.02;

    private final Run.Context context;

    CostMeasurer(Run.Context context) {
        int most = context.request().scenarios().get(0).capConnections();
        RampSettings ramp = context.request()
                .ramp()
                .with(new RampSettings.Levels(Math.max(1, (int) (LOWEST_SHARE * most)), GROWTH, TOLERANCE));
        this.context = context.with(context.request().withRamp(ramp), context.facts());
    }

    /**
     * The costs of a scenario.
     *
     * @param note what could not be read, and why; empty if all was
     */
    record CostResult(ConnectionCosts costs, Optional<String> note) {}

    /**
     * Measures a scenario and blocks until its server is gone.
     *
     * @throws ScenarioNotRunException if it held too few numbers of connections
     */
    CostResult measure(Scenario scenario) throws InterruptedException {
        MemoryGroup created;
        try {
            created = MemoryGroup.create(OptionalLong.empty());
        } catch (IOException e) {
            return in(
                    Optional.empty(),
                    scenario,
                    Optional.of("memory of the kernel: of the whole host, %s".formatted(e.getMessage())));
        }
        try (MemoryGroup group = created) {
            return in(Optional.of(group), scenario, Optional.empty());
        }
    }

    private CostResult in(Optional<MemoryGroup> group, Scenario scenario, Optional<String> note)
            throws InterruptedException {
        Map<Long, Long> kernel = new HashMap<>();
        ScenarioResult result = new GroupedServers(context, group, sample -> {
                    if (sample.afterGc() && group.isPresent()) {
                        group.get().kernelBytes().ifPresent(bytes -> kernel.put(sample.elapsedNanos(), bytes));
                    }
                })
                .measure(scenario);
        List<Step> passed = result.steps().stream().filter(Step::passed).toList();
        Optional<String> charged = group.filter(any -> passed.stream()
                        .allMatch(step -> kernel.containsKey(step.after().elapsedNanos())))
                .map(MemoryGroup::kernelWords);
        List<CostLines.Level> levels = CostLines.counted(passed.stream()
                .map(step -> level(step, charged.isPresent(), kernel))
                .toList());
        int least = levels.stream().mapToInt(CostLines.Level::connections).min().orElse(0);
        long serviceNanos = passed.stream()
                .filter(step -> step.served() >= least)
                .mapToLong(step ->
                        step.after().load().times().exchanges().service().p99Nanos())
                .max()
                .orElse(0);
        ConnectionCosts costs = CostLines.of(
                        levels,
                        charged,
                        serviceNanos,
                        "%d levels of one server, measured now".formatted(levels.size()),
                        context.facts().cpuCount())
                .orElseThrow(() -> new ScenarioNotRunException("%d of at least %d numbers of connections were held: %s"
                        .formatted(
                                levels.size(),
                                CostLines.MIN_LEVELS,
                                result.verdict().summary())));
        return new CostResult(costs, note);
    }

    private static CostLines.Level level(Step step, boolean charged, Map<Long, Long> kernel) {
        Sample sample = step.after();
        ServerReading server = sample.server();
        Seen resident = server.heapResidentBytes().isSeen() ? server.heapResidentBytes() : server.heapUsedBytes();
        return new CostLines.Level(
                step.server(),
                step.served(),
                sample.afterGc() ? server.heapUsedBytes() : Seen.NOT,
                server.rssBytes().since(resident),
                server.directBytes(),
                server.threads(),
                server.openDescriptors(),
                charged
                        ? Seen.of(kernel.getOrDefault(sample.elapsedNanos(), 0L))
                        : sample.host().kernelBytes());
    }
}
