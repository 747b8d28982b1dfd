package io.ceiling.it.planted;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this machine allows, tried and not guessed. */
public final class Machine {

    private Machine() {}

    /** The need that a command can be run around another one. */
    public static Plant.Need runs(String what, String... around) {
        return () -> {
            List<String> command = new ArrayList<>(List.of(around));
            command.add("true");
            return succeeds(command) ? Optional.empty() : Optional.of(what + " is not possible here");
        };
    }

    static final String CONNTRACK_MAX = "net.netfilter.nf_conntrack_max";

    /** The need that this host's own connections, if it tracks any, do not feel a smaller table. */
    static Optional<String> tracksConnectionsItself() {
        try {
            return Sysctl.value("net.netfilter.nf_conntrack_count") == 0
                    ? Optional.empty()
                    : Optional.of("this host tracks connections of its own, which a smaller table would turn away");
        } catch (IOException e) {
            return Optional.of("this kernel does not tell how many connections it tracks");
        }
    }

    /** The need that a limit of the whole host meets no other JVM than those that this build consists of. */
    static Optional<String> hasOtherJvms() {
        Set<Long> ours = Stream.iterate(
                        Optional.of(ProcessHandle.current()),
                        Optional::isPresent,
                        one -> one.flatMap(ProcessHandle::parent))
                .flatMap(Optional::stream)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
        long others = ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").endsWith("/java"))
                .filter(process -> !ours.contains(process.pid()))
                .count();
        return others == 0
                ? Optional.empty()
                : Optional.of("other JVMs run on this host, which would be refused what is the whole host's");
    }

    /** The need that no process has so many mappings; only of those that may be looked at. */
    static Optional<String> hasProcessWithMappings(int most) {
        return ProcessHandle.allProcesses().anyMatch(process -> mappings(process.pid()) > most)
                ? Optional.of("a process of this host has more than %d mappings".formatted(most))
                : Optional.empty();
    }

    private static long mappings(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "maps"))) {
            return lines.count();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    /** The need of one processor for the server and another one for the agents. */
    static Optional<String> lacksTwoProcessors() {
        return Runtime.getRuntime().availableProcessors() >= 2
                ? Optional.empty()
                : Optional.of("there is one processor only");
    }

    /** The numbers of two processors that this process may run on. */
    static List<Integer> processors() {
        String list = output(List.of("sh", "-c", "taskset -pc $$ | sed 's/.*: //'"));
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.strip().split("-");
            if (!ends[0].isEmpty()) {
                int last = Integer.parseInt(ends[ends.length - 1]);
                for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                    numbers.add(number);
                }
            }
        }
        return numbers;
    }

    static boolean succeeds(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String output(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
