package io.ceiling.harness.command.run;

import io.ceiling.harness.cli.RequestOptions;
import io.ceiling.harness.expect.Expectation;
import java.util.List;
import java.util.Optional;

/**
 * Option names of earlier versions: on a command line they are refused with the new name; in the recorded command of a
 * resumed run they are accepted.
 */
public final class RenamedOptions {

    /**
     * An option that has another name now.
     *
     * @param command command that had it; empty for every one
     * @param old former name
     * @param now name, or what is typed in its place
     * @param why what the former name means elsewhere; empty if nothing
     */
    public record Renamed(String command, String old, String now, String why) {

        private boolean isOf(String name, String option) {
            return old.equals(option) && (command.isEmpty() || command.equals(name));
        }

        private String message() {
            return "%s%s is called %s now%s"
                    .formatted(
                            old,
                            command.isEmpty() ? "" : " of " + command,
                            now,
                            why.isEmpty() ? "" : " (%s)".formatted(why));
        }
    }

    public static final List<Renamed> ALL = List.of(
            new Renamed("", "--hold-time", "--hold", ""),
            new Renamed("", "--threads-kind", "--thread-kind", ""),
            new Renamed("probe", "--max-connections", "--cap", "--max-connections sets a server"),
            new Renamed("predict", "--most", "--cap", ""),
            new Renamed("anatomy", "--connections", "--cap", "--connections is how many traffic and size hold"),
            new Renamed("size", "--measured", "--cap", ""),
            new Renamed("node", "--most-connections", "--cap", ""),
            new Renamed("node", "--bind", "--address", ""),
            new Renamed("", "--listen", "--hosts 'NAME=COMMAND'", "a run starts its nodes"),
            new Renamed(
                    "node", "--join", "ceiling run --hosts 'NAME=ssh HOST ceiling node'", "a run starts its nodes"));

    private RenamedOptions() {}

    /** Returns a message with the current name of an option that a command does not know; empty if it never had it. */
    public static Optional<String> message(String command, String option) {
        return renamed(command, option).map(Renamed::message);
    }

    private static Optional<Renamed> renamed(String command, String option) {
        return ALL.stream().filter(one -> one.isOf(command, option)).findFirst();
    }

    /** Returns an argument of {@code run} that an earlier version recorded in its current form. */
    public static String current(String recorded) {
        if (recorded.startsWith("--hold=/")) {
            return recorded.replaceFirst("--hold=", RequestOptions.HOLD + "=");
        }
        String expect = "--expect=";
        if (recorded.startsWith(expect) && !Expectation.isOne(recorded.substring(expect.length()))) {
            return recorded.replaceFirst(expect, RequestOptions.EXPECT_ANSWER + "=");
        }
        String option = recorded.replaceFirst("(?s)=.*", "");
        return renamed(RunCommand.NAME, option)
                .map(one -> one.now() + recorded.substring(option.length()))
                .orElse(recorded);
    }
}
