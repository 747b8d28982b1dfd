package io.ceiling.requests;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits the text of a command into words as bash or the command prompt of Windows would, without running anything: what a
 * shell would have to run or to look up is refused. Pure functions.
 */
final class ShellWords {

    private static final String SYNTAX = "|&;<>()";

    private final String text;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;

    private int position;

    private ShellWords(String text) {
        this.text = text;
    }

    /**
     * Returns the words of a command as a browser copies it: for cmd if it has a caret before a quote or at the end of a line,
     * else for bash.
     *
     * @throws IllegalArgumentException with what is wrong, to be put behind "the command"
     */
    static List<String> of(String text) {
        boolean cmd = text.contains("^\"") || text.lines().anyMatch(line -> line.endsWith("^"));
        ShellWords split = new ShellWords(cmd ? withoutCarets(text) : text);
        if (cmd) {
            split.splitOfWindows();
        } else {
            split.splitOfBash();
        }
        return List.copyOf(split.words);
    }

    private void splitOfBash() {
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (Character.isWhitespace(c)) {
                end();
            } else if (c == '\\') {
                readEscape();
            } else if (c == '\'') {
                inWord = true;
                word.append(readUntil('\''));
            } else if (c == '"') {
                inWord = true;
                readQuoted();
            } else if (c == '$' && next() == '\'') {
                position++;
                inWord = true;
                ansi();
            } else {
                requirePlain(c);
                require(SYNTAX.indexOf(c) < 0, "has '%c' outside quotes: only one command can be given".formatted(c));
                inWord = true;
                word.append(c);
            }
        }
        end();
    }

    // Takes the character after a backslash; a line that ends with one goes on in the next.
    private void readEscape() {
        require(position < text.length(), "ends with a backslash");
        char c = text.charAt(position++);
        if (c == '\r' && next() == '\n') {
            position++;
        } else if (c != '\n') {
            inWord = true;
            word.append(c);
        }
    }

    // Takes text between double quotes.
    private void readQuoted() {
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '"') {
                return;
            }
            if (c == '\\' && "\"\\$`\n".indexOf(next()) >= 0) {
                char special = text.charAt(position++);
                word.append(special == '\n' ? "" : String.valueOf(special));
            } else {
                requirePlain(c);
                word.append(c);
            }
        }
        throw unclosed('"');
    }

    // Takes text between $' and a quote, with the escapes of C.
    private void ansi() {
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '\'') {
                return;
            }
            if (c == '\\' && position < text.length()) {
                ansiEscape(text.charAt(position++));
            } else {
                word.append(c);
            }
        }
        throw unclosed('\'');
    }

    private void ansiEscape(char c) {
        switch (c) {
            case 'n' -> word.append('\n');
            case 'r' -> word.append('\r');
            case 't' -> word.append('\t');
            case 'a' -> word.append('\u0007');
            case 'b' -> word.append('\b');
            case 'e', 'E' -> word.append('\u001b');
            case 'f' -> word.append('\f');
            case 'v' -> word.append('\u000b');
            case 'u' -> number(16, 4);
            case 'U' -> number(16, 8);
            case 'x' -> number(16, 2);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                position--;
                number(8, 3);
            }
            default -> word.append(c);
        }
    }

    private void number(int radix, int most) {
        int begin = position;
        int value = 0;
        while (position < text.length()
                && position - begin < most
                && Character.digit(text.charAt(position), radix) >= 0) {
            value = value * radix + Character.digit(text.charAt(position), radix);
            position++;
        }
        require(position > begin && Character.isValidCodePoint(value), "has an escape that is no character");
        word.appendCodePoint(value);
    }

    // The rules of programs of Microsoft: backslashes count before a quote only, and two quotes within quotes are
    // one.
    private void splitOfWindows() {
        boolean quoted = false;
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '\\') {
                int backslashes = 1;
                while (next() == '\\') {
                    backslashes++;
                    position++;
                }
                boolean beforeQuote = next() == '"';
                inWord = true;
                word.append("\\".repeat(beforeQuote ? backslashes / 2 : backslashes));
                if (beforeQuote && backslashes % 2 == 1) {
                    position++;
                    word.append('"');
                }
            } else if (c == '"' && quoted && next() == '"') {
                position++;
                word.append('"');
            } else if (c == '"') {
                quoted = !quoted;
                inWord = true;
            } else if (!quoted && Character.isWhitespace(c)) {
                end();
            } else {
                inWord = true;
                word.append(c);
            }
        }
        require(!quoted, "has a \" without its end");
        end();
    }

    // Removes what the command prompt removes: a caret outside quotes, which makes the next character an ordinary
    // one.
    private static String withoutCarets(String text) {
        StringBuilder plain = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '^' && !quoted && i + 1 < text.length()) {
                i += text.startsWith("\r\n", i + 1) ? 2 : 1;
                char next = text.charAt(i);
                // A caret at the end of a line joins it with the next; one before an empty line stands for a line end.
                if (next != '\n') {
                    plain.append(next);
                } else if (i + 1 < text.length() && text.charAt(i + 1) == '\n') {
                    plain.append('\n');
                    i++;
                }
            } else {
                quoted ^= c == '"';
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private String readUntil(char quote) {
        int end = text.indexOf(quote, position);
        if (end < 0) {
            throw unclosed(quote);
        }
        String between = text.substring(position, end);
        position = end + 1;
        return between;
    }

    private char next() {
        return position < text.length() ? text.charAt(position) : '\0';
    }

    private void end() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }

    // Refuses what a shell would run or look up.
    private void requirePlain(char c) {
        boolean expands =
                c == '$' && (next() == '(' || next() == '{' || Character.isLetterOrDigit(next()) || next() == '_');
        require(
                !expands && c != '`',
                next() == '(' || c == '`'
                        ? "has a command substitution, which is never run: put its output there"
                        : "has a variable, which is not looked up: put its value there");
    }

    private static IllegalArgumentException unclosed(char quote) {
        return new IllegalArgumentException("has a %c without its end".formatted(quote));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
