package io.ceiling.anatomy;

import java.util.Map;

/** Converts JVM-internal class names to their form in source. Pure functions. */
final class ClassName {

    private static final Map<Character, String> PRIMITIVES = Map.of(
            'Z', "boolean", 'B', "byte", 'C', "char", 'S', "short", 'I', "int", 'J', "long", 'F', "float", 'D',
            "double");

    private static final String JAVA = "java.";

    private ClassName() {}

    /**
     * Returns the name as in source: {@code byte[]} for {@code [B}. A hidden class loses its address or number, which
     * differs from run to run.
     */
    static String inSource(String internal) {
        int dimensions = 0;
        while (dimensions < internal.length() && internal.charAt(dimensions) == '[') {
            dimensions++;
        }
        String element = internal.substring(dimensions);
        if (dimensions > 0 && element.length() == 1) {
            element = PRIMITIVES.getOrDefault(element.charAt(0), element);
        } else if (dimensions > 0 && element.startsWith("L") && element.endsWith(";")) {
            element = element.substring(1, element.length() - 1);
        }
        return element.replaceFirst("[/+.]0x\\p{XDigit}+$", "")
                        .replaceFirst("(\\$\\$Lambda)\\$\\d+.*$", "$1")
                        .replace('/', '.')
                + "[]".repeat(dimensions);
    }

    /** Returns true for a general-purpose class of the Java platform, such as a collection. */
    static boolean isGeneral(String inSource) {
        return inSource.startsWith(JAVA) || inSource.endsWith("[]");
    }
}
