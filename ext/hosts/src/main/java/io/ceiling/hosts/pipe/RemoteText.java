package io.ceiling.hosts.pipe;

/** Makes one line of bounded length from the text of another process. */
final class RemoteText {

    static final int MAX_CHARACTERS = 500;

    private RemoteText() {}

    /** Returns the message of an exception, or its kind if it has none. */
    static String of(Throwable e) {
        String message = e.getMessage();
        return line(message == null || message.isBlank() ? e.getClass().getSimpleName() : message);
    }

    /** Returns the text without line ends and other characters that a terminal might act on. */
    static String line(String text) {
        // Not Cntrl, which knows ASCII alone: U+009B begins a command of a terminal as ESC does.
        String line = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
        return line.length() <= MAX_CHARACTERS ? line : line.substring(0, MAX_CHARACTERS) + "...";
    }
}
