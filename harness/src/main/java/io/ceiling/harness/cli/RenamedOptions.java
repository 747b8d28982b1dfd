package io.ceiling.harness.cli;

import io.ceiling.harness.report.compare.Expectation;
import java.util.Optional;

/**
 * Option names of earlier versions: on a command line they are refused with the new name; in the recorded command of a
 * resumed run they are accepted.
 */
final class RenamedOptions {

    private static final String HOLD_TIME = "--hold-time";

    private RenamedOptions() {}

    /** Returns a message with the current name of an unknown option; empty if it never existed. */
    static Optional<String> message(String argument) {
        return argument.equals(HOLD_TIME) || argument.startsWith(HOLD_TIME + "=")
                ? Optional.of("%s is called --hold now".formatted(HOLD_TIME))
                : Optional.empty();
    }

    /** Returns an argument that an earlier version recorded in its current form. */
    static String current(String recorded) {
        if (recorded.startsWith("--hold=/")) {
            return recorded.replaceFirst("--hold=", RequestOptions.HOLD + "=");
        }
        String expect = "--expect=";
        if (recorded.startsWith(expect) && !Expectation.isOne(recorded.substring(expect.length()))) {
            return recorded.replaceFirst(expect, RequestOptions.EXPECT_ANSWER + "=");
        }
        return recorded.replaceFirst("^" + HOLD_TIME + "=", "--hold=");
    }
}
