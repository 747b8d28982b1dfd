package io.ceiling.climb;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.Excludes;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.JarOptions;
import io.ceiling.harness.cli.OutputOptions;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.cli.RequestOptions;
import io.ceiling.harness.cli.RunOption;
import io.ceiling.harness.cli.RunOptions;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.matrix.Sizes;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code ceiling climb}: turns options into the start of a climb and the bounds of its settings. It starts
 * no process itself.
 */
@Command(
        name = "climb",
        description =
                "Finds the ceiling, raises the limit that stopped it, and repeats until a limit cannot be raised.",
        footer = {
            "  ceiling climb                                                     a recursion in Tomcat, from the limits of a shell",
            "  ceiling climb --container=jetty --workload=websocket --heap=64m   from a small heap",
            "  ceiling climb --jar=shop.jar --get=/products --threads=20         a Spring Boot application of yours",
            "  ceiling climb --workload=keep-alive --controls=all                with tests of each name",
            "  ceiling climb --preset=article                                    six fixed steps, three times"
        })
@Heading.Under(Heading.RAMP)
public final class ClimbCommand extends ParsedCommand {

    // Default limit of open descriptors in a shell.
    private static final int DEFAULT_NOFILE = 1024;

    // Default cap: that of the web application for a recursion, and more connections than a first climb should open.
    private static final int DEFAULT_CAP = 100_000;

    private static final long MAX_HEAP_BYTES = 1L << 40;
    private static final String ARTICLE = "article";

    @Heading.Under(Heading.MEASURE)
    @Heading.FirstScreen
    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "article: six fixed steps from an article of 2010, with platform threads, virtual threads and"
                    + " asynchronous servlets")
    private @Nullable String preset;

    @Mixin
    private final JarOptions jar = new JarOptions();

    @Mixin
    private final RequestOptions requests = new RequestOptions();

    @Heading.FirstScreen
    @Option(
            names = "--heap-budget",
            paramLabel = "SIZE",
            description = "maximum to which heap and direct memory are raised (default: half of the memory)")
    private @Nullable String heapBudget;

    @Excludes(value = OtherHosts.OPTION, why = ": it raises settings of this host alone")
    @Option(
            names = "--allow-sysctl",
            description = "also raises kernel settings of the whole host, and restores them at the end")
    private boolean allowSysctl;

    @Option(
            names = "--controls",
            paramLabel = "none|all",
            defaultValue = "none",
            description = "all: after each raise that moved the ceiling, up to three more steps test whether the named"
                    + " limit was the cause (default: none)")
    private String controls = "none";

    @Mixin
    private final RunOptions options = new RunOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Heading.Under(Heading.RESULTS)
    @Heading.FirstScreen
    @Option(names = "--dry-run", description = "prints the first scenario, or all of the article; starts nothing")
    private boolean dryRun;

    private ClimbCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new ClimbCommand(context));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), List.of(Dimension.WORKLOAD));
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), SingleScenario.SETTINGS);
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), List.of(Dimension.INSTANCES));
        RunOption.add(commandLine.getCommandSpec(), "climb");
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<Dimension, String> givenSettings = SingleScenario.given(parsed());
        ClimbRequest request = isArticle(givenSettings) ? article(givenSettings) : staircase(givenSettings);
        if (dryRun) {
            request.run().scenarios().forEach(scenario -> context.out().println(scenario.name()));
            return ExitCode.OK;
        }
        return start(request.run(), request, frame -> new ClimbRunner(frame).run(request));
    }

    private boolean isArticle(Map<Dimension, String> givenSettings) {
        if (preset == null) {
            return false;
        }
        if (!preset.equals(ARTICLE)) {
            throw CommandException.badArguments("--preset must be %s, was '%s'".formatted(ARTICLE, preset));
        }
        givenSettings.keySet().stream()
                .filter(dimension -> dimension != Dimension.JDK)
                .findFirst()
                .ifPresent(dimension -> {
                    throw CommandException.badArguments(
                            "--preset=%s has fixed settings, %s cannot be given with it; allowed are --jdk, --heap-budget, --allow-sysctl, --cap, --hold, --slo, --source-addresses, --name, --results"
                                    .formatted(ARTICLE, DimensionOptions.option(dimension)));
                });
        if (areControlled()) {
            throw CommandException.badArguments(
                    "--controls=all cannot be given with --preset=%s, whose steps are fixed".formatted(ARTICLE));
        }
        return true;
    }

    private ClimbRequest staircase(Map<Dimension, String> givenSettings) {
        Optional<UserApplication> own = jar.application(requests, lists(givenSettings));
        Map<Dimension, String> start = new EnumMap<>(Dimension.class);
        if (own.isPresent()) {
            start.putAll(JarOptions.defaultValues(own.get(), context));
        } else {
            start.put(Dimension.WORKLOAD, Workloads.RECURSIVE.label());
            start.put(Dimension.NOFILE, Integer.toString(Math.min(DEFAULT_NOFILE, context.nofileHard())));
        }
        start.putAll(givenSettings);
        Scenario first = SingleScenario.of(start, context, OptionalInt.of(cap()));
        own.ifPresent(application -> JarOptions.requireSettings(application, List.of(first)));
        ClimbBounds bounds = bounds(first.jvm().heapMaxBytes().orElse(0));
        // A deep chain makes no progress for a while when the collector of a large heap runs.
        Preset ramp = first.workload().isRecursive() ? Preset.SEEDS : Preset.QUICK;
        ClimbPlan plan = new Staircase(start, SingleScenario.matrixHost(context), bounds, areControlled(), own);
        return request(List.of(plan), ramp, "climb-" + first.container(), own.isPresent());
    }

    private ClimbRequest article(Map<Dimension, String> givenSettings) {
        String jdk = givenSettings.getOrDefault(Dimension.JDK, Dimension.NEWEST);
        ClimbBounds bounds = bounds(ArticleSteps.MIN_HEAP_BYTES);
        List<ClimbPlan> plans = CommandException.checkArguments(() -> List.of(
                articleSteps(Workloads.RECURSIVE, ThreadKind.PLATFORM, jdk, bounds),
                articleSteps(Workloads.RECURSIVE, ThreadKind.VIRTUAL, jdk, bounds),
                articleSteps(Workloads.RECURSIVE_ASYNC, ThreadKind.PLATFORM, jdk, bounds)));
        return CommandException.checkArguments(() -> request(plans, Preset.SEEDS, "climb-article", false));
    }

    private static Map<Dimension, List<String>> lists(Map<Dimension, String> givenSettings) {
        Map<Dimension, List<String>> lists = new EnumMap<>(Dimension.class);
        givenSettings.forEach((dimension, value) -> lists.put(dimension, List.of(value)));
        return lists;
    }

    private ClimbPlan articleSteps(Workload workload, ThreadKind threadKind, String jdk, ClimbBounds bounds) {
        return new ArticleSteps(workload, threadKind, jdk, SingleScenario.matrixHost(context), bounds);
    }

    private ClimbRequest request(List<ClimbPlan> plans, Preset ramp, String name, boolean ownerOnly) {
        RunRequest run = withExtensionOptions(request(
                                options.folder(),
                                name,
                                plans.stream()
                                        .flatMap(plan -> plan.knownScenarios().stream())
                                        .toList())
                        .ownerOnly(ownerOnly)
                        .withRamp(options.ramp(ramp.ramp(context.limits().get().memoryFloorBytes()))))
                .printing(output.of(spec()));
        return new ClimbRequest(run, plans, allowSysctl);
    }

    private boolean areControlled() {
        if (!controls.equals("none") && !controls.equals("all")) {
            throw CommandException.badArguments("--controls must be none or all, was '%s'".formatted(controls));
        }
        return controls.equals("all");
    }

    private int cap() {
        return options.cap().orElse(Math.min(DEFAULT_CAP, context.nofileHard()));
    }

    private ClimbBounds bounds(long leastBytes) {
        HostLimits limits = context.limits().get();
        return new ClimbBounds(
                context.nofileHard(),
                budget(leastBytes, limits),
                limits,
                allowSysctl,
                cap(),
                options.sourceAddresses());
    }

    private long budget(long leastBytes, HostLimits limits) {
        if (heapBudget == null) {
            long memory = context.memoryBytes().getAsLong();
            long limit = limits.cgroupMemoryBytes().orElse(0);
            long mine = limit > 0 && (memory < 0 || limit < memory) ? limit : memory;
            // Half of the memory, in whole MiB, as -Xmx is displayed.
            return Math.max(leastBytes, (mine >> 21) << 20);
        }
        OptionalLong bytes = Sizes.bytes(heapBudget);
        if (bytes.isEmpty() || bytes.getAsLong() < leastBytes || bytes.getAsLong() > MAX_HEAP_BYTES) {
            throw CommandException.badArguments(
                    "--heap-budget must be a size such as 512m or 3g, from %s (the heap at the start) to %s, was '%s'"
                            .formatted(Sizes.text(leastBytes), Sizes.text(MAX_HEAP_BYTES), heapBudget));
        }
        return bytes.getAsLong();
    }
}
