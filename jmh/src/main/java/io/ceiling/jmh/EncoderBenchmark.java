package io.ceiling.jmh;

import io.ceiling.jmh.client.Frames;
import io.ceiling.jmh.client.Subscribers;
import io.ceiling.load.channels.PublishText;
import io.ceiling.load.http.Ascii;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long the load agent takes to encode one message into the buffer that is written to the socket, without
 * the system call.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(10)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class EncoderBenchmark {

    /** Length in bytes: 50 is a text of the workload websocket, 1462 a published message. */
    @Param({"50", "1462"})
    public int bytes;

    // Direct, as in the agent, and large enough for any message.
    private final ByteBuffer out = ByteBuffer.allocateDirect(64 * 1024);

    private final SplittableRandom random = new SplittableRandom(7);

    @SuppressWarnings("NullAway.Init")
    private byte[] payload;

    @SuppressWarnings("NullAway.Init")
    private PublishText text;

    private long stamp;

    @Setup
    public void prepare() {
        payload = Ascii.letters(bytes);
        text = new PublishText(bytes);
    }

    /** A masked frame with a random mask key. The buffer is returned to JMH, so that its content counts as used. */
    @Benchmark
    public ByteBuffer maskedFrame() {
        out.clear();
        Frames.putText(out, payload, random.nextInt());
        return out;
    }

    /** The JSON of a message to publish, with new stamps. */
    @Benchmark
    public byte[] publishText() {
        text.set(Subscribers.IDENTIFIER, stamp, ++stamp);
        return text.bytes();
    }
}
