package io.ceiling.jmh;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
        org.openjdk.jmh.Main.main(withProfiler(args));
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
            return new Preflight(Home.find(), BenchmarkServer.mostDescriptors()).problem(new CommandLineOptions(args));
        } catch (CommandLineOptionException e) {
            // JMH reports the error itself.
            return Optional.empty();
        }
    }
}
