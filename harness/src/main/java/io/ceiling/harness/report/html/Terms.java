package io.ceiling.harness.report.html;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of docs/glossary.md with their meanings, which the page shows where the pointer is on a word. */
final class Terms {

    /** A row of the glossary: its words in bold, others that narrow them, and the meaning. */
    private static final Pattern ROW = Pattern.compile("^\\| (\\*\\*[^|]+) \\| ([^|]+) \\|", Pattern.MULTILINE);

    private static final Pattern WORD = Pattern.compile("\\*\\*(.+?)\\*\\*");

    /** The name of a page or a link to it, in parentheses or after a comma; neither leads anywhere from a report. */
    private static final Pattern REFERENCE = Pattern.compile(
            " \\((?:docs/[a-z-]+\\.md|\\[[^]]*]\\([^)]*\\))\\)|, (?:docs/[a-z-]+\\.md|\\[[^]]*]\\([^)]*\\))");

    private Terms() {}

    /** Returns the meanings by words. */
    static Map<String, String> all() {
        Map<String, String> meanings = new LinkedHashMap<>();
        Matcher row = ROW.matcher(Asset.read("glossary.md"));
        while (row.find()) {
            String meaning = plain(row.group(2));
            WORD.matcher(row.group(1)).results().forEach(word -> meanings.put(word.group(1), meaning));
        }
        return meanings;
    }

    private static String plain(String markdown) {
        return REFERENCE.matcher(markdown).replaceAll("").replace("`", "").strip();
    }
}
