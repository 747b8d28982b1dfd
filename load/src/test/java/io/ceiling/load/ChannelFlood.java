package io.ceiling.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Sends messages to clients in turn, without pause or at a rate; made so that sending costs less than reading. */
public final class ChannelFlood {

    /** Of nine digits, so that the length of a message never changes. */
    private static final long FIRST_NUMBER = 100_000_000;

    private static final int NUMBER_DIGITS = 9;

    /** Frames of the same client that are sent by one write. */
    private static final class Batch {

        private final ChannelSender sender;
        private final byte[] frames;
        private final int frameBytes;
        private final int numberAt;
        private final int stampAt;
        private long next = FIRST_NUMBER;

        Batch(ChannelClient client, int messages, int elementsBytes) {
            sender = client.sender();
            byte[] frame = sender.frame(Messages.message(client.identifier(), FIRST_NUMBER, 0, elementsBytes));
            String text = new String(frame, StandardCharsets.ISO_8859_1);
            frameBytes = frame.length;
            numberAt = text.indexOf("\"request\":") + "\"request\":".length();
            stampAt = text.indexOf("\"elements\":\"") + "\"elements\":\"".length();
            frames = new byte[messages * frameBytes];
            for (int i = 0; i < messages; i++) {
                System.arraycopy(frame, 0, frames, i * frameBytes, frameBytes);
            }
        }

        void send(long stamp) throws IOException {
            for (int frame = 0; frame < frames.length; frame += frameBytes) {
                long digits = next++;
                for (int i = NUMBER_DIGITS - 1; i >= 0; i--) {
                    frames[frame + numberAt + i] = (byte) ('0' + digits % 10);
                    digits /= 10;
                }
                PublishText.putHex(frames, frame + stampAt, stamp);
                PublishText.putHex(frames, frame + stampAt + PublishText.STAMP_DIGITS, stamp);
            }
            sender.sendFrames(frames);
        }
    }

    private final List<Batch> batches = new ArrayList<>();
    private final int messagesPerWrite;

    public ChannelFlood(List<ChannelClient> clients, int messagesPerWrite, int elementsBytes) {
        this.messagesPerWrite = messagesPerWrite;
        for (ChannelClient client : clients) {
            batches.add(new Batch(client, messagesPerWrite, elementsBytes));
        }
    }

    /**
     * Sends for that time; returns how many messages.
     *
     * @param perSecond 0 for as many as the clients take
     */
    public long send(long forNanos, double perSecond) throws IOException {
        long start = System.nanoTime();
        long writes = 0;
        while (true) {
            long due = perSecond > 0 ? start + (long) (writes * messagesPerWrite / perSecond * 1e9) : System.nanoTime();
            if (due - start >= forNanos) {
                return writes * messagesPerWrite;
            }
            for (long ahead = due - System.nanoTime(); ahead > 0; ahead = due - System.nanoTime()) {
                LockSupport.parkNanos(ahead);
            }
            batches.get((int) (writes % batches.size())).send(due);
            writes++;
        }
    }
}
