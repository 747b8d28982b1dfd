package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The answer of one connection, in whose first 64 KiB a pattern must be found. Not thread-safe. */
public final class SearchedText extends AnyContent {

    private static final int MAX_BYTES = 1 << 16;
    private static final int LONGEST_SHOWN = 60;

    private final Pattern expected;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private String coding = "";
    private boolean redirect;

    public SearchedText(Statuses statuses, Pattern expected) {
        super(false, "", statuses, false);
        this.expected = expected;
    }

    @Override
    public void head(ResponseHead head) throws AnswerException {
        super.head(head);
        coding = head.contentEncoding();
        redirect = ResponseHead.isRedirect(head.status());
        body.reset();
    }

    @Override
    public void part(byte[] bytes, int from, int to, int before) {
        body.write(bytes, from, Math.max(0, Math.min(to - from, MAX_BYTES - body.size())));
    }

    @Override
    public void end(int length) throws AnswerException {
        String came = body.toString(StandardCharsets.UTF_8);
        body.reset();
        if (!redirect && !expected.matcher(came).find()) {
            throw AnswerException.wrong("the answer is '%s'%s, which is not expected"
                    .formatted(
                            came.length() <= LONGEST_SHOWN ? came : came.substring(0, LONGEST_SHOWN) + "...",
                            coding.isEmpty() ? "" : ", in the coding " + coding));
        }
    }
}
