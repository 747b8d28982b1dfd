package io.ceiling.harness.os;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The user's home directory, which every file of a run shows as {@code ~}: results are published, and the path of a
 * home contains the user's name.
 *
 * @param path path of the home; empty if it is not known
 */
public record UserHome(String path) {

    // Matches a ~ at which a path in an argument begins: ~/a, --matrix=~/a, --jdk=~/a,~/b.
    private static final Pattern HIDDEN = Pattern.compile("(?<![^=,])~(?=[/,\\\\]|$)");

    /** Returns the home of the user who runs this JVM. */
    public static UserHome current() {
        return new UserHome(System.getProperty("user.home", ""));
    }

    public String hide(String text) {
        return isKnown() ? text.replace(path, "~") : text;
    }

    /** Returns an argument of a command line with the home of this user for every {@code ~} that stands for one. */
    public String restore(String argument) {
        return isKnown() ? HIDDEN.matcher(argument).replaceAll(Matcher.quoteReplacement(path)) : argument;
    }

    private boolean isKnown() {
        // "/" is no home worth hiding, and Java reports an unknown home as "?".
        return path.length() > 1;
    }
}
