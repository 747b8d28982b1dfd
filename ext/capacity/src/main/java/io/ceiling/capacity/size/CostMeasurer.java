package io.ceiling.capacity.size;

import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.os.MemoryGroup;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
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
            return measureIn(
                    Optional.empty(),
                    scenario,
                    Optional.of("memory of the kernel: of the whole host, %s".formatted(e.getMessage())));
        }
        try (MemoryGroup group = created) {
            return measureIn(Optional.of(group), scenario, Optional.empty());
        }
    }

    private CostResult measureIn(Optional<MemoryGroup> group, Scenario scenario, Optional<String> note)
            throws InterruptedException {
        Map<Long, Long> kernelBytesByTime = new HashMap<>();
        ScenarioResult result = new GroupedServers(context, group, sample -> {
                    if (sample.afterGc() && group.isPresent()) {
                        group.get()
                                .kernelBytes()
                                .ifPresent(bytes -> kernelBytesByTime.put(sample.elapsedNanos(), bytes));
                    }
                })
                .measure(scenario);
        List<Step> passed = result.steps().stream().filter(Step::passed).toList();
        Optional<String> cgroupCharge = group.filter(any -> passed.stream()
                        .allMatch(step ->
                                kernelBytesByTime.containsKey(step.after().elapsedNanos())))
                .map(MemoryGroup::kernelWords);
        List<CostLines.CostLevel> levels = CostLines.warmLevels(passed.stream()
                .map(step -> level(step, cgroupCharge.isPresent(), kernelBytesByTime))
                .toList());
        int least =
                levels.stream().mapToInt(CostLines.CostLevel::connections).min().orElse(0);
        long serviceNanos = passed.stream()
                .filter(step -> step.served() >= least)
                .mapToLong(step ->
                        step.after().load().times().exchanges().service().p99Nanos())
                .max()
                .orElse(0);
        ConnectionCosts costs = CostLines.of(
                        levels,
                        cgroupCharge,
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

    private static CostLines.CostLevel level(Step step, boolean charged, Map<Long, Long> kernel) {
        Sample sample = step.after();
        ServerReading server = sample.server();
        Observation resident =
                server.heapResidentBytes().isSeen() ? server.heapResidentBytes() : server.heapUsedBytes();
        return new CostLines.CostLevel(
                step.server(),
                step.served(),
                sample.afterGc() ? server.heapUsedBytes() : Observation.NOT_SEEN,
                server.rssBytes().since(resident),
                server.directBytes(),
                server.threads(),
                server.openDescriptors(),
                charged
                        ? Observation.of(kernel.getOrDefault(sample.elapsedNanos(), 0L))
                        : sample.host().kernelBytes());
    }
}
