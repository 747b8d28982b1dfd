package io.ceiling.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.ProfilersFailedException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs JMH with its own options, after a check that the servers named by the options can be started. */
public final class Main {

    private Main() {}

    public static void main(String[] args) throws RunnerException, IOException {
        Optional<Problem> problem = problem(args);
        if (problem.isPresent()) {
            System.err.println("benchmarks: " + problem.get().text());
            System.exit(problem.get().exitCode());
        }
        String[] allArguments = withProfiler(args);
        Optional<CommandLineOptions> options = options(allArguments);
        if (options.isEmpty() || Preflight.onlyPrints(options.get())) {
            // JMH prints its help and lists, and reports what is wrong with its options.
            org.openjdk.jmh.Main.main(allArguments);
            return;
        }
        try {
            report(options.get(), new Runner(options.get()).run());
        } catch (NoBenchmarksException e) {
            System.err.println("No matching benchmarks. Miss-spelled regexp?");
            System.exit(1);
        } catch (ProfilersFailedException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        } catch (RunnerException e) {
            System.err.print("ERROR: ");
            e.printStackTrace(System.err);
            System.exit(1);
        }
    }

    private static Optional<CommandLineOptions> options(String... args) {
        try {
            return Optional.of(new CommandLineOptions(args));
        } catch (CommandLineOptionException e) {
            return Optional.empty();
        }
    }

    // Prints the figures of each fork, and writes them next to the file of the results if there is one.
    private static void report(CommandLineOptions options, Collection<RunResult> results) throws IOException {
        List<ForkReport.ForkFigure> rows = ForkReport.rows(results);
        ForkReport.lines(rows).forEach(System.out::println);
        if (options.getResult().hasValue()) {
            Files.writeString(forksFile(Path.of(options.getResult().get())), ForkReport.csv(rows));
        }
    }

    /** Returns the file of the forks' figures: {@code jmh-forks.csv} next to {@code jmh.json}. */
    static Path forksFile(Path results) {
        String name = results.getFileName().toString().replaceFirst("\\.[^.]*$", "");
        return results.resolveSibling(name + "-forks.csv");
    }

    /**
     * Adds the profiler of the server's cost, which every result includes. JMH refuses a profiler that is named twice.
     */
    static String[] withProfiler(String... args) {
        String profiler = ServerProfiler.class.getName();
        return List.of(args).contains(profiler)
                ? args
                : Stream.concat(Stream.of(args), Stream.of("-prof", profiler)).toArray(String[]::new);
    }

    private static Optional<Problem> problem(String[] args) {
        try {
            return new Preflight(Home.find(), BenchmarkServer.maxDescriptors()).problem(new CommandLineOptions(args));
        } catch (CommandLineOptionException e) {
            // JMH reports the error itself.
            return Optional.empty();
        }
    }
}
