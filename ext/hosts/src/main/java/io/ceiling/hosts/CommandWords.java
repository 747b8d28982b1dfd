package io.ceiling.hosts;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command into program and arguments as a shell does, without its expansions: spaces separate, and quotes and backslashes
 * keep what they surround together.
 */
final class CommandWords {

    private CommandWords() {}

    /**
     * Returns the words of a command.
     *
     * @throws IllegalArgumentException with words for the user, if a quote or a backslash has no end, or there is no word
     */
    static List<String> of(String command) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
                continue;
            }
            inWord = true;
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == '\\' && quote != '\'') {
                i++;
                if (i == command.length()) {
                    throw new IllegalArgumentException("must have a character behind its last backslash");
                }
                word.append(command.charAt(i));
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("must have an end for its quote " + quote);
        }
        if (inWord) {
            words.add(word.toString());
        }
        if (words.isEmpty()) {
            throw new IllegalArgumentException("must have a program");
        }
        return words;
    }
}
