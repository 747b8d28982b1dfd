package io.ceiling.load;

/** A message of a channel over WebSocket, checked as the load agent checks it. */
final class ChannelContent implements Content {

    /** A number that every benchmark here uses. */
    static final int IDENTIFIER = 74;

    final MessageCheck check = new MessageCheck();
    final Identifier identifier = new Identifier();

    ChannelContent() {
        identifier.set(IDENTIFIER);
    }

    @Override
    public void announced(int length) {
        throw new IllegalStateException("a message of a WebSocket has no head");
    }

    @Override
    public void part(byte[] bytes, int from, int to, int before) throws AnswerException {
        if (check.read(bytes, from, to, identifier) < to) {
            throw AnswerException.wrong("message is longer than its %d bytes of JSON".formatted(check.length()));
        }
    }

    @Override
    public void end(int length) throws AnswerException {
        check.end(identifier);
    }
}
