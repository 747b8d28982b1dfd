package io.ceiling.it.webapp;

import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Collects whole text messages. */
final class TextListener implements WebSocket.Listener {

    private final BlockingQueue<String> messages;
    private final StringBuilder text = new StringBuilder();

    TextListener(BlockingQueue<String> messages) {
        this.messages = messages;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            messages.add(text.toString());
            text.setLength(0);
        }
        socket.request(1);
        return null;
    }
}
