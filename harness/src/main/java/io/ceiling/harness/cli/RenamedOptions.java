package io.ceiling.harness.cli;

import io.ceiling.harness.report.compare.Expectation;
import java.util.Optional;

/** Spellings of earlier versions: refused with the new one, and understood where the run to be resumed has them. */
final class RenamedOptions {

    private static final String HOLD_TIME = "--hold-time";

    private RenamedOptions() {}

    /** Returns what an unknown option is called now; empty if it was never known. */
    static Optional<String> message(String argument) {
        return argument.equals(HOLD_TIME) || argument.startsWith(HOLD_TIME + "=")
                ? Optional.of("%s is called --hold now".formatted(HOLD_TIME))
                : Optional.empty();
    }

    /** Returns an argument that an earlier version recorded, as it is spelled now. */
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
