package io.ceiling.load.workload;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ExpectedContent;
import io.ceiling.load.http.HttpWork;
import io.ceiling.load.http.KeepAliveConnection;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** The workload KEEP_ALIVE, {@code GET /length?length=n}: requests bodies of random lengths. */
public final class KeepAlive extends HttpWork implements ClientWorkload {

    /**
     * Lengths of requested bodies, drawn uniformly between two bounds.
     *
     * @param minBytes shortest length in bytes, >= 1
     * @param maxBytes longest length in bytes
     */
    public record BodyLengths(int minBytes, int maxBytes) {

        public BodyLengths {
            if (minBytes < 1 || maxBytes < minBytes) {
                throw new IllegalArgumentException(
                        "body bytes must be 1 <= min <= max, were %d..%d".formatted(minBytes, maxBytes));
            }
        }
    }

    private final BodyLengths lengths;
    private final SplittableRandom random;
    // The longest body, whose beginnings are the shorter ones.
    private final byte[] letters;

    KeepAlive(LoadLoop loop, ServerAddress server, BodyLengths lengths, SplittableRandom random) {
        super(loop, RequestTemplate.get(server, "/length?length="), false);
        this.lengths = lengths;
        this.random = random;
        this.letters = Ascii.letters(lengths.maxBytes());
    }

    @Override
    public Connection newConnection(int place) {
        return new KeepAliveClient(this);
    }

    private static final class KeepAliveClient extends KeepAliveConnection<KeepAlive> {

        private int length;

        KeepAliveClient(KeepAlive work) {
            super(work);
        }

        @Override
        protected void putRequest(ByteBuffer out) {
            length = work.random.nextInt(work.lengths.minBytes(), work.lengths.maxBytes() + 1);
            work.request.putStart(out);
            Ascii.putDecimal(out, length);
            work.request.putMiddle(out, clientState());
            RequestTemplate.putEndOfHead(out);
        }

        @Override
        protected Content content() {
            return ExpectedContent.body(work.letters, length);
        }
    }
}
