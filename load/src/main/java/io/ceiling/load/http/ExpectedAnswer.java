package io.ceiling.load.http;

import java.util.regex.Pattern;

/**
 * The condition for a correct answer of the user's own application.
 *
 * @param statuses statuses as of {@link Statuses#of}
 * @param text regular expression to be found in the answer; empty for any answer
 * @param follow true if redirects to the same server are followed
 */
public record ExpectedAnswer(String statuses, String text, boolean follow) {

    /** Any successful answer. */
    public static final ExpectedAnswer SUCCESS = new ExpectedAnswer(Statuses.SUCCESS, "", false);

    public ExpectedAnswer {
        Statuses unusedStatuses = Statuses.of(statuses);
        Pattern unusedPattern = Pattern.compile(text);
    }

    public static ExpectedAnswer with(String text) {
        return new ExpectedAnswer(Statuses.SUCCESS, text, false);
    }

    public Pattern pattern() {
        return Pattern.compile(text, Pattern.DOTALL);
    }
}
