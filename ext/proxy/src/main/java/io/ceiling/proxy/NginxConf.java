package io.ceiling.proxy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The directives of an nginx configuration with the blocks that they stand in. Pure functions of its text. */
final class NginxConf {

    private static final int MAX_NESTED_FILES = 20;

    // Most files that are included: one that includes itself ten times over would never end by its depth alone.
    private static final int MAX_FILES = 10_000;

    private final List<Directive> directives = new ArrayList<>();
    private int included;

    /**
     * A directive.
     *
     * @param block names of the blocks around it, the outermost first, such as {@code http/server}; empty for none
     * @param name name of the directive
     * @param values its values
     */
    record Directive(String block, String name, List<String> values) {}

    /**
     * Reads a configuration.
     *
     * @param files returns the texts of the files that a pattern names
     */
    static NginxConf parse(String text, Function<String, List<String>> files) {
        NginxConf conf = new NginxConf();
        conf.add(text, new ArrayDeque<>(), files, 0);
        return conf;
    }

    private void add(String text, Deque<String> blocks, Function<String, List<String>> files, int depth) {
        List<String> words = new ArrayList<>();
        for (String token : tokens(text)) {
            switch (token) {
                case ";" -> {
                    end(words, blocks, files, depth);
                    words.clear();
                }
                case "{" -> {
                    blocks.addLast(words.isEmpty() ? "" : words.get(0));
                    words.clear();
                }
                case "}" -> {
                    blocks.pollLast();
                    words.clear();
                }
                default -> words.add(token);
            }
        }
    }

    private void end(List<String> words, Deque<String> blocks, Function<String, List<String>> files, int depth) {
        if (words.isEmpty()) {
            return;
        }
        if (words.get(0).equals("include") && words.size() == 2 && depth < MAX_NESTED_FILES) {
            for (String text : included < MAX_FILES ? files.apply(words.get(1)) : List.<String>of()) {
                included++;
                add(text, new ArrayDeque<>(blocks), files, depth + 1);
            }
            return;
        }
        directives.add(
                new Directive(String.join("/", blocks), words.get(0), List.copyOf(words.subList(1, words.size()))));
    }

    // Returns words and the signs ; { }, without comments; a quoted word has no quotes.
    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        char quote = 0;
        boolean comment = false;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (comment) {
                comment = next != '\n';
            } else if (quote != 0) {
                if (next == quote) {
                    quote = 0;
                } else {
                    word.append(next);
                }
            } else if (next == '#' && word.isEmpty()) {
                comment = true;
            } else if ((next == '"' || next == '\'') && word.isEmpty()) {
                quote = next;
                quoted = true;
            } else if (next == '$' && i + 1 < text.length() && text.charAt(i + 1) == '{') {
                // A variable such as ${name}, whose braces are no block.
                int end = text.indexOf('}', i);
                int last = end < 0 ? text.length() - 1 : end;
                word.append(text, i, last + 1);
                i = last;
            } else if (Character.isWhitespace(next) || next == ';' || next == '{' || next == '}') {
                if (!word.isEmpty() || quoted) {
                    tokens.add(word.toString());
                    word.setLength(0);
                    quoted = false;
                }
                if (!Character.isWhitespace(next)) {
                    tokens.add(Character.toString(next));
                }
            } else {
                word.append(next);
            }
        }
        return tokens;
    }

    /** Returns every directive of that name, in whatever block. */
    List<Directive> all(String name) {
        return directives.stream()
                .filter(directive -> directive.name().equals(name))
                .toList();
    }

    /** Returns the first value of the directive in that block; empty if it is not set. */
    Optional<String> value(String block, String name) {
        return directives.stream()
                .filter(directive -> directive.block().equals(block)
                        && directive.name().equals(name)
                        && !directive.values().isEmpty())
                .findFirst()
                .map(directive -> directive.values().get(0));
    }
}
