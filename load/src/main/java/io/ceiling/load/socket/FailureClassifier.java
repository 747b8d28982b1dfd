package io.ceiling.load.socket;

import io.ceiling.load.report.FailureCause;
import io.netty.channel.unix.Errors.NativeIoException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps an I/O error to a cause of failure: by its errno if there is one, else by its text. */
public final class FailureClassifier {

    // Netty's connect errors have the errno only in their text.
    private static final Pattern NATIVE_ERROR = Pattern.compile("failed with error\\(-(\\d+)\\)");

    private static final int NO_ERRNO = -1;

    // Error numbers of Linux (errno.h) with the same cause, and the texts of other platforms and of java.nio for it.
    private record ErrorPattern(FailureCause cause, List<Integer> numbers, List<String> words) {}

    private static final List<ErrorPattern> ON_CONNECT = List.of(
            new ErrorPattern(FailureCause.NO_DESCRIPTOR, List.of(24, 23), List.of("too many open files")),
            new ErrorPattern(
                    FailureCause.NO_LOCAL_PORT,
                    List.of(99, 98),
                    List.of("assign requested address", "address already in use")),
            new ErrorPattern(FailureCause.CONNECT_REFUSED, List.of(111), List.of("connection refused")),
            new ErrorPattern(FailureCause.CONNECT_TIMEOUT, List.of(110), List.of("timed out")));

    private static final List<ErrorPattern> ON_TRANSFER = List.of(new ErrorPattern(
            FailureCause.CLOSED_BEFORE_ANSWER,
            List.of(104, 32, 103),
            List.of("connection reset", "broken pipe", "connection abort")));

    private FailureClassifier() {}

    public static FailureCause onConnect(IOException error) {
        return find(ON_CONNECT, error);
    }

    /**
     * Returns the cause of a failed read or write.
     *
     * @param held true if the connection was served and no answer is outstanding
     */
    public static FailureCause onTransfer(IOException error, boolean held) {
        FailureCause cause =
                error instanceof ClosedChannelException ? FailureCause.CLOSED_BEFORE_ANSWER : find(ON_TRANSFER, error);
        return held && cause == FailureCause.CLOSED_BEFORE_ANSWER ? FailureCause.CLOSED_WHILE_HELD : cause;
    }

    private static FailureCause find(List<ErrorPattern> signs, IOException error) {
        String text = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
        int number = errno(error, text);
        for (ErrorPattern sign : signs) {
            boolean found =
                    number == NO_ERRNO ? sign.words.stream().anyMatch(text::contains) : sign.numbers.contains(number);
            if (found) {
                return sign.cause;
            }
        }
        return FailureCause.OTHER;
    }

    private static int errno(IOException error, String text) {
        if (error instanceof NativeIoException nativeError) {
            return -nativeError.expectedErr();
        }
        Matcher matcher = NATIVE_ERROR.matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : NO_ERRNO;
    }
}
