package io.ceiling.jmh;

import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.JdkFinder;
import io.ceiling.harness.server.ServerFiles;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Checks every server that the chosen benchmarks and parameters name, before the first of them is started, so that a
 * missing requirement is reported in one line and not an hour later.
 */
final class Preflight {

    // Names of the benchmark parameters that define a server.
    private static final String SERVER = "server";

    private static final String BUFFER = "buffer";
    private static final String BROADCASTER = "broadcaster";
    private static final String SUBSCRIBERS = "subscribers";

    // Descriptors that each of the two processes needs besides subscribers: jars, logs, the JVM itself.
    private static final int OTHER_DESCRIPTORS = 300;

    private final Path home;
    private final int maxDescriptors;

    /** @param maxDescriptors maximum number of descriptors of a process, for benchmark and server alike */
    Preflight(Path home, int maxDescriptors) {
        this.home = home;
        this.maxDescriptors = maxDescriptors;
    }

    /** Returns the first problem; empty if all benchmarks can run, or if the options run none. */
    Optional<Problem> problem(CommandLineOptions options) {
        if (onlyPrints(options)) {
            return Optional.empty();
        }
        List<Scenario> scenarios = new ArrayList<>();
        int subscribers = 0;
        try {
            List<Map<String, String>> combinations = combinations(options);
            if (combinations.isEmpty()) {
                return Optional.empty();
            }
            requireOneThread(options);
            requireInheritedProperties(options);
            Jdk jdk = JdkFinder.ofHost().choose(BenchmarkServer.requestedJdk());
            for (Map<String, String> parameters : combinations) {
                Scenario scenario = spec(parameters).scenario(jdk, maxDescriptors);
                Optional<String> reason = Scenarios.skipReason(scenario);
                if (reason.isPresent()) {
                    return Optional.of(
                            Problem.couldNotRun("server=%s cannot be started: %s. Hint: choose others with -p"
                                    .formatted(parameters.get(SERVER), reason.get())));
                }
                subscribers = Math.max(subscribers, number(parameters.getOrDefault(SUBSCRIBERS, "1")));
                scenarios.add(scenario);
            }
        } catch (IllegalArgumentException e) {
            return Optional.of(Problem.badArgument(String.valueOf(e.getMessage())));
        }
        if (subscribers > maxDescriptors - OTHER_DESCRIPTORS) {
            return Optional.of(Problem.couldNotRun(
                    "subscribers=%d need %d descriptors in each process, %d is the limit here. Hint: ulimit -n, or fewer with -p subscribers"
                            .formatted(subscribers, subscribers + OTHER_DESCRIPTORS, maxDescriptors)));
        }
        ServerFiles files = new ServerFiles(home);
        return files.missing(scenarios).stream()
                .map(missing -> Problem.couldNotRun(missing.message()))
                .findFirst();
    }

    /** Returns true if the options only print something. */
    static boolean onlyPrints(CommandLineOptions options) {
        return options.shouldHelp()
                || options.shouldList()
                || options.shouldListWithParams()
                || options.shouldListProfilers()
                || options.shouldListResultFormats();
    }

    // Checks that JMH uses one thread, since the connections of a state belong to one thread.
    private static void requireOneThread(CommandLineOptions options) {
        int threads = options.getThreads().orElse(1);
        int grouped =
                IntStream.of(options.getThreadGroups().orElse(new int[] {1})).sum();
        if (threads != 1 || grouped != 1) {
            throw new IllegalArgumentException(
                    "-t and -tg must be 1 for benchmarks of servers, whose connections belong to one thread, were %s and %d"
                            .formatted(threads == Threads.MAX ? "max" : threads, grouped));
        }
    }

    // Checks that a fork has the same system properties as this JVM: it inherits them only if -jvmArgs is not given.
    private static void requireInheritedProperties(CommandLineOptions options) {
        if (!options.getJvmArgs().hasValue()) {
            return;
        }
        List<String> arguments = new ArrayList<>(options.getJvmArgs().get());
        arguments.addAll(options.getJvmArgsPrepend().orElse(List.of()));
        arguments.addAll(options.getJvmArgsAppend().orElse(List.of()));
        for (String property : List.of(BenchmarkServer.JDK, Home.PROPERTY)) {
            if (System.getProperty(property) != null
                    && arguments.stream().noneMatch(argument -> argument.startsWith("-D" + property + "="))) {
                throw new IllegalArgumentException(
                        "-jvmArgs must repeat -D%s=%s, whose place it takes, was '%s'. Hint: -jvmArgsAppend leaves it there"
                                .formatted(
                                        property,
                                        System.getProperty(property),
                                        String.join(" ", options.getJvmArgs().get())));
            }
        }
    }

    private static ServerSpec spec(Map<String, String> parameters) {
        String server = parameters.getOrDefault(SERVER, "");
        String buffer = parameters.getOrDefault(BUFFER, "");
        String subscribers = parameters.get(SUBSCRIBERS);
        if (subscribers == null) {
            return ServerSpec.of(server, buffer);
        }
        return BroadcastBenchmark.Channel.spec(
                server, buffer, parameters.getOrDefault(BROADCASTER, ""), number(subscribers));
    }

    private static int number(String subscribers) {
        if (!subscribers.matches("[1-9][0-9]{0,5}")) {
            throw new IllegalArgumentException(
                    "subscribers must be a whole number from 1 to 999999, was '%s'".formatted(subscribers));
        }
        return Integer.parseInt(subscribers);
    }

    private static List<Map<String, String>> combinations(CommandLineOptions options) {
        List<Map<String, String>> all = new ArrayList<>();
        OutputFormat silent = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        for (BenchmarkListEntry benchmark :
                BenchmarkList.defaultList().find(silent, options.getIncludes(), options.getExcludes())) {
            Map<String, String[]> parameters = benchmark.getParams().orElse(Map.of());
            if (parameters.containsKey(SERVER)) {
                all.addAll(product(parameters, name -> options.getParameter(name)));
            }
        }
        return all;
    }

    private static List<Map<String, String>> product(
            Map<String, String[]> defaults,
            Function<String, org.openjdk.jmh.util.Optional<Collection<String>>> givenValues) {
        List<Map<String, String>> product = List.of(Map.of());
        for (Map.Entry<String, String[]> parameter : defaults.entrySet()) {
            Collection<String> values = givenValues.apply(parameter.getKey()).orElse(List.of(parameter.getValue()));
            List<Map<String, String>> next = new ArrayList<>();
            for (Map<String, String> combination : product) {
                for (String value : values) {
                    Map<String, String> extended = new HashMap<>(combination);
                    extended.put(parameter.getKey(), value);
                    next.add(extended);
                }
            }
            product = next;
        }
        return product;
    }
}
