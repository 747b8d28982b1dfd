package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The answer of one connection, in whose first 16 KiB a pattern must be found. It holds memory only while an answer
 * arrives. Not thread-safe.
 */
public final class SearchedText extends AnyContent {

    public static final int MAX_BYTES = 1 << 14;

    private final Pattern expected;
    // True if redirects are followed; their text is not searched.
    private final boolean follows;

    private @Nullable ByteArrayOutputStream body;
    private String coding = "";
    private boolean redirect;

    public SearchedText(Statuses statuses, Pattern expected, boolean follows) {
        super(false, "", statuses, false);
        this.expected = expected;
        this.follows = follows;
    }

    @Override
    public void checkHead(ResponseHead head) throws AnswerException {
        super.checkHead(head);
        coding = head.contentEncoding();
        redirect = follows && head.redirects();
        body = null;
    }

    @Override
    public void checkPart(byte[] bytes, int from, int to, int before) {
        if (body == null) {
            body = new ByteArrayOutputStream(Math.min(to - from, MAX_BYTES));
        }
        body.write(bytes, from, Math.max(0, Math.min(to - from, MAX_BYTES - body.size())));
    }

    @Override
    public void checkEnd(int length) throws AnswerException {
        String came = body == null ? "" : body.toString(StandardCharsets.UTF_8);
        body = null;
        if (!redirect && !expected.matcher(came).find()) {
            // The message omits the text, which may be private.
            throw AnswerException.wrong("an answer of %d bytes%s, in which '%s' is not found"
                    .formatted(length, coding.isEmpty() ? "" : " in the coding " + coding, expected.pattern()));
        }
    }
}
