package io.ceiling.jmh;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** JMH's own main, with its own options; before it, a look at whether the servers that they name can be started. */
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

    /** What an operation costs the server belongs to every result; JMH refuses a profiler that is named twice. */
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
            // JMH says it itself.
            return Optional.empty();
        }
    }
}
