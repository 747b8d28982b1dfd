package io.ceiling.hosts.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FramePipeTest {

    private static final Heartbeat SHORT = new Heartbeat(Duration.ofMillis(50), Duration.ofMillis(600));

    private final Semaphore looks = new Semaphore(0);
    private final BlockingQueue<Frame> taken = new LinkedBlockingQueue<>();
    private final CompletableFuture<FramePipe.PipeEnd> ended = new CompletableFuture<>();
    private final PipedInputStream in = new PipedInputStream();
    private final PipedOutputStream there;

    FramePipeTest() throws Exception {
        there = new PipedOutputStream(in);
        FramePipe pipe = new FramePipe(
                in,
                new PipedOutputStream(new PipedInputStream()),
                SHORT,
                taken::add,
                ended::complete,
                nanos -> looks.acquire());
        pipe.startReceiving("test");
    }

    /** Writes, and lets half the looks of a silence pass once all is read. */
    private void writeAndLook(byte... bytes) throws Exception {
        there.write(bytes);
        there.flush();
        while (in.available() > 0) {
            Thread.onSpinWait();
        }
        looks.release(FramePipe.SILENT_CHECKS / 2);
        while (!ended.isDone() && looks.availablePermits() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void beatsKeepASilentEndAlive() throws Exception {
        for (int i = 0; i < 20; i++) {
            writeAndLook(Frame.of(Frame.Kind.BEAT, 0, "").bytes());
        }

        assertThat(ended).isNotDone();
        assertThat(taken).isEmpty();
        there.write(Frame.of(Frame.Kind.CALL, 3, "x").bytes());
        there.close();
        assertThat(taken.take().text()).isEqualTo("x");
        assertThat(ended.get()).isEqualTo(new FramePipe.PipeEnd("its pipe has ended", true));
    }

    /** A long frame on a slow way. */
    @Test
    void everyByteOfAFrameIsASignOfLife() throws Exception {
        byte[] bytes = Frame.of(Frame.Kind.CALL, 3, "a long one").bytes();
        for (byte one : bytes) {
            writeAndLook(one);
        }

        assertThat(taken.take().text()).isEqualTo("a long one");
        assertThat(ended).isNotDone();
    }

    @Test
    void anEndThatIsSilentIsGivenUp() throws Exception {
        writeAndLook(Frame.of(Frame.Kind.CALL, 3, "x").bytes());
        looks.release(FramePipe.SILENT_CHECKS);

        assertThat(ended.get()).isEqualTo(new FramePipe.PipeEnd("nothing was heard of it for 600 ms", false));
    }

    @Test
    void garbageEndsThePipe() throws Exception {
        there.write("Welcome to load1\n".getBytes(StandardCharsets.UTF_8));
        there.flush();

        assertThat(ended.get().reason()).startsWith("its pipe is of no use any more: expected a record of at most ");
        assertThat(ended.get().closed()).isTrue();
    }
}
