package io.ceiling.harness.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The user's home, which everything that a run leaves shows as {@code ~}: results are published, and a home names its user.
 *
 * @param path empty if it is not known
 */
public record UserHome(String path) {

    /** Where a path of an option begins: {@code ~/a}, {@code --matrix=~/a}, {@code --jdk=~/a,~/b}. */
    private static final Pattern HIDDEN = Pattern.compile("(?<![^=,])~(?=[/,\\\\]|$)");

    /** The one of the user who runs this JVM. */
    public static UserHome current() {
        return new UserHome(System.getProperty("user.home", ""));
    }

    /** The text with {@code ~} for the home, wherever it stands. */
    public String hiddenIn(String text) {
        return isKnown() ? text.replace(path, "~") : text;
    }

    /** An argument of a command line whose home was hidden, with the home of this user. */
    public String restoredIn(String argument) {
        return isKnown() ? HIDDEN.matcher(argument).replaceAll(Matcher.quoteReplacement(path)) : argument;
    }

    private boolean isKnown() {
        // "/" is no home worth hiding, and "?" is how Java calls one that it does not know.
        return path.length() > 1;
    }
}
