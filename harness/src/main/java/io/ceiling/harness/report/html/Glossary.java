package io.ceiling.harness.report.html;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The words of docs/glossary.md with their meanings, which the page shows where the pointer is on a word. */
final class Glossary {

    // A line of the list with those that continue it.
    private static final Pattern ENTRY = Pattern.compile("^- (.*(?:\\n {2}.*)*)", Pattern.MULTILINE);

    // A word in bold, others that narrow it, and its meaning, to the next word, or to those that it is not.
    private static final Pattern WORD =
            Pattern.compile("\\*\\*([^*]+)\\*\\*[^:*]*: (.+?)(?= \\*\\*[^*]+\\*\\*[^:*]*: | Not: |$)");

    // A link to a page in parentheses or after a comma, which leads nowhere from a report.
    private static final Pattern REFERENCE = Pattern.compile(", \\[[^]]*]\\([^)]*\\)| \\(\\[[^]]*]\\([^)]*\\)\\)");

    private Glossary() {}

    /** Returns the meanings by words in lower case, but for those that are written in capitals. */
    static Map<String, String> all() {
        Map<String, String> meanings = new LinkedHashMap<>();
        ENTRY.matcher(Asset.read("glossary.md"))
                .results()
                .map(entry -> entry.group(1).replaceAll("\\s+", " "))
                .flatMap(entry -> WORD.matcher(entry).results())
                .forEach(word -> meanings.put(key(word.group(1)), plain(word.group(2))));
        return meanings;
    }

    private static String key(String word) {
        boolean capitals = word.length() > 1 && Character.isUpperCase(word.charAt(1));
        return capitals ? word : word.substring(0, 1).toLowerCase(Locale.ROOT) + word.substring(1);
    }

    private static String plain(String markdown) {
        return REFERENCE.matcher(markdown).replaceAll("").replace("`", "").replaceAll("\\.$", "");
    }
}
