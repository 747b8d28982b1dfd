package io.ceiling.harness.os;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The variables of the environment from which any JVM takes options. An option that is meant for this process must not
 * change what is measured, so that the JVMs it starts do not inherit them. Pure functions of an environment.
 */
public final class JvmVariables {

    private static final List<String> NAMES = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    // An option, in which quotes keep blanks together, as the JVM reads it.
    private static final Pattern OPTION = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");

    // Beginning of the properties that name the certificates to be trusted.
    private static final String TRUST = "-Djavax.net.ssl.";

    private JvmVariables() {}

    public static void removeFrom(Map<String, String> environment) {
        NAMES.forEach(environment::remove);
    }

    /** Removes all options from the environment of a load agent but those that name the certificates to be trusted. */
    public static void keepTrustIn(Map<String, String> environment) {
        NAMES.forEach(name -> environment.computeIfPresent(name, (same, options) -> {
            String kept = OPTION.matcher(options)
                    .results()
                    .map(MatchResult::group)
                    .filter(option -> option.replaceAll("[\"']", "").startsWith(TRUST))
                    .collect(Collectors.joining(" "));
            return kept.isEmpty() ? null : kept;
        }));
    }
}
