package io.ceiling.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What this machine allows, tried and not guessed. */
final class Machine {

    private Machine() {}

    /** The need that a command can be run around another one. */
    static Plant.Need runs(String what, String... around) {
        return () -> {
            List<String> command = new ArrayList<>(List.of(around));
            command.add("true");
            return succeeds(command) ? Optional.empty() : Optional.of(what + " is not possible here");
        };
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

    private static boolean succeeds(List<String> command) {
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
