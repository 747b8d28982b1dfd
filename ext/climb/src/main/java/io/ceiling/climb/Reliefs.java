package io.ceiling.climb;

import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Sizes;
import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.matrix.Values;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the setting that relieves a limit, the value to which it is raised, and the predicted effect. Pure functions.
 *
 * <p>Notes. A limit that costs nothing until it is used (threads, connections, descriptors) is raised at once as far as
 * the cap and the hard limits allow. A limit that costs memory is raised by a factor of four, so that the staircase
 * shows the effect of each step. Where a raised limit would bind again follows from what a connection cost in the ramp
 * before ({@link MeasuredRise}).
 */
final class Reliefs {

    private static final long HEAP_GROWTH = 4;
    private static final int SMALL_BUFFER_BYTES = 1 << 10;
    private static final long SMALL_STACK_BYTES = 256 << 10;

    // Ratio of threads to connections, to allow for acceptors, selectors, and the container's own requests.
    private static final double SPARE_THREADS = 1.2;

    // Smallest factor of a raise that moves the ceiling visibly.
    private static final double MIN_RAISE = 1.1;

    // Largest descriptor limit of a process on Linux unless fs.nr_open was raised.
    private static final int MAX_DESCRIPTORS = 1 << 20;

    private final ClimbBounds bounds;

    public Reliefs(ClimbBounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Returns the relief of a limit.
     *
     * @param measured ramp that reached it
     * @param running settings that the server reports, including its defaults
     * @param changedSettings settings that steps of this climb have changed
     */
    public Relief of(
            LimitingFactor factor, ScenarioResult measured, RunningSettings running, Set<String> changedSettings) {
        Scenario scenario = measured.scenario();
        return switch (factor) {
            case SERVER_THREADS -> threads(measured, running);
            case APPLICATION_POOL -> pool(measured);
            case SERVER_MAX_CONNECTIONS -> maxConnections(running);
            case ACCEPT_QUEUE -> acceptCount(running, changedSettings);
            case SERVER_FILE_DESCRIPTORS -> descriptors(measured);
            case SERVER_HEAP, SERVER_GC -> heap(measured);
            case SERVER_DIRECT_MEMORY -> directMemory(measured);
            case SERVER_NATIVE_THREADS -> stack(scenario, changedSettings);
            case LOAD_EPHEMERAL_PORTS -> sourceAddresses(measured, changedSettings);
            case EPHEMERAL_PORTS, CONNTRACK_TABLE -> KernelReliefs.of(factor, bounds, changedSettings);
            case KERNEL_TCP_MEMORY -> new Relief.Exhausted("tcp_mem is a part of the host's memory and is not raised");
            default ->
                new Relief.Exhausted(
                        factor.invalidates() || factor == LimitingFactor.UNKNOWN
                                ? "%s is no limit of the server".formatted(factor.label())
                                : "%s: no option of the server raises it".formatted(factor.label()));
        };
    }

    private Relief threads(ScenarioResult measured, RunningSettings running) {
        Scenario scenario = measured.scenario();
        int descriptorsEach = scenario.workload().descriptorsPerConnection();
        int most = Math.min(bounds.capConnections(), bounds.nofileHard() / descriptorsEach);
        int target = (int) Math.min(1_000_000, Math.ceil(SPARE_THREADS * most));
        Limit limit = running.sizes().maxThreads();
        if (!limit.isNumber()) {
            return new Relief.Exhausted("the threads have no limit");
        }
        long now = limit.orElse(0);
        return target < MIN_RAISE * now
                ? new Relief.Exhausted(
                        "maxThreads is %d, and the cap of connections or the hard limit of open files allows no more than %d connections"
                                .formatted(now, most))
                : raised(
                        change(Dimension.THREADS, Long.toString(now), Integer.toString(target)),
                        LimitingFactor.SERVER_THREADS,
                        measured,
                        now,
                        target);
    }

    // Only Spring Boot has properties for it, and only for pools of libraries that it knows.
    private static Relief pool(ScenarioResult measured) {
        String words = measured.verdict() instanceof Verdict.Reached reached ? reached.relief() : "";
        return measured.scenario()
                .application()
                .flatMap(UserApplication::jar)
                .flatMap(jar -> jar.property(LimitingFactor.APPLICATION_POOL, words)
                        .map(property -> new Change(
                                property,
                                jar.properties().getOrDefault(property, Values.DEFAULT),
                                Integer.toString(2 * measured.verdict().passed().orElse(1)))))
                .<Relief>map(change -> new Relief.Possible(change, Prediction.RISES))
                .orElseGet(() -> new Relief.Exhausted("no property of the application raises it"));
    }

    private static Relief maxConnections(RunningSettings running) {
        Limit now = running.sizes().maxConnections();
        return now.isNumber()
                ? new Relief.Possible(change(Dimension.MAX_CONNECTIONS, now.toString(), "-1"), Prediction.RISES)
                : new Relief.Exhausted("maxConnections has no limit");
    }

    // Predicts a rise without a number: the effect of a longer queue depends on how fast connections arrive.
    private Relief acceptCount(RunningSettings running, Set<String> changedSettings) {
        long most = Math.min(KernelReliefs.somaxconn(bounds, changedSettings), KernelReliefs.MAX_SOMAXCONN);
        Limit now = running.sizes().acceptCount();
        return !now.isNumber() || most < MIN_RAISE * now.orElse(0)
                ? KernelReliefs.of(LimitingFactor.ACCEPT_QUEUE, bounds, changedSettings)
                : new Relief.Possible(
                        change(Dimension.ACCEPT_COUNT, now.toString(), Long.toString(most)), Prediction.RISES);
    }

    private Relief descriptors(ScenarioResult measured) {
        long now = measured.scenario().nofile().orElse(0);
        int most = Math.min(bounds.nofileHard(), MAX_DESCRIPTORS);
        return most < MIN_RAISE * now
                ? new Relief.Exhausted(
                        "nofile is %d, the hard limit of this process is %d (ulimit -Hn as root, LimitNOFILE= of systemd)"
                                .formatted(now, bounds.nofileHard()))
                : raised(
                        change(Dimension.NOFILE, Long.toString(now), Integer.toString(most)),
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        measured,
                        now,
                        most);
    }

    private Relief heap(ScenarioResult measured) {
        Scenario scenario = measured.scenario();
        long now = scenario.jvm().heapMaxBytes().orElse(0);
        long target = Math.min(HEAP_GROWTH * now, bounds.heapBudgetBytes());
        if (target >= MIN_RAISE * now) {
            return raised(
                    change(Dimension.HEAP, Sizes.text(now), Sizes.text(target)),
                    LimitingFactor.SERVER_HEAP,
                    measured,
                    now,
                    target);
        }
        if (scenario.sizes().bufferBytes().orElse(Integer.MAX_VALUE) > SMALL_BUFFER_BYTES) {
            String from = scenario.sizes().bufferBytes().isPresent()
                    ? Sizes.text(scenario.sizes().bufferBytes().getAsInt())
                    : Values.DEFAULT;
            return new Relief.Possible(
                    change(Dimension.BUFFER, from, Sizes.text(SMALL_BUFFER_BYTES)), Prediction.MAY_RISE);
        }
        return new Relief.Exhausted("heap is %s, its budget %s (--heap-budget), and buffers are at %s"
                .formatted(
                        Sizes.text(now),
                        Sizes.text(bounds.heapBudgetBytes()),
                        Sizes.text(scenario.sizes().bufferBytes().orElse(SMALL_BUFFER_BYTES))));
    }

    private Relief directMemory(ScenarioResult measured) {
        Scenario scenario = measured.scenario();
        OptionalLong requestedBytes = scenario.jvm().directMemoryBytes();
        // The JVM uses the limit of the heap if none is set.
        long now = requestedBytes.orElse(scenario.jvm().heapMaxBytes().orElse(0));
        long target = Math.min(HEAP_GROWTH * now, bounds.heapBudgetBytes());
        return target < MIN_RAISE * now
                ? new Relief.Exhausted("direct memory is %s, its budget %s (--heap-budget)"
                        .formatted(Sizes.text(now), Sizes.text(bounds.heapBudgetBytes())))
                : raised(
                        change(Dimension.DIRECT_MEMORY, Sizes.text(now), Sizes.text(target)),
                        LimitingFactor.SERVER_DIRECT_MEMORY,
                        measured,
                        now,
                        target);
    }

    // Agents can use more local addresses, unlike a recursion, which connects from one address to one address.
    private Relief sourceAddresses(ScenarioResult measured, Set<String> changedSettings) {
        Scenario scenario = measured.scenario();
        int held = measured.verdict().passed().orElse(0);
        long ports = bounds.host().localPorts().orElse(0);
        int now = bounds.sourceAddresses().orElseGet(() -> SourceAddresses.of(scenario.capPerServer()));
        int target = SourceAddresses.of(scenario.capPerServer(), Math.max(1, ports));
        return target <= now || changedSettings.contains(SourceAddresses.SETTING)
                ? KernelReliefs.of(LimitingFactor.LOAD_EPHEMERAL_PORTS, bounds, changedSettings)
                : new Relief.Possible(
                        new Change(SourceAddresses.SETTING, Integer.toString(now), Integer.toString(target)),
                        Prediction.risesTo(
                                (int) Math.min(Integer.MAX_VALUE, (long) held * target / now),
                                "as many again from each local address"));
    }

    // Smaller stacks help if address space ran out, but not if the number of threads is limited.
    private Relief stack(Scenario scenario, Set<String> changedSettings) {
        return scenario.jvm().stackBytes().orElse(Long.MAX_VALUE) <= SMALL_STACK_BYTES
                ? KernelReliefs.of(LimitingFactor.SERVER_NATIVE_THREADS, bounds, changedSettings)
                : new Relief.Possible(
                        change(
                                Dimension.STACK,
                                scenario.jvm().stackBytes().isPresent()
                                        ? Sizes.text(scenario.jvm().stackBytes().getAsLong())
                                        : Values.DEFAULT,
                                Sizes.text(SMALL_STACK_BYTES)),
                        Prediction.MAY_RISE);
    }

    private static Relief raised(Change change, LimitingFactor factor, ScenarioResult measured, long now, long target) {
        return new Relief.Possible(change, MeasuredRise.of(factor, measured, now, target));
    }

    private static Change change(Dimension dimension, String from, String to) {
        return new Change(dimension.label(), from, to);
    }
}
